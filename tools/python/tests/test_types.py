"""The types of the package and of its examples, as strictly as mypy looks at them."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from needs import needs


class Types(unittest.TestCase):
    def test_strict(self):
        for name in ("mypy", "gymnasium", "pettingzoo"):
            needs(name)
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir", cache],
                cwd=Path(__file__).parents[1], env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
