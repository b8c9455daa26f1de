"""The games in Python's own process: the same games as in a process, forks, threads, signals, memory."""

import gc
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import gridiron
from gridiron._library import NAME, Library
from gridiron._server import Process
from needs import REQUIRED, needs
from test_raw import ARRAYS, PROCESS, make, roll

LIBRARY = os.path.join(os.path.dirname(gridiron.find("tron")), NAME)
SLOW = "champion:nodes=100000000"


def setUpModule():
    if not os.path.isfile(LIBRARY):
        if REQUIRED:
            raise AssertionError(f"{LIBRARY} is missing: python library.py FILE builds it")
        print(f"skipped: there is no {LIBRARY}, which python library.py FILE builds")
        raise unittest.SkipTest(f"no {LIBRARY}")


def python(text, **variables):
    """Run Python and return what it prints."""
    done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=300,
                          env={**os.environ, **variables}, check=False)
    if done.returncode:
        raise AssertionError(f"exit status {done.returncode}: {done.stdout}")
    return done.stdout.strip()


@mock.patch.dict(os.environ, {"GRIDIRON_ENGINE": "library"})
class Same(unittest.TestCase):
    def each(self, do, game, *arguments, **more):
        """Return what do returns with games in this process, and compare it with those in another."""
        with make(game, *arguments, **more) as batch:
            self.assertIsInstance(batch._server, Library)
            ours = do(batch)
        with mock.patch.dict(os.environ, PROCESS), make(game, *arguments, **more) as batch:
            self.assertIsInstance(batch._server, Process)
            self.assertEqual(ours, do(batch))
        return ours

    def test_games(self):
        for game in gridiron.GAMES:
            for more in ({}, {"restart": "same", "max_steps": 30, "workers": 3}, {"opponent": {"random": 1, "usual": 2}, "seat": "each"}):
                with self.subTest(game, **more):
                    self.each(lambda batch: roll(batch.reset(seed=3), 100), game, 5, **more)

    def test_commands(self):
        def play(batch):
            rows = []
            batch.reset(seed=[-3, 2**64 - 1, 10**30]).reset(seed=7, games=[2], start=batch.layout(1)).reset(seed=2**63, games=[0])
            for turn in range(40):
                batch.step(batch.sample if turn % 9 else np.full_like(batch.sample, 999))  # illegal actions end games
                batch.step_game(1, batch.sample[1])
                batch.clone_game(0, 2) if turn % 4 else batch.clone_games([0, 1, 2], [1, 2, 0])
                rows.append((turn, [batch.why(n) for n in range(3)], *(getattr(batch, name).tobytes() for name in ARRAYS)))
            batch.set_state(batch.state(1), 0)
            return rows, batch.state(0), batch.legal_texts(), batch.render(), batch.svg(), batch.rgb().tobytes()

        for game in ("amazons", "tron"):
            self.each(play, game, 3)

    def test_errors(self):
        for wrong in ({"opponent": "nobody"}, {"start": "what"}, {"restart": "never"}, {"seat": "green"}, {"options": {"arrow-range": 77}},
                      {"options": {"colour": 1}}, {"num_envs": 2_000_000}, {"record_games": [7], "record": "x"}):
            says = []
            for engine in ("library", "process"):
                with mock.patch.dict(os.environ, GRIDIRON_ENGINE=engine), self.assertRaises(gridiron.GridironError) as caught:
                    gridiron.make("amazons", **wrong)
                says.append(str(caught.exception))
            self.assertEqual(*says)
        for engine in ("library", "process"):
            with mock.patch.dict(os.environ, GRIDIRON_ENGINE=engine), make("tron") as batch:
                for what, says in ((lambda: batch.reset(start="nowhere"), "nowhere"), (lambda: batch.text([99]), "nobody is asked"), (batch.render, "reset first")):
                    with self.assertRaisesRegex(gridiron.GridironError, says):
                        what()
        with mock.patch.dict(os.environ, GRIDIRON_ENGINE="quick"), self.assertRaisesRegex(gridiron.GridironError, "quick: want library or process"):
            make("tron")
        with self.assertRaisesRegex(ValueError, "null byte"):
            make("tron", start="\0")

    def test_variables(self):
        """Flags have variables, also those that are set later."""
        make("tron").close()
        for engine in ("library", "process"):
            with mock.patch.dict(os.environ, GRIDIRON_ENGINE=engine, TRON_SEAT="red"), self.assertRaisesRegex(gridiron.GridironError, "red"):
                make("tron")
        make("tron").close()

    def test_records(self):
        with tempfile.TemporaryDirectory() as folder:
            with make("sarena", 2, record=folder, restart="off", opponent="random") as batch:
                self.assertIsInstance(batch._server, Library)
                batch.reset(seed=1)
                while not batch.terminated.all():
                    batch.step(batch.sample)
            for name in sorted(os.listdir(folder)):
                subprocess.run([gridiron.find("sarena"), "replay", os.path.join(folder, name), "--verify"], check=True, stdout=subprocess.DEVNULL)

    def test_watch(self):
        import urllib.request
        with make("tron") as batch:
            address = batch.reset(seed=1).watch()
            with urllib.request.urlopen(address, timeout=60) as page:
                self.assertIn(b"<html", page.read())
        with self.assertRaises(OSError):
            urllib.request.urlopen(address, timeout=60)


