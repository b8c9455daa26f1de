"""Corners of the learning environments."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest

import numpy as np

import gridiron
from needs import needs


class Corners(unittest.TestCase):
    def test_final_view(self):
        """What a seat sees of a game that is over is its own view."""
        for game in ("sarena", "amazons"):
            for opponent in (None, "random"):
                with self.subTest(game=game, opponent=opponent):
                    with gridiron.make(game, 20, opponent=opponent, seat="each" if opponent else None, restart="off") as b:
                        b.reset(seed=1)
                        while not b.terminated.all():
                            b.step(b.sample)
                        np.testing.assert_array_equal(b.named("seat")[:, 0], b.to_play)

    def test_other_programs(self):
        for binary, why in (("/not/there", "cannot be started"), (shutil.which("echo"), "no program of gridiron"), (gridiron.find("sarena"), "plays sarena")):
            with self.assertRaisesRegex(gridiron.GridironError, why):
                gridiron.make("tron", binary=binary)

    def test_copies_are_cut_off(self):
        with gridiron.make("sarena", 2, max_steps=10, restart="off") as b:
            b.reset(seed=1)
            for _ in range(8):
                b.step(b.sample)
            b.clone_game(0, 1)
            for _ in range(2):
                b.step(b.sample)
            self.assertEqual(b.truncated.tolist(), [1, 1])
            with b.clone() as other:
                self.assertEqual(other.truncated.tolist(), [1, 1])

    def test_samples_of_copies(self):
        """The games that follow in a copy are drawn like those of the original, and differ from each other."""
        with gridiron.make("amazons", 8, max_steps=5) as b:
            b.reset(seed=1)
            for _ in range(6):
                b.step(b.sample)
            with b.clone() as other:
                for batch in (b, other):
                    for _ in range(11):
                        batch.step(batch.sample)
                np.testing.assert_array_equal(b.codes, other.codes)
                self.assertEqual(len({tuple(other.state(game)["actions"]) for game in range(8)}), 8)

    def test_actions_that_do_not_fit(self):
        with gridiron.make("sarena") as b:
            a = int(b.reset(seed=1).legal_actions()[0])
            for way in (lambda n: b.step([n]), lambda n: b.step(np.array([[n]])), lambda n: b.step_game(0, n)):
                for wrong in (65536 + a, a - 65536):
                    b.reset(seed=1)
                    way(wrong)
                    self.assertEqual((b.errors[0], b.terminated[0]), (1, 1))
                with self.assertRaises(ValueError):
                    way(a + 0.5)

    def test_wrong_arguments(self):
        """One message says what was wrong and what is wanted, and the games stay as they are."""
        with gridiron.make("tron", 2).reset(seed=1) as b:
            state = b.state(0)
            bad = gridiron.GridironError
            for kind, says, call in (
                (IndexError, "game -1: want 0 to 1", lambda: b.step_game(-1, [0, 0])),
                (IndexError, "game 2: want 0 to 1", lambda: b.step_game(2, [0, 0])),
                (TypeError, "integer", lambda: b.step_game(0.5, [0, 0])),
                (ValueError, r"\(1,\): want \(2,\)", lambda: b.step_game(0, [1])),
                (ValueError, r"\(\): want \(2,\)", lambda: b.step_game(0, 1)),
                (bad, "state.seed: number: want a text", lambda: b.set_state({"seed": 5})),
                (bad, "the state: seed \"\": want a decimal integer", lambda: b.set_state({})),
                (bad, "the state: episode -3: want at least 0", lambda: b.set_state({**state, "episode": -3})),
                (bad, "the state: option \"rounds\": tron has no", lambda: b.set_state({**state, "options": {"rounds": "7"}})),
                (bad, "state.actions: number 99999: want a whole number from", lambda: b.set_state({**state, "actions": [99999]})),
                (bad, "actions: number 99999: want a whole number", lambda: b.text(99999)),
                (bad, "dark: number: want true or false", lambda: b.svg(dark=1)),
                (bad, "game 'Tron': want amazons, ", lambda: gridiron.make("Tron")),
                (bad, "--games: 1000000000000: want at most 1000000", lambda: gridiron.make("tron", 10 ** 12)),
            ):
                with self.assertRaisesRegex(kind, says):
                    call()
                self.assertEqual(b.state(0), state)

    def test_records_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            with gridiron.make("sarena", record=folder, restart="off") as b:
                for seed in range(3):
                    b.reset(seed=seed)
                    while not b.terminated[0]:
                        b.step(b.sample)
                    if seed == 1:
                        b.clone().close()
            names = sorted(os.listdir(folder))
            self.assertEqual(len(names), 4)
            for name in names:
                subprocess.run([gridiron.find("sarena"), "replay", os.path.join(folder, name), "--verify"], check=True,
                               stdout=subprocess.DEVNULL)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "needs SIGALRM")
    def test_limit_of_time(self):
        for kind in (TimeoutError, RuntimeError):
            def late(*_):
                raise kind()
            before = signal.signal(signal.SIGALRM, late)
            try:
                b = gridiron.make("amazons", opponent="champion:nodes=400000").reset(seed=1)
                with self.assertRaises(kind):
                    for _ in range(20):
                        signal.setitimer(signal.ITIMER_REAL, 0.01)
                        b.step(b.sample)
                        signal.setitimer(signal.ITIMER_REAL, 0)
                with self.assertRaises(gridiron.GridironError):  # not the answer to the step before
                    b.step(b.sample)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                b.close()

    @unittest.skipUnless(hasattr(signal, "setitimer"), "needs SIGALRM")
    def test_interrupted_pipes(self):
        """An interrupt while arrays go through pipes leaves no half of a command or an answer behind."""
        class Interrupt(Exception):
            pass

        def interrupt(*_):
            raise Interrupt
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            for n in range(30):
                with gridiron.make("tron", 64, shared=False).reset(seed=1) as b:
                    with self.assertRaises(Interrupt):
                        signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.0002 * n)
                        while True:
                            b.step(b.sample)
                    try:
                        b.step(b.sample)
                        with b.clone() as other:
                            np.testing.assert_array_equal(other.codes, b.codes)
                    except gridiron.GridironError as error:
                        self.assertIn("closed", str(error))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_numbers_of_numpy(self):
        with gridiron.make("sarena", 2).reset(seed=1) as b:
            for game in np.flatnonzero(b.terminated == 0):
                self.assertEqual(b.state(game), b.state(int(game)))
                self.assertEqual(b.layout(game), b.layout(int(game)))
            b.clone_game(np.int64(0), np.int64(1))

    def test_options_of_a_reset(self):
        with gridiron.make("pelita") as b:
            for options, says in (({"round": 7}, "round.*rounds, error-limit"), ({"allow-camping": "of course"}, "true or false")):
                with self.assertRaisesRegex(gridiron.GridironError, says):
                    b.reset(seed=1, options=options)
            b.reset(seed=1, options={"rounds": 7, "allow-camping": 1})
            self.assertEqual(b.state()["options"], {"rounds": "7", "allow-camping": "true"})
        with gridiron.make("tron") as b:
            with self.assertRaisesRegex(gridiron.GridironError, "no options"):
                b.reset(seed=1, options={"rounds": 7})

    def test_vector_seeds(self):
        needs("gymnasium")
        import gymnasium
        import gridiron.gym
        for seed in (5, [5, 6], np.int64(5)):
            seen = []
            for _ in range(2):
                envs = gymnasium.make_vec("gridiron/Sarena-v1", num_envs=2)
                envs.reset(seed=5)
                seen.append([envs.reset()[0]["observation"].tobytes(), envs.reset(seed=seed)[0]["observation"].tobytes(), envs.np_random_seed])
                envs.close()
            self.assertEqual(seen[0], seen[1])
            self.assertEqual(seen[0][2], 5)

    def test_who_is_stepped(self):
        """Gymnasium steps one seat, PettingZoo all of them."""
        needs("gymnasium")
        needs("pettingzoo")
        import gymnasium
        import gridiron.gym
        import gridiron.pettingzoo
        with self.assertRaisesRegex(ValueError, "pettingzoo"):
            gymnasium.make("gridiron/Amazons-v1", opponent=None)
        with self.assertRaisesRegex(ValueError, "pettingzoo"):
            gymnasium.make_vec("gridiron/Tron-v1", num_envs=2, opponent=None)
        for make in (gridiron.pettingzoo.env, gridiron.pettingzoo.parallel_env):
            with self.assertRaisesRegex(TypeError, "opponent"):
                make("tron", opponent="random")

    def test_whose_error(self):
        needs("pettingzoo")
        import gridiron.pettingzoo
        env = gridiron.pettingzoo.env("tron")
        env.reset(seed=1)
        env.step(9)
        env.step(0)
        self.assertEqual([a for a, info in env.infos.items() if info], ["blue"])
        env = gridiron.pettingzoo.env("sarena", illegal="replace")
        env.reset(seed=1)
        env.step(int(env.batch.mask[0, 0].argmin()))
        self.assertEqual([a for a, info in env.infos.items() if info], ["yellow"])
        env.step(int(env.batch.sample[0, 0]))
        self.assertFalse(any(env.infos.values()))


if __name__ == "__main__":
    unittest.main()
