"""Builds the programs of the games into the wheel; needs Go, or existing programs in GRIDIRON_BIN."""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel

GAMES = ("amazons", "pelita", "reantics", "sarena", "tron")


class BuildPrograms(build_py):
    """Puts the programs next to the modules."""

    def run(self) -> None:
        super().run()
        root = Path(__file__).resolve().parents[2]
        to = Path(self.build_lib) / "gridiron" / "bin"
        to.mkdir(parents=True, exist_ok=True)
        for game in GAMES:
            name = game + (".exe" if os.name == "nt" else "")
            made = Path(os.environ.get("GRIDIRON_BIN", "")) / name
            if os.environ.get("GRIDIRON_BIN") and made.is_file():
                shutil.copy2(made, to / name)
                continue
            if not (root / "go.work").is_file():
                raise SystemExit(f"{root} is not the repository: build from a checkout, or name a folder of programs in GRIDIRON_BIN")
            command = ["go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", str((to / name).resolve()), f"./{game}/cmd/{game}"]
            subprocess.run(command, cwd=root, check=True, env={**os.environ, "CGO_ENABLED": "0"})


class PlatformWheel(bdist_wheel):
    """A wheel for one system and every Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(cmdclass={"build_py": BuildPrograms, "bdist_wheel": PlatformWheel})
