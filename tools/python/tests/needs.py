"""What tests need beside the package itself."""

import os
import unittest

REQUIRED = os.environ.get("GRIDIRON_CORPUS") == "required"


def needs(name):
    """Skip, with the reason, what needs a library that is not here; GRIDIRON_CORPUS=required makes that a failure."""
    try:
        return __import__(name)
    except ImportError as error:
        if REQUIRED:
            raise
        print(f"skipped: {name} is not installed ({error})")
        raise unittest.SkipTest(f"{name} is not installed") from None
