"""The programs of the package."""
