"""The examples run, end with a figure, and the figure is what they promise."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import gridiron
from gridiron._library import NAME
from needs import EXAMPLES, needs, run_example


class Examples(unittest.TestCase):
    def test_random_games(self):
        text, shares = run_example("random_games.py", "--games", "20")
        self.assertEqual(sorted(line.split()[0] for line in text.splitlines()), sorted(gridiron.GAMES))
        self.assertTrue(all(0 <= n <= 100 for n in shares), text)

    def test_table(self):
        text, shares = run_example("sarena_table.py", "--games", "1500", "--test", "300")
        self.assertGreater(shares[-1], 70, text)  # 86 to 89

    def test_search(self):
        text, shares = run_example("mcts.py", "--games", "6", "--playouts", "40")
        self.assertGreater(shares[-1], 50, text)  # 83, on every machine: nothing in it is drawn but from seeds

    def test_self_play_and_evaluation(self):
        """A short training teaches much, and the policy plays in the program."""
        with tempfile.TemporaryDirectory() as folder:
            policy = os.path.join(folder, "policy.npz")
            text, shares = run_example("tron_selfplay.py", "--seconds", "1e9", "--steps", "60000", "--test", "100", "--save", policy)
            self.assertGreater(shares[-1], 25, text)  # against rules: 60 to 85 over eight seeds; 0.5 without learning
            text, shares = run_example(
                "evaluate.py", "tron", str(EXAMPLES / "tron_selfplay.py"), "random", "--elo", "400", TRON_POLICY=policy)
            self.assertRegex(text, r"against random: better")
            self.assertGreater(shares[-1], 60, text)

    def test_alphazero(self):
        """Copies make trees, and a search with a hardly trained network beats random, also as a player of the program."""
        with tempfile.TemporaryDirectory() as folder:
            net = os.path.join(folder, "zero.npz")
            text, shares = run_example("amazons_alphazero.py", "--seconds", "1e9", "--rounds", "10", "--test", "60", "--playouts", "48", "--save", net)
            self.assertGreater(shares[-2], 55, text)  # 77 to 85 over eight seeds: rounding differs between machines, and so do the games
            text, _ = run_example(
                "evaluate.py", "amazons", str(EXAMPLES / "amazons_alphazero.py"), "random", "--pairs", "1", "--start", "6x6", AMAZONS_ZERO=net)
            self.assertIn("against random", text)

    def test_speed(self):
        """The table of speed takes the place of an older one."""
        for library in ("gymnasium", "pettingzoo"):
            needs(library)
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table.md")
            with open(table, "w", encoding="utf-8") as file:
                file.write("before\n<!-- python -m gridiron.speed --others --write README.md -->\n| old |\n<!-- end -->\nafter\n")
            subprocess.run([sys.executable, "-m", "gridiron.speed", "--games", "tron", "--seconds", "0.02", "--others", "--write", table],
                           stdout=subprocess.DEVNULL, check=True)
            with open(table, encoding="utf-8") as file:
                lines = file.read().splitlines()
        self.assertEqual(lines[:1] + lines[-2:], ["before", "<!-- end -->", "after"])
        self.assertNotIn("| old |", lines)
        rows = {line.split("|")[1].strip(): line for line in lines if line.startswith("| ")}
        both = os.path.isfile(os.path.join(os.path.dirname(gridiron.find("tron")), NAME))
        self.assertRegex(rows["tron, process"], r"^\| tron, process \|" + (r"( [0-9.]+ [kM] \|){4}(  \|){3}$" if both else r"( [0-9.]+ [kM] \|){7}$"))
        if both:
            self.assertRegex(rows["tron, library"], r"^\| tron, library \| [0-9.]+ [kM] \|  \|( [0-9.]+ [kM] \|){5}$")
        self.assertRegex(rows["limit: an environment that does nothing"], r"nothing \|  \|  \| [0-9.]+ [kM] \| [0-9.]+ [kM] \|")

    def test_difficulty(self):
        """A row takes the place of an older one of the same agent and minutes."""
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table.md")
            head = "before\n<!-- python examples/difficulty.py --write README.md -->\n| agent |\n|---|\n"
            old = "| tron, tron_selfplay.py | 0.02 | old |\n| tron, tron_selfplay.py | 0.01 | kept |\n"
            with open(table, "w", encoding="utf-8") as file:
                file.write(head + old + "<!-- end -->\nafter")
            text, shares = run_example("difficulty.py", "tron", "--minutes", "0.02", "--test", "10", "--write", table)
            self.assertEqual(len(shares), 3, text)
            with open(table, encoding="utf-8") as file:
                lines = file.read().splitlines()
            self.assertEqual(lines[4:5] + lines[6:], ["| tron, tron_selfplay.py | 0.01 | kept |", "<!-- end -->", "after"])
            self.assertIn(lines[5], text.splitlines())

    def test_tutorial(self):
        """The cells of the notebook run in their order."""
        needs("gymnasium")
        book = json.loads((EXAMPLES.parent / "tutorial.ipynb").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "tutorial.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write("\n".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "code"))
            text, shares = run_example(script, GRIDIRON_SHORT="1")
            self.assertGreater(shares[1], shares[0], text)  # it has learnt

    def test_linear_value_and_evaluation(self):
        """A value that was fitted to 72 games beats random, by its own count and by that of the program that it then plays in."""
        with tempfile.TemporaryDirectory() as folder:
            weights = os.path.join(folder, "weights.npz")
            text, shares = run_example("amazons_linear.py", "--rounds", "3", "--games", "24", "--test", "40", "--save", weights)
            self.assertGreater(shares[-2], 80, text)  # 100
            text, shares = run_example(
                "evaluate.py", "amazons", str(EXAMPLES / "amazons_linear.py"), "random", "--elo", "400", AMAZONS_WEIGHTS=weights)
            self.assertRegex(text, r"against random: better")
            self.assertGreater(shares[-1], 60, text)


if __name__ == "__main__":
    unittest.main()
