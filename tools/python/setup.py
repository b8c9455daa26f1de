"""Builds the programs of the games into the wheel, with the licences of what is in them; needs Go. If there is a C compiler, it also builds
the library with which they run in Python's own process. GRIDIRON_BIN names a folder of programs that are built already, which may be those of
another system, and perhaps with its library."""

import os
import shutil
import subprocess
import sys
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
        if not (root / "go.work").is_file():
            raise SystemExit(f"{root} is not the repository: build from a checkout")
        programs = []
        for game in GAMES:
            made = [Path(os.environ["GRIDIRON_BIN"]) / (game + end) for end in ("", ".exe")] if os.environ.get("GRIDIRON_BIN") else []
            made = [path for path in made if path.is_file()]
            if made:
                programs.append(to / made[0].name)
                shutil.copy2(made[0], programs[-1])
                continue
            programs.append(to / (game + (".exe" if os.name == "nt" else "")))
            command = ["go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", str(programs[-1].resolve()), f"./{game}/cmd/{game}"]
            subprocess.run(command, cwd=root, check=True, env={**os.environ, "CGO_ENABLED": "0"})
        self.library(Path(os.environ.get("GRIDIRON_BIN", "")), to)
        shutil.copy2(root / "LICENSE", to / "LICENSE")
        licences = ["go", "run", "./tools/licences", *(str(p.resolve()) for p in programs)]
        (to / "THIRD-PARTY.txt").write_bytes(subprocess.run(licences, cwd=root, check=True, stdout=subprocess.PIPE).stdout)

    def library(self, made: Path, to: Path) -> None:
        """Put the library there, made or to be made."""
        if os.environ.get("GRIDIRON_BIN"):
            found = [path for path in (made / ("gridiron" + end) for end in (".so", ".dylib", ".dll")) if path.is_file()]
            for path in found:
                shutil.copy2(path, to / path.name)
            missing = "" if found else f"{made} has none"
        else:
            compiler = subprocess.run(["go", "env", "CC"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.split()[0]
            missing = "" if shutil.which(compiler) else f"there is no C compiler ({compiler})"
            if not missing:
                name = "gridiron" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
                subprocess.run([sys.executable, str(Path(__file__).with_name("library.py")), str((to / name).resolve())], check=True)
        if missing:
            print(f"the wheel has no library, only programs: {missing}")


class PlatformWheel(bdist_wheel):
    """A wheel for one system and every Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(cmdclass={"build_py": BuildPrograms, "bdist_wheel": PlatformWheel})
