"""What Gymnasium and PettingZoo ask of an environment, for all five games."""

import copy
import unittest
import warnings

import numpy as np

import gridiron
from needs import needs

# Random games of ReAntics and Pelita hardly end.
SHORT = {"reantics": {"options": {"cap": 6}}, "pelita": {"options": {"rounds": 4}}}


class Gymnasium(unittest.TestCase):
    def setUp(self):
        needs("gymnasium")
        import gridiron.gym

    def test_check_env(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        for game, rules in gridiron.RULES.items():
            with self.subTest(game), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = gymnasium.make(f"gridiron/{game.capitalize()}-v{rules}", render_mode="ansi", **SHORT.get(game, {}))
                self.assertEqual(int(env.unwrapped.batch.rules), rules)
                check_env(env.unwrapped)
                env.close()

    def test_pictures(self):
        import gymnasium
        env = gymnasium.make("gridiron/Sarena-v1", render_mode="svg")
        env.reset(seed=1)
        self.assertTrue(env.render().startswith("<svg"))
        self.assertEqual(env.render(), env.unwrapped._repr_svg_())
        env.close()

    def test_pixels(self):
        """Frames are RGB arrays that change with the game, of one environment, of many and of PettingZoo."""
        import gymnasium
        import numpy as np
        for game, rules in gridiron.RULES.items():
            with self.subTest(game):
                name = f"gridiron/{game.capitalize()}-v{rules}"
                env = gymnasium.make(name, render_mode="rgb_array", opponent="random", **SHORT.get(game, {}))
                env.reset(seed=1)
                first = env.render()
                batch = env.unwrapped.batch
                for _ in range(60):  # a set-up or a first part of a turn may show nothing
                    env.step(int(batch.mask[0, 0].argmax()))
                    if not np.array_equal(first, env.render()):
                        break
                else:
                    self.fail("the picture does not change")
                self.assertEqual((first.dtype, first.ndim, first.shape[1:]), (np.uint8, 3, (640, 3)))
                self.assertGreater(len(np.unique(first.reshape(-1, 3), axis=0)), 5)
                self.assertLess(batch.rgb(dark=True).mean(), first.mean())
                self.assertEqual(batch.rgb(width=200).shape[1], 200)
                self.assertRaisesRegex(gridiron.GridironError, "want a width", batch.rgb, width=-1)
                env.close()
        envs = gymnasium.make_vec("gridiron/Sarena-v1", num_envs=2, render_mode="rgb_array")
        envs.reset(seed=1)
        self.assertEqual([frame.shape for frame in envs.render()], [(640, 640, 3)] * 2)
        envs.close()
        with self.assertRaisesRegex(ValueError, "want ansi, svg, rgb_array, human"):
            gridiron.gym.make("tron", render_mode="video")

    def test_page(self):
        """A person watches on a page, which has every position since the game began."""
        import urllib.request
        from unittest import mock
        for game in gridiron.GAMES:
            with self.subTest(game), mock.patch("webbrowser.open", return_value=True) as opened, mock.patch("time.sleep"):
                env = gridiron.gym.make(game, "random", "human")
                env.reset(seed=1)
                for _ in range(40):  # of the first legal actions: a set-up takes 13 of them, and random may crash soon
                    env.step(int(env.batch.mask[0, 0].argmax()))
                self.assertIsNone(env.render())
                (address,), = [call.args for call in opened.call_args_list]
                with urllib.request.urlopen(address, timeout=60) as page:
                    self.assertIn(b"<script", page.read())
                text = b""
                with urllib.request.urlopen(address + "events", timeout=60) as events:
                    while text.count(b"event: ply") + text.count(b"event: cut") < 2:
                        text += events.read1(1 << 16)
                self.assertIn(b'"names":["learner","random"]', text)
                env.close()
                self.assertRaises(OSError, urllib.request.urlopen, address, timeout=60)

    def test_drawn_seeds(self):
        """A seed that an environment draws is what integers draws, and begins the game that this seed begins."""
        for source in (np.random.PCG64, np.random.MT19937):
            ours, theirs = np.random.Generator(source(7)), np.random.Generator(source(7))
            for _ in range(50):
                self.assertEqual(gridiron.gym.draw(ours), int(theirs.integers(0, 1 << 63)))
                self.assertEqual(ours.integers(9), theirs.integers(9))  # half a word
        for game in gridiron.GAMES:
            env, other = (gridiron.gym.make(game, "random", **SHORT.get(game, {})) for _ in range(2))
            env.reset(seed=3)
            for _ in range(3):
                seen, info = env.reset()
                again, _ = other.reset(seed=info["seed"])
                for _ in range(9):
                    for key in seen:
                        np.testing.assert_array_equal(seen[key], again[key])
                    action = int(seen["action_mask"].argmax())
                    seen, again = env.step(action)[0], other.step(action)[0]
            env.close()
            other.close()

    def test_order(self):
        """The errors before reset are those of Gymnasium's wrapper."""
        import gymnasium
        from gymnasium.error import ResetNeeded
        env = gymnasium.make("gridiron/Tron-v1", render_mode="ansi")
        self.assertRaisesRegex(ResetNeeded, r"Cannot call env.step\(\) before calling env.reset\(\)", env.step, 0)
        self.assertRaisesRegex(ResetNeeded, r"Cannot call `env.render\(\)` before", env.render)
        env.reset()
        env.step(0)
        self.assertIn("#", env.render())
        env.close()

    def test_vector(self):
        import gymnasium
        import numpy as np
        for game, rules in gridiron.RULES.items():
            with self.subTest(game):
                envs = gymnasium.make_vec(f"gridiron/{game.capitalize()}-v{rules}", num_envs=3, seat="each", **SHORT.get(game, {}))
                first, _ = envs.reset(seed=5)
                self.assertIn(first, envs.observation_space)
                again, _ = envs.reset(seed=[5, 6, 7])
                ended = 0
                for key in first:
                    np.testing.assert_array_equal(first[key], again[key])
                for _ in range(2000):
                    actions = envs.unwrapped.batch.legal_sample()[:, 0]
                    seen, reward, over, cut, _ = envs.step(actions)
                    self.assertTrue(((reward != 0) <= (over | cut)).all())
                    ended += over.sum()
                    if ended > 3:
                        break
                self.assertIn(seen, envs.observation_space)
                self.assertGreater(ended, 3)
                envs.close()


class PettingZoo(unittest.TestCase):
    def setUp(self):
        needs("pettingzoo")
        import gridiron.pettingzoo

    def test_waiting(self):
        """A seat that is not to play sees what it saw when it was, without a legal action; at the end every action is legal."""
        for game in ("amazons", "sarena"):
            for observation in ("codes", "planes"):
                env = gridiron.pettingzoo.env(game, observation=observation, start="6x6" if game == "amazons" else "")
                env.reset(seed=1)
                asked = {a: {key: np.zeros_like(array) for key, array in env.observe(a).items()} for a in env.agents}
                while not env.terminations[env.agent_selection]:
                    for agent in env.agents:
                        seen = env.observe(agent)
                        if agent == env.agent_selection:
                            asked[agent] = seen
                            continue
                        self.assertFalse(seen.pop("action_mask").any())
                        for key, array in seen.items():
                            np.testing.assert_array_equal(array, asked[agent][key])
                    env.step(int(env.batch.sample[0, 0]))
                for agent in env.agents:
                    self.assertTrue(env.observe(agent)["action_mask"].all())
                self.assertRaises(KeyError, env.observe, "nobody")
                env.close()

    def test_api(self):
        from pettingzoo.test import api_test, parallel_api_test
        from pettingzoo.test.seed_test import parallel_seed_test, seed_test
        for game in gridiron.GAMES:
            with self.subTest(game), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                more = {**SHORT.get(game, {}), "illegal": "replace"}
                aec = lambda: gridiron.pettingzoo.env(game, **more)
                parallel = lambda: gridiron.pettingzoo.parallel_env(game, **more)
                api_test(aec(), num_cycles=60)
                parallel_api_test(parallel(), num_cycles=60)
                seed_test(aec, num_cycles=30)
                parallel_seed_test(parallel, num_cycles=30)

    def test_more(self):
        """The tests of rendering, of speed and of max_cycles. The latter wants as many actions of each agent, which two games do not have."""
        import types
        from unittest import mock
        from pettingzoo.test import performance_benchmark, render_test
        from pettingzoo.test.max_cycles_test import max_cycles_test
        for game in gridiron.GAMES:
            with self.subTest(game), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                more = {**SHORT.get(game, {}), "illegal": "replace"}
                render_test(lambda render_mode: gridiron.pettingzoo.env(game, render_mode, **more),
                            custom_tests={"svg": lambda text: text.startswith("<svg")})
                clock = iter(range(0, 1000, 2))  # of the benchmark, which goes on for five seconds
                with mock.patch("pettingzoo.test.performance_benchmark.time.time", lambda: next(clock)):
                    performance_benchmark(gridiron.pettingzoo.env(game, **more))
                made = lambda what: lambda max_cycles: what(game, max_cycles=max_cycles, **more)
                module = types.SimpleNamespace(env=made(gridiron.pettingzoo.env), parallel_env=made(gridiron.pettingzoo.parallel_env))
                if game in ("amazons", "reantics"):
                    env = module.env(max_cycles=4)
                    env.reset(seed=1)
                    steps = 0
                    while not any(env.truncations.values()):
                        env.step(env.batch.sample[0, 0])
                        steps += 1
                    self.assertEqual(steps, 8)
                    env.close()
                else:
                    with mock.patch("gymnasium.spaces.Discrete.sample", lambda *_: 0):  # no bike crashes in four cycles
                        max_cycles_test(module)

    def test_sample(self):
        """The action spaces draw what a Discrete space of Gymnasium draws."""
        from gymnasium.spaces import Discrete
        ours, theirs = gridiron.gym.Actions(40, seed=5), Discrete(40, seed=5)
        chance = np.random.default_rng(3)
        masks = [None, np.zeros(40, np.int8), *(chance.random((50, 40)) < 0.2).astype(np.int8)]
        for mask in masks:
            self.assertEqual(ours.sample(mask), theirs.sample(mask))
        with self.assertRaises(AssertionError):
            ours.sample(np.ones(39, np.int8))
        self.assertEqual(ours, theirs)

    def test_copies(self):
        env = gridiron.pettingzoo.env("amazons")
        env.reset(seed=4)
        for _ in range(7):
            env.step(env.batch.sample[0, 0])
        other = copy.deepcopy(env)
        for _ in range(5):
            action = env.batch.legal_actions()[0]
            env.step(action)
            other.step(action)
        self.assertEqual(env.batch.layout(), other.batch.layout())
        self.assertIsNot(env.batch._server, other.batch._server)


if __name__ == "__main__":
    unittest.main()
