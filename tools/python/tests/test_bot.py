"""python -m gridiron.bot against the programs."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import gridiron
import gridiron.bot

SHORT = {"pelita": ["--rounds", "6"], "reantics": ["--cap", "20"]}

# It keeps what it sees, and prints where a careless agent would break the conversation.
AGENT = """
import os
import gridiron
import numpy as np

class Watcher:
    name = "watcher"

    def begin(self, game):
        assert game.view["position"] and game.seat in game.seats and game.budget is None
        self.chance, self.seen, self.game = np.random.default_rng(game.seed), [], game
        self.search = gridiron.make(game.name, start=game.view["position"]) if game.name in ("amazons", "sarena", "tron") else None

    def act(self, observation):
        if self.search and not (self.game.name == "amazons" and observation["scalars"][0]):
            self.search.reset([0], start=self.game.view["position"])
            slot = self.game.seats.index(self.game.seat) if self.search.slots > 1 else 0
            assert np.array_equal(self.search.codes[0, slot], observation["observation"])
        print("I print what I like")
        action = self.chance.choice(np.flatnonzero(observation["action_mask"]))
        self.seen.append([observation[k] for k in ("observation", "scalars", "action_mask")] + [action])
        columns = zip(*self.seen)
        np.savez(os.environ["SEEN"], **{k: np.array(c) for k, c in zip(("codes", "scalars", "mask", "actions"), columns)})
        return action

class Planes:
    observation = "planes"

    def act(self, observation):
        assert observation["observation"].dtype == np.float32 and observation["observation"].ndim == 3
        return int(observation["action_mask"].argmax())

def illegal(observation):
    return int(observation["action_mask"].argmin())

def outside(observation):
    return 1000

def nothing(observation):
    pass

def broken(observation):
    return observation["actions"]

