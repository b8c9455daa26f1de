"""A short version of soak.py, which finds what leaks with every step."""

import subprocess
import sys
import unittest
from pathlib import Path


@unittest.skipUnless(sys.platform == "linux", "needs /proc")
class Soak(unittest.TestCase):
    def test_memory(self):
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("soak.py")), "--steps", "1000000", "--games", "256", "--limit", "60"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 5, done.stdout)


if __name__ == "__main__":
    unittest.main()
