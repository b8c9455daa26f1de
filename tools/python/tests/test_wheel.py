"""What a release does with the wheel: it is built, checked, uploaded to an index, and installed from there beside numpy alone."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

from needs import needs

PROJECT = Path(__file__).parents[1]
PLAY = """
import importlib.util, pathlib, gridiron, gridiron._library, gridiron.spaces
for game in gridiron.GAMES:
    with gridiron.make(game, 2) as batch:
        batch.reset(seed=1).step(batch.sample)
        batch.encode()
        where = pathlib.Path(gridiron.__file__).parent / "bin" / gridiron._library.NAME
        assert type(batch._server).__name__ == ("Library" if where.is_file() else "Process"), batch._server
    assert pathlib.Path(gridiron.find(game)).parent == pathlib.Path(gridiron.__file__).parent / "bin", gridiron.find(game)
    assert game in getattr(gridiron.spaces, game).__doc__
print(sorted(name for name in ("gymnasium", "pettingzoo", "torch", "numpy") if importlib.util.find_spec(name)))
"""


def run(*command, **environment):
    done = subprocess.run(command, cwd=tempfile.gettempdir(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
                          env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(f"{command}: {done.stdout}")
    return done.stdout


class Wheel(unittest.TestCase):
    @unittest.skipUnless(os.environ.get("GRIDIRON_LONG"), "with GRIDIRON_LONG=1: it needs the network, for numpy")
    def test_release(self):
        for library in ("setuptools", "twine", "pypiserver"):
            needs(library)
        with tempfile.TemporaryDirectory() as folder:
            run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, str(PROJECT))
            wheel, = Path(folder).glob("*.whl")
            run(sys.executable, "-m", "twine", "check", "--strict", str(wheel))
            with zipfile.ZipFile(wheel) as file:
                names = file.namelist()
                metadata = file.read(next(n for n in names if n.endswith("/METADATA"))).decode()
            for name in ("py.typed", "docs/api.md", "docs/tron.md", "bin/LICENSE", "bin/THIRD-PARTY.txt"):
                self.assertTrue(any(n.endswith("/gridiron/" + name) for n in names), (name, names))
            if shutil.which("gcc"):
                self.assertTrue(any("/gridiron/bin/gridiron." in n for n in names), names)
            for line in ("License-Expression: MIT", "Author: ", "Project-URL: Source, ", "Project-URL: Documentation, ", "Requires-Dist: numpy"):
                self.assertIn("\n" + line, metadata)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            index = f"http://127.0.0.1:{port}/"
            packages = Path(folder) / "index"
            packages.mkdir()
            with subprocess.Popen([sys.executable, "-m", "pypiserver", "run", "-i", "127.0.0.1", "-p", str(port), "-P", ".", "-a", ".",
                                   str(packages)]) as server:
                try:
                    self.reach(port)
                    run(sys.executable, "-m", "twine", "upload", "--non-interactive", "--repository-url", index, str(wheel),
                        TWINE_USERNAME="tests", TWINE_PASSWORD="tests")
                    self.assertEqual([p.name for p in packages.iterdir()], [wheel.name])
                    home = Path(folder) / "alone"
                    venv.create(home, with_pip=True)
                    python = str(home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
                    run(python, "-m", "pip", "install", "-q", "--index-url", index + "simple/", "gridiron", PYTHONPATH="")  # numpy is elsewhere
                finally:
                    server.terminate()
            self.assertEqual(run(python, "-c", PLAY, PYTHONPATH="", GRIDIRON_BIN="").strip(), "['numpy']")

    def reach(self, port):
        import time
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                time.sleep(0.1)
        self.fail("the index does not answer")


if __name__ == "__main__":
    unittest.main()