class Choice(unittest.TestCase):
    def test_programs(self):
        """Opponents that are programs, and what names a program, mean a process."""
        text = "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m.get('type') == 'hello': print(json.dumps({'name': 'x'}), flush=True)\n"
        with tempfile.TemporaryDirectory() as folder:
            bot = Path(folder) / "bot.py"
            bot.write_text(text, encoding="utf-8")
            for more in ({"opponent": f"exec:'{sys.executable}' '{bot}'"}, {"binary": gridiron.find("tron")}, {"shared": False}):
                with make("tron", **more) as batch:
                    self.assertIsInstance(batch._server, Process)

    def test_lazy(self):
        self.assertEqual(python("import gridiron, gridiron._library as l; print(l._loaded)"), "{}")

    def test_missing(self):
        """A folder of programs without the library has processes, unless the library is wanted."""
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.basename(gridiron.find("tron"))
            shutil.copy2(gridiron.find("tron"), os.path.join(folder, name))
            text = "import gridiron; print(type(gridiron.make('tron')._server).__name__)"
            self.assertEqual(python(text, GRIDIRON_BIN=folder), "Process")
            self.assertEqual(python(text), "Library")
            with self.assertRaisesRegex(AssertionError, "GridironError: GRIDIRON_ENGINE=library: .* cannot be loaded"):
                python(text, GRIDIRON_BIN=folder, GRIDIRON_ENGINE="library")


def child(pipe, batch):
    """Play in a new environment, and tell what it is and what is wrong with one that was made before a fork."""
    with make("amazons", 2) as own:
        roll(own.reset(seed=3), 50)
        kind = type(own._server).__name__
    try:
        batch.step(batch.sample)
        says = ""
    except gridiron.GridironError as e:
        says = str(e)
    pipe.send((kind, says))


def env():
    import gridiron.gym  # in a child that was not forked, too
    import gymnasium
    return gymnasium.make(f"gridiron/Tron-v{gridiron.RULES['tron']}", opponent="rules")


class Processes(unittest.TestCase):
    def test_vectors(self):
        """Gymnasium's vectors of processes, also after a fork of one with the library."""
        needs("gymnasium")
        import gymnasium
        env().close()
        for method in multiprocessing.get_all_start_methods():
            with self.subTest(method):
                envs = gymnasium.vector.AsyncVectorEnv([env] * 2, context=method)
                seen, _ = envs.reset(seed=1)
                for _ in range(5):
                    seen, *_ = envs.step(seen["action_mask"].argmax(1))
                envs.close()

    def test_starts(self):
        parent = make("amazons", 2).reset(seed=3)
        self.assertIsInstance(parent._server, Library)
        for method in multiprocessing.get_all_start_methods():
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                ours, theirs = context.Pipe()
                process = context.Process(target=child, args=(theirs, parent))  # without a fork it is pickled
                process.start()
                self.assertTrue(ours.poll(120))
                kind, says = ours.recv()
                process.join()
                self.assertEqual((process.exitcode, kind), (0, "Process" if method == "fork" else "Library"))
                self.assertIn("belongs to the process that made it" if method == "fork" else "", says)
                parent.step(parent.sample)
        parent.close()
        with self.assertRaisesRegex(gridiron.GridironError, "closed"):
            parent.step(parent.sample)

    @unittest.skipUnless(sys.platform == "linux", "needs /proc")
    def test_memory(self):
        def used():
            gc.collect()
            return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20

        def threads():
            return len(os.listdir("/proc/self/task"))
        before = []
        for n in range(1000):
            batch = make("tron", 8, workers=3, opponent="rules").reset(seed=n)
            batch.step(batch.sample)
            if n % 2:
                batch.close()
            del batch
            if n in (300, 999):
                before.append((used(), threads()))
        (early, few), (late, many) = before
        self.assertLess(late - early, 30, "megabytes")
        self.assertLess(many - few, 20, "threads")

    def test_arrays_stay(self):
        batch = make("tron").reset(seed=1)
        codes, copy = batch.codes, batch.codes.copy()
        batch.close()
        del batch
        gc.collect()
        for seed in range(50):
            make("tron").reset(seed=seed).close()
        np.testing.assert_array_equal(codes, copy)

    def test_threads(self):
        batches = [make("sarena", 4).reset(seed=5) for _ in range(3)]
        sums = []
        threads = [threading.Thread(target=lambda b=b: sums.append(roll(b, 300))) for b in batches]
        threads += [threading.Thread(target=lambda: [batches[2].svg() for _ in range(20)])]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual((len(sums), len(set(sums))), (3, 1))

    @unittest.skipIf(os.name == "nt", "needs signals")
    def test_interrupt(self):
        """Ctrl-C is heard while an opponent thinks, and Python goes on."""
        text = f"""
import gridiron, os, signal, threading, time
b = gridiron.make("amazons", opponent={SLOW!r}).reset(seed=1)
assert type(b._server).__name__ == "Library"
begun = []
def later():
    time.sleep(1)
    begun.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=later).start()
try:
    while True:
        b.step(b.sample)
except KeyboardInterrupt:
    took = time.monotonic() - begun[0]
try:
    b.step(b.sample)
except gridiron.GridironError as e:
    print(e)
print(took < 20)
"""
        self.assertEqual(python(text).split("\n"), ["this environment is closed", "True"])  # a move would take minutes

    @unittest.skipIf(os.name == "nt", "needs signals")
    def test_crash(self):
        """faulthandler still says where Python crashed, whichever came first."""
        for first, second in (("faulthandler.enable()", "make()"), ("make()", "faulthandler.enable()")):
            text = f"import ctypes, faulthandler, gridiron\ndef make():\n    return gridiron.make('tron').reset(seed=1)\n{first}\n{second}\nctypes.string_at(0)"
            with self.assertRaisesRegex(AssertionError, "(?s)exit status -11: Fatal Python error: Segmentation fault.*line 6"):
                python(text)


if __name__ == "__main__":
    unittest.main()
