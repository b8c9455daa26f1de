"""The raw face: processes, memory, copies, notations, records."""

import copy
import gc
import glob
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import numpy as np

import gridiron

SHORT = {"reantics": {"options": {"cap": 8}}, "pelita": {"options": {"rounds": 4}}}
PROCESS = {"GRIDIRON_ENGINE": "process"}
ARRAYS = ("codes", "scalars", "mask", "reward", "terminated", "truncated", "to_play", "sample", "errors")


def make(game, n=1, **more):
    return gridiron.make(game, n, **{**SHORT.get(game, {}), **more})


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def roll(batch, steps):
    """Return a sum of everything that a batch shows in so many steps."""
    total = 0
    for _ in range(steps):
        batch.step(batch.legal_sample())
        total = hash((total, *(getattr(batch, name).tobytes() for name in ARRAYS)))
    return total


class Same(unittest.TestCase):
    """The same seeds and actions are the same games, however they are sent."""

    def test_ways(self):
        for game in gridiron.GAMES:
            with self.subTest(game):
                sums = set()
                for more in ({}, {"shared": False}, {"workers": 3}):
                    with make(game, 7, **more) as batch:
                        sums.add(roll(batch.reset(seed=3), 150))
                self.assertEqual(len(sums), 1)

    def test_number(self):
        """The number of games changes no game."""
        for game in gridiron.GAMES:
            with self.subTest(game), make(game, 5) as many, make(game, 1) as one:
                many.reset(seed=10)
                one.reset(seed=13)
                for _ in range(200):
                    for name in ARRAYS:
                        np.testing.assert_array_equal(getattr(many, name)[3], getattr(one, name)[0], name)
                    many.step(many.sample)
                    one.step(one.sample)

    def test_opponent(self):
        with make("sarena", 4, opponent="random", seat="each") as batch:
            batch.reset(seed=1)
            for _ in range(100):
                self.assertEqual(list(batch.to_play), [0, 1, 0, 1])
                batch.step(batch.sample)
                self.assertTrue(((batch.reward.sum(1) == 0) | (batch.terminated == 1)).all())

    def test_copies(self):
        for game in gridiron.GAMES:
            with self.subTest(game), make(game, 2) as batch:
                roll(batch.reset(seed=8), 20)
                others = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), batch.clone()]
                for other in others:
                    for name in ("codes", "scalars", "mask"):
                        np.testing.assert_array_equal(getattr(batch, name), getattr(other, name))
                batch.clone_game(0, 1)
                np.testing.assert_array_equal(batch.codes[0], batch.codes[1])
                for other in others:
                    other.close()