number = 7
"""


class Bots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "agents.py"), "w", encoding="utf-8") as file:
            file.write(AGENT)
        self.record = os.path.join(self.folder, "game.jsonl")

    def play(self, game, agent, *flags):
        """Play one game with an agent in the first seat and return the program's output, and what it told on standard error."""
        done = subprocess.run(
            [gridiron._server.find(game), "play", f"exec:'{sys.executable}' -m gridiron.bot {game} {agent}", "random", "--json", "--seed", "5",
             "--record", self.record, *flags],
            cwd=self.folder, env={**os.environ, "SEEN": os.path.join(self.folder, "seen.npz")}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", timeout=300, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return next((line for line in lines if line["type"] == "game"), None), done.stderr

    def test_sees_what_it_learnt_from(self):
        """What an agent sees in a game is what its record shows in arrays, in all five games."""
        for game in gridiron.GAMES:
            with self.subTest(game):
                if os.path.exists(self.record):
                    os.remove(self.record)
                result, errors = self.play(game, "agents.py:Watcher", *SHORT.get(game, []))
                self.assertNotIn("faults", result, errors)
                with open(self.record, encoding="utf-8") as file:
                    replay = gridiron.Replay(game, file.read())
                seen = np.load(os.path.join(self.folder, "seen.npz"))
                rows = np.flatnonzero(replay.to_play == 0) if game != "tron" else np.arange(len(replay.actions))
                self.assertGreater(len(rows), 0)
                for name in ("codes", "scalars", "mask", "actions"):
                    np.testing.assert_array_equal(seen[name], getattr(replay, name)[rows, 0], f"{game} {name}")

    def test_other_boards(self):
        """A board of another size than the usual one, where the game has them."""
        for game, start in (("sarena", ".NYRN +/.RR .YN"), ("amazons", "1BB1/B2B/R2R/1RR1 r"), ("pelita", "######\n#a .x#\n#b .y#\n######")):
            with self.subTest(game):
                if os.path.exists(self.record):
                    os.remove(self.record)
                result, errors = self.play(game, "agents.py:Watcher", "--start", start, *SHORT.get(game, []))
                self.assertIsNotNone(result, errors)
                self.assertNotIn("faults", result, errors)

    def test_planes(self):
        """An agent that was trained with planes gets them."""
        for game in gridiron.GAMES:
            with self.subTest(game):
                if os.path.exists(self.record):
                    os.remove(self.record)
                result, errors = self.play(game, "agents.py:Planes", *SHORT.get(game, []))
                self.assertIsNotNone(result, errors)
                self.assertNotIn("faults", result, errors)

    def test_wrong_agents(self):
        for agent, says, what in (
                ("agents.py:illegal", "is not legal here; legal are 3, 30, 60, 93", "illegal"),
                ("agents.py:outside", "answered 1000: want an action, an integer from 0 to 99", "crashed"),
                ("agents.py:nothing", "answered None: want an action", "crashed"),
                ("agents.py:broken", "the agent agents.py:broken failed: KeyError: 'actions'", "crashed"),
                ("agents.py:number", "number is of type int: want a function", "never-started"),
                ("agents.py:nobody", "agents.py has no 'nobody'; it has Watcher", "never-started"),
                ("agent.py", "there is no file 'agent.py'", "never-started"),
                ("no_such_module:policy", "there is no module 'no_such_module'", "never-started")):
            with self.subTest(agent):
                if os.path.exists(self.record):
                    os.remove(self.record)
                result, errors = self.play("amazons", agent)
                self.assertIn(says, errors)
                self.assertEqual([f["kind"] for f in result["faults"]], [what])

    def test_slow_import(self):
        """An import that takes long does not keep the program from its hello, and people are told what the game waits for."""
        flag = os.path.join(self.folder, "greeted")
        with open(os.path.join(self.folder, "slow.py"), "w", encoding="utf-8") as file:  # its import ends after hello is answered
            file.write(f"import os, time\nwhile not os.path.exists({flag!r}): time.sleep(0.01)\n"
                       "class Late:\n    name = 'late'\n    def act(self, seen): return int(seen['action_mask'].argmax())\n")
        text = ("import sys, gridiron.bot as bot\nbot.PATIENCE = 0.05\n"
                "bot.serve('amazons', 'slow.py:Late', sys.stdin.buffer, sys.stdout.buffer)")
        bot = subprocess.Popen([sys.executable, "-c", text], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, encoding="utf-8")
        try:
            bot.stdin.write('{"type":"hello","protocol":1,"game":"amazons","rules":"1"}\n')
            bot.stdin.flush()
            self.assertEqual(json.loads(bot.stdout.readline()), {"type": "hello", "name": "slow:Late"})
            open(flag, "w", encoding="utf-8").close()
            view = {"position": "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r", "turns": 0}
            for message in ({"type": "start", "seat": "red", "seats": ["red", "blue"], "seed": "1", "view": view}, {"type": "ask", "id": 1, "view": view}):
                bot.stdin.write(json.dumps(message) + "\n")
            bot.stdin.flush()
            self.assertEqual(json.loads(bot.stdout.readline())["type"], "answer")
        finally:
            _, errors = bot.communicate(timeout=60)
        self.assertIn("the game waits for slow.py:Late", errors)
        self.assertIn("importing slow.py:Late took", errors)

    def test_wrong_game(self):
        result, errors = self.play("amazons", "agents.py:Watcher")
        self.assertNotIn("faults", result, errors)
        done = subprocess.run(
            [sys.executable, "-m", "gridiron.bot", "tron", "agents.py:Watcher"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            input='{"type":"hello","protocol":1,"game":"amazons","rules":"1"}\n', encoding="utf-8", check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the game is amazons, not tron", done.stderr)


class Seeing(unittest.TestCase):
    def test_wrong_views(self):
        with gridiron.make("tron") as batch:
            for view, says in (({}, "my_side"), ({"my_side": "Blue", "position": "what"}, "position"), ({"my_side": 7}, "cannot unmarshal")):
                with self.assertRaisesRegex(gridiron.GridironError, says):
                    batch.see(view)
        for game in gridiron.GAMES:
            with self.subTest(game), gridiron.make(game) as batch, self.assertRaisesRegex(gridiron.GridironError, "the view: "):
                batch.see({})

    def test_pipes(self):
        view = {"position": "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r", "turns": 4}
        with gridiron.make("amazons") as one, gridiron.make("amazons", shared=False) as other:
            for made in ((), (30,), (30, 33)):
                for batch in (one, other):
                    self.assertIsNone(batch.see(view, made))
                for name in ("codes", "scalars", "mask"):
                    np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
            self.assertEqual(one.see(view, (30, 33, 30)), "D0D3D0")
            self.assertEqual(int(one.named("turns")[0, 0]), 4)
            with self.assertRaisesRegex(gridiron.GridironError, "action 100: want 0 to 99"):
                one.see(view, (100,))


class Pictures(unittest.TestCase):
    def test_svg(self):
        import xml.etree.ElementTree as tree
        for game in gridiron.GAMES:
            with self.subTest(game), gridiron.make(game) as batch:
                self.assertIsNone(batch._repr_svg_())
                batch.reset(seed=1).step(batch.sample)
                picture = tree.fromstring(batch.svg(width=300))
                self.assertEqual((picture.tag, picture.get("width")), ("{http://www.w3.org/2000/svg}svg", "300"))
                self.assertGreater(len(list(picture.iter())), 20)
                self.assertNotEqual(batch.svg(), batch.svg(dark=True))
                self.assertEqual(batch._repr_svg_(), batch.svg())


if __name__ == "__main__":
    unittest.main()
