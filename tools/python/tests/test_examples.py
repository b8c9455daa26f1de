"""The examples run, end with a figure, and the figure is what they promise."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import gridiron
from needs import needs

EXAMPLES = Path(__file__).parents[1] / "examples"


class Examples(unittest.TestCase):
    def run_example(self, name, *arguments, **environment):
        """Run an example and return the last line of its output and the shares in it, from 0 to 100."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, str(EXAMPLES / name), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                cwd=folder, env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **environment}, timeout=900, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        shares = [float(n) for n in re.findall(r"([0-9.]+)%", done.stdout)]
        self.assertTrue(shares, done.stdout)
        return done.stdout, shares

    def test_random_games(self):
        text, shares = self.run_example("random_games.py", "--games", "20")
        self.assertEqual(sorted(line.split()[0] for line in text.splitlines()), sorted(gridiron.GAMES))
        self.assertTrue(all(0 <= n <= 100 for n in shares), text)

    def test_table(self):
        text, shares = self.run_example("sarena_table.py", "--games", "1500", "--test", "300")
        self.assertGreater(shares[-1], 70, text)  # 86 to 89

    def test_search(self):
        text, shares = self.run_example("mcts.py", "--games", "6", "--playouts", "40")
        self.assertGreater(shares[-1], 50, text)  # 83, on every machine: nothing in it is drawn but from seeds

    def test_self_play_and_evaluation(self):
        """A short training already beats random, by its own count and by that of the program that it then plays in."""
        with tempfile.TemporaryDirectory() as folder:
            policy = os.path.join(folder, "policy.npz")
            text, shares = self.run_example("tron_selfplay.py", "--seconds", "1e9", "--steps", "60000", "--test", "100", "--save", policy)
            self.assertGreater(shares[-2], 80, text)  # 100
            self.assertGreater(shares[-1], 50, text)  # 71 to 80
            text, shares = self.run_example(
                "evaluate.py", "tron", str(EXAMPLES / "tron_selfplay.py"), "random", "--elo", "400", TRON_POLICY=policy)
            self.assertRegex(text, r"against random: better")
            self.assertGreater(shares[-1], 60, text)

    def test_alphazero(self):
        """Copies make trees, and a search with a hardly trained network beats random, also as a player of the program."""
        with tempfile.TemporaryDirectory() as folder:
            net = os.path.join(folder, "zero.npz")
            text, shares = self.run_example("amazons_alphazero.py", "--seconds", "1e9", "--rounds", "10", "--test", "60", "--playouts", "48", "--save", net)
            self.assertGreater(shares[-2], 55, text)  # 77 to 85 over eight seeds: rounding differs between machines, and so do the games
            text, _ = self.run_example(
                "evaluate.py", "amazons", str(EXAMPLES / "amazons_alphazero.py"), "random", "--pairs", "1", "--start", "6x6", AMAZONS_ZERO=net)
            self.assertIn("against random", text)

    def test_ppo(self):
        """PPO in one file runs, against a league and against its earlier versions, and the policy plays."""
        needs("gymnasium")
        try:
            import torch  # noqa: F401
        except ImportError as error:
            print(f"skipped: torch is not installed ({error})")
            self.skipTest("torch is not installed")
        with tempfile.TemporaryDirectory() as folder:
            policy = os.path.join(folder, "policy.pt")
            for game, *more in (("tron",), ("sarena", "--self-play")):
                _, shares = self.run_example("ppo.py", game, *more, "--steps", "4000", "--envs", "16", "--test", "6", "--save", policy)
                self.assertEqual(len(shares), 2)
            text, _ = self.run_example("evaluate.py", "sarena", str(EXAMPLES / "ppo.py"), "random", "--pairs", "1", PPO_POLICY=policy)
            self.assertIn("against random", text)

    def test_difficulty(self):
        text, shares = self.run_example("difficulty.py", "tron", "--minutes", "0.02", "--test", "10")
        self.assertIn("| tron, tron_selfplay.py | 0.02 |", text)
        self.assertEqual(len(shares), 6, text)  # each row is shown twice

    def test_tutorial(self):
        """The cells of the notebook run in their order."""
        needs("gymnasium")
        book = json.loads((EXAMPLES.parent / "tutorial.ipynb").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "tutorial.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write("\n".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "code"))
            text, shares = self.run_example(script, GRIDIRON_SHORT="1")
            self.assertGreater(shares[1], shares[0], text)  # it has learnt

    def test_maskable_ppo(self):
        """Short training with Stable-Baselines3 runs, with a league and by self-play, and the model plays."""
        try:
            import sb3_contrib  # noqa: F401
        except ImportError as error:
            print(f"skipped: sb3-contrib is not installed ({error})")
            self.skipTest("sb3-contrib is not installed")
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model.zip")
            for game, *more in (("tron",), ("sarena", "--self-play")):
                _, shares = self.run_example("maskable_ppo.py", game, *more, "--steps", "2000", "--envs", "8", "--test", "6", "--save", model)
                self.assertEqual(len(shares), 2)
            text, _ = self.run_example("evaluate.py", "sarena", str(EXAMPLES / "maskable_ppo.py"), "random", "--pairs", "1", PPO_MODEL=model)
            self.assertIn("against random", text)

    def test_linear_value_and_evaluation(self):
        """A value that was fitted to 72 games beats random, by its own count and by that of the program that it then plays in."""
        with tempfile.TemporaryDirectory() as folder:
            weights = os.path.join(folder, "weights.npz")
            text, shares = self.run_example("amazons_linear.py", "--rounds", "3", "--games", "24", "--test", "40", "--save", weights)
            self.assertGreater(shares[-2], 80, text)  # 100
            text, shares = self.run_example(
                "evaluate.py", "amazons", str(EXAMPLES / "amazons_linear.py"), "random", "--elo", "400", AMAZONS_WEIGHTS=weights)
            self.assertRegex(text, r"against random: better")
            self.assertGreater(shares[-1], 60, text)


if __name__ == "__main__":
    unittest.main()