class Rules(unittest.TestCase):
    def test_illegal(self):
        with make("amazons") as batch:
            batch.reset(seed=1)
            batch.step([0])
            self.assertEqual((batch.errors[0], batch.terminated[0], batch.reward[0].tolist()), (1, 1, [-1, 1]))
            self.assertIn("0 is not legal", batch.why())
            batch.step([0])  # the next game
            batch.step([2000])
            self.assertEqual((batch.errors[0], batch.terminated[0]), (1, 1))
        with make("amazons", illegal="replace") as batch:
            batch.reset(seed=1)
            batch.step([0])
            self.assertEqual((batch.errors[0], batch.terminated[0], int(batch.named("phase")[0, 0])), (1, 0, 1))

    def test_max_steps(self):
        with make("amazons", restart="same", max_steps=5) as batch:
            batch.reset(seed=1)
            for n in range(1, 21):
                batch.step(batch.sample)
                self.assertEqual((batch.truncated[0], batch.terminated[0]), (n % 5 == 0, 0))

    def test_wrong(self):
        for wrong, says in (({"opponent": "nobody"}, "nobody"), ({"start": "what"}, "start"), ({"restart": "never"}, "never"),
                            ({"seat": "green"}, "green"), ({"options": {"arrow-range": 77}}, "arrow-range")):
            with self.assertRaisesRegex(gridiron.GridironError, says):
                gridiron.make("amazons", **wrong)
        with make("tron") as batch:
            with self.assertRaisesRegex(gridiron.GridironError, "nowhere"):
                batch.reset(seed=1, start="nowhere")
            with self.assertRaisesRegex(ValueError, "want"):
                batch.step([1, 2, 3])
            batch.reset(seed=1).step([0, 0])

    def test_notation(self):
        for game in gridiron.GAMES:
            with self.subTest(game), make(game) as batch:
                batch.reset(seed=2)
                for text in batch.legal_texts()[:5]:
                    actions = batch.parse(text)
                    self.assertTrue(batch.mask[0, 0, actions[0]])
                    if game != "reantics":  # whose placements may come in parts
                        self.assertEqual(batch.text(actions), text)
                self.assertTrue(batch.render() and batch.layout())

    def test_records(self):
        for game in gridiron.GAMES:
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                with make(game, 3, record=folder, record_games=[1], restart="off") as batch:
                    batch.reset(seed=5)
                    seen, acted = [], []
                    while not batch.terminated[1]:
                        seen.append(batch.codes[1].copy())
                        acted.append(batch.sample[1].copy())
                        batch.step(batch.sample)
                    reward = batch.reward[1].copy()
                self.assertEqual(os.listdir(folder), ["game-1-0.jsonl"])
                path = os.path.join(folder, "game-1-0.jsonl")
                subprocess.run([gridiron._server.find(game), "replay", path, "--verify"], check=True, stdout=subprocess.DEVNULL)
                with open(path, encoding="utf-8") as file:
                    replay = gridiron.Replay(game, file.read())
                np.testing.assert_array_equal(replay.codes, seen)
                np.testing.assert_array_equal(replay.actions, acted)
                np.testing.assert_array_equal(replay.reward, reward)
                self.assertTrue(replay.ended)


def child(pipe):
    with make("amazons", 2) as batch:
        pipe.send(roll(batch.reset(seed=3), 5) is not None)


class Processes(unittest.TestCase):
    @mock.patch.dict(os.environ, PROCESS)
    def test_collected(self):
        batch = make("tron")
        pid = batch._server.pid
        del batch
        gc.collect()
        self.assertFalse(alive(pid))

    @unittest.skipUnless(sys.platform == "linux", "needs /proc")
    @mock.patch.dict(os.environ, PROCESS)
    def test_killed_server(self):
        for shared in (True, False):
            for what in (lambda b: b.step(b.sample), lambda b: b.step_game(0, b.sample[0]), lambda b: b.reset(seed=2), lambda b: b.svg()):
                batch = make("tron", shared=shared).reset(seed=1)
                os.kill(batch._server.pid, signal.SIGKILL)
                begin = time.monotonic()
                with self.assertRaisesRegex(gridiron.GridironError, "has ended with exit code -9"):
                    for _ in range(3):
                        what(batch)
                self.assertLess(time.monotonic() - begin, 10)  # milliseconds, on a machine that does nothing else

    @unittest.skipUnless(sys.platform == "linux", "needs /proc")
    @mock.patch.dict(os.environ, PROCESS)
    def test_killed_python(self):
        text = "import gridiron, time\nb = gridiron.make('tron', 8).reset(seed=1)\nprint(b._server.pid, flush=True)\ntime.sleep(60)"
        before = set(glob.glob("/dev/shm/*gridiron*"))
        process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE)
        pid = int(process.stdout.readline())
        process.kill()
        process.wait()
        process.stdout.close()
        for _ in range(200):
            if not alive(pid):
                break
            time.sleep(0.05)
        self.assertFalse(alive(pid))
        self.assertEqual(set(glob.glob("/dev/shm/*gridiron*")), before)

    def test_other_processes(self):
        parent = make("amazons", 2).reset(seed=3)
        for method in multiprocessing.get_all_start_methods():
            if method == "forkserver":
                continue
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                ours, theirs = context.Pipe()
                process = context.Process(target=child, args=(theirs,))
                process.start()
                self.assertTrue(ours.poll(60))
                self.assertTrue(ours.recv())
                process.join()
                parent.step(parent.sample)
        parent.close()
        with self.assertRaisesRegex(gridiron.GridironError, "closed"):
            parent.step([0, 0])


if __name__ == "__main__":
    unittest.main()
