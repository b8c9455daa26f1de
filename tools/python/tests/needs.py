"""What tests need beside the package itself."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REQUIRED = os.environ.get("GRIDIRON_CORPUS") == "required"
EXAMPLES = Path(__file__).parents[1] / "examples"


def needs(name, required=REQUIRED):
    """Skip, with the reason, what needs a library that is not here; GRIDIRON_CORPUS=required makes that a failure."""
    try:
        return __import__(name)
    except ImportError as error:
        if required:
            raise
        print(f"skipped: {name} is not installed ({error})")
        raise unittest.SkipTest(f"{name} is not installed") from None


def run_example(name, *arguments, **environment):
    """Run an example in a folder of its own, on one thread; return its output and the shares in it, from 0 to 100."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / name), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", cwd=folder,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **environment}, timeout=900, check=False)
    shares = [float(n) for n in re.findall(r"([0-9.]+)%", done.stdout)]
    if done.returncode or not shares:
        raise AssertionError(f"{name} ends with exit status {done.returncode}: {done.stdout}")
    return done.stdout, shares
