"""Stable-Baselines3 takes the environments as they are, and the examples with torch learn and play. Short: nothing here must learn well."""

import os
import tempfile
import unittest
from unittest import mock

import gridiron
from needs import EXAMPLES, needs, run_example

SHORT = {"reantics": {"options": {"cap": 6}}, "pelita": {"options": {"rounds": 4}}}


class Torch(unittest.TestCase):
    def setUp(self):
        for library in ("gymnasium", "torch", "stable_baselines3", "sb3_contrib"):  # large: TestStableBaselines names a Python that has them
            needs(library, required=False)
        logs = tempfile.TemporaryDirectory()  # otherwise every training leaves a folder in that of temporary files
        self.addCleanup(logs.cleanup)
        variable = mock.patch.dict(os.environ, SB3_LOGDIR=logs.name)
        variable.start()
        self.addCleanup(variable.stop)
        import gridiron.gym

    def test_single(self):
        import gymnasium
        from sb3_contrib import MaskablePPO
        from stable_baselines3 import PPO
        from stable_baselines3.common.env_checker import check_env
        for game, rules in gridiron.RULES.items():
            for kind in (PPO, MaskablePPO):
                with self.subTest(game, kind=kind.__name__):
                    env = gymnasium.make(f"gridiron/{game.capitalize()}-v{rules}", opponent="random", **SHORT.get(game, {}))
                    check_env(env)
                    kind("MultiInputPolicy", env, n_steps=32, batch_size=32, n_epochs=1).learn(32)
                    env.close()

    def test_vector(self):
        from sb3_contrib import MaskablePPO
        from gridiron.sb3 import VecEnv
        for game in ("tron", "sarena"):
            env = VecEnv(game, 8, opponent="random", observation="planes", max_steps=4)
            env.seed(3)
            model = MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=64, n_epochs=1)
            model.learn(256)
            self.assertGreater(len(model.ep_info_buffer), 5)
            env.seed(3)
            env.reset()
            for _ in range(4):  # so short that no game ends by itself
                seen, reward, done, infos = env.step([m.argmax() for m in env.env_method("action_masks")])
            for over, info in zip(done, infos):
                self.assertEqual(over, "terminal_observation" in info)
            self.assertTrue(any(info.get("TimeLimit.truncated") for info in infos))
            env.close()

    def test_ppo(self):
        """PPO in one file, against a league and against its earlier versions."""
        self.trains_and_plays("ppo.py", "PPO_POLICY", "policy.pt", "--steps", "4000", "--envs", "16")

    def test_maskable_ppo(self):
        """MaskablePPO, with a league and by self-play."""
        self.trains_and_plays("maskable_ppo.py", "PPO_MODEL", "model.zip", "--steps", "2000", "--envs", "8")

    def trains_and_plays(self, example, variable, name, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, name)
            for game, *more in (("tron",), ("sarena", "--self-play")):
                text, shares = run_example(example, game, *more, *arguments, "--test", "6", "--save", file)
                self.assertEqual(len(shares), 2, text)
            text, _ = run_example("evaluate.py", "sarena", str(EXAMPLES / example), "random", "--pairs", "1", **{variable: file})
            self.assertIn("against random", text)


if __name__ == "__main__":
    unittest.main()
