"""What libraries for learning need of the environments: spaces, masks, ends of games, opponents, planes and copies."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import gridiron
from needs import needs

SHORT = {"reantics": {"options": {"cap": 6}}, "pelita": {"options": {"rounds": 4}}}


def name(game):
    return f"gridiron/{game.capitalize()}-v{gridiron.RULES[game]}"


class Masks(unittest.TestCase):
    def test_all_true_at_the_end(self):
        """At the end of a game a policy that is divided by the chances of legal actions has no NaN, and the sample is a number of an action."""
        for game in gridiron.GAMES:
            for restart in ("next", "off"):
                with self.subTest(game, restart=restart), gridiron.make(game, 4, restart=restart, **SHORT.get(game, {})) as b:
                    b.reset(seed=1)
                    ended = np.zeros(4, bool)
                    for _ in range(3000):
                        b.step(b.sample)
                        over = b.terminated != 0
                        ended |= over
                        self.assertTrue(b.mask[over].all())
                        self.assertTrue((b.mask.sum(-1) > 0).all())
                        self.assertTrue(((b.sample >= 0) & (b.sample < b.num_actions)).all())
                        if ended.all():
                            break
                    self.assertTrue(ended.all())

    def test_policies_of_faces(self):
        needs("gymnasium")
        needs("pettingzoo")
        import gymnasium
        import gridiron.gym
        import gridiron.pettingzoo
        env = gymnasium.make(name("sarena"), opponent="random")
        seen, _ = env.reset(seed=3)
        over = False
        while not over:
            self.assertTrue(np.array_equal(env.unwrapped.action_masks(), seen["action_mask"] != 0))
            seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
        self.assertTrue(seen["action_mask"].all())
        env.close()
        for game in ("amazons", "tron"):
            env = gridiron.pettingzoo.parallel_env(game)
            seen, infos = env.reset(seed=3)
            while env.agents:
                self.assertTrue(all(s["action_mask"].any() for s in seen.values()))
                self.assertEqual([a for a in env.agents if infos[a]["to_play"]],
                                 env.agents if game == "tron" else [env.agents[env.batch.to_play[0]]])
                seen, _, _, _, infos = env.step({a: int(seen[a]["action_mask"].argmax()) for a in env.agents})
            self.assertTrue(all(s["action_mask"].all() for s in seen.values()))
            env.close()


class Ends(unittest.TestCase):
    def test_final(self):
        """What a batch that begins again in the same step shows of the end is what one that waits shows, cut off or not."""
        for game in gridiron.GAMES:
            for opponent in (None, "random"):
                for limit in (0, 7):
                    more = {"opponent": opponent, "max_steps": limit, **SHORT.get(game, {})}
                    with self.subTest(game, **more), gridiron.make(game, 3, restart="same", **more) as same, \
                            gridiron.make(game, 3, restart="off", **more) as off:
                        same.reset(seed=1)
                        off.reset(seed=1)
                        live, ended = np.ones(3, bool), 0
                        for _ in range(3000):
                            actions = off.sample.copy()
                            same.step(actions)
                            off.step(actions)
                            over = live & ((off.terminated | off.truncated) != 0)
                            for ours, theirs in (("final_codes", "codes"), ("final_scalars", "scalars"), ("final_to_play", "to_play"),
                                                 ("final_mask", "mask"), ("reward", "reward"), ("truncated", "truncated")):
                                np.testing.assert_array_equal(getattr(same, ours)[over], getattr(off, theirs)[over], ours)
                            live &= ~over
                            if not live.any():
                                break
                        self.assertFalse(live.any())

    def test_same_step(self):
        """The vector does what Gymnasium's own vector does with single environments, in every mode."""
        needs("gymnasium")
        import gymnasium
        from gymnasium.vector import AutoresetMode, SyncVectorEnv
        import gridiron.gym
        for mode, words in ((AutoresetMode.SAME_STEP, {"restart": "same"}), (AutoresetMode.NEXT_STEP, {"autoreset_mode": "NextStep"})):
            for limit in (0, 6):
                more = {"opponent": "base", "max_steps": limit}
                ours = gymnasium.make_vec(name("sarena"), num_envs=3, **words, **more)
                self.assertEqual(ours.metadata["autoreset_mode"], mode)
                theirs = SyncVectorEnv([lambda: gridiron.gym.GridironEnv("sarena", **more)] * 3, autoreset_mode=mode)
                seen, _ = ours.reset(seed=[5, 6, 7])
                other, _ = theirs.reset(seed=[5, 6, 7])
                first = np.ones(3, bool)  # the games after the first ones have other seeds
                for _ in range(60):
                    actions = np.array([m.argmax() for m in seen["action_mask"]])
                    seen, reward, over, cut, info = ours.step(actions)
                    other, reward2, over2, cut2, info2 = theirs.step(actions)
                    for a, b in ((reward, reward2), (over, over2), (cut, cut2)):
                        np.testing.assert_array_equal(a[first], b[first])
                    ended = first & (over | cut)
                    for game in np.flatnonzero(first):
                        if mode == AutoresetMode.SAME_STEP and ended[game]:
                            self.assertTrue(info["_final_obs"][game] and info2["_final_obs"][game])
                            for key in seen:
                                np.testing.assert_array_equal(info["final_obs"][game][key], info2["final_obs"][game][key], key)
                            self.assertIn(info["final_obs"][game], ours.single_observation_space)
                            self.assertIn("final_info", info)
                        else:
                            for key in seen:
                                np.testing.assert_array_equal(seen[key][game], other[key][game], key)
                    first &= ~ended
                    if not first.any():
                        break
                self.assertFalse(first.any())
                ours.close()
                theirs.close()

    def test_chosen_resets(self):
        needs("gymnasium")
        import gymnasium
        import gridiron.gym
        envs = gymnasium.make_vec(name("tron"), num_envs=2, restart="off", max_steps=3)
        seen, _ = envs.reset(seed=1)
        for _ in range(4):
            seen, _, _, cut, _ = envs.step([0, 0])
        self.assertTrue(cut.all())
        again, _ = envs.reset(options={"reset_mask": np.array([True, False])})
        self.assertEqual(again["scalars"][:, 0].tolist(), [0, 3])
        envs.close()
        with self.assertRaisesRegex(ValueError, "want next, same, off"):
            gymnasium.make_vec(name("tron"), num_envs=2, restart="never")


class Orders(unittest.TestCase):
    def test_before_reset(self):
        with gridiron.make("sarena", 2) as b:
            for what in (lambda: b.step([0, 0]), lambda: b.step_game(1, 0)):
                self.assertRaisesRegex(gridiron.GridironError, "never reset", what)
            b.reset(seed=1, games=[0])
            self.assertRaisesRegex(gridiron.GridironError, "game 1 was never reset", b.step, [0, 0])
            b.step_game(0, b.sample[0])
            b.clone_game(0, 1)
            b.step(b.sample)

    def test_pettingzoo(self):
        """The errors before reset are those of PettingZoo's own wrapper."""
        needs("pettingzoo")
        from pettingzoo.utils.wrappers import OrderEnforcingWrapper
        import gridiron.pettingzoo
        env = gridiron.pettingzoo.env("sarena")
        wrapped = OrderEnforcingWrapper(gridiron.pettingzoo.env("sarena"))
        for what in (lambda e: e.step(0), lambda e: e.observe("yellow"), lambda e: e.render(), lambda e: e.agent_iter(), lambda e: e.rewards,
                     lambda e: e.agents, lambda e: e.agent_selection, lambda e: e.infos, lambda e: e.num_agents, lambda e: e.last()):
            said = []
            for e in (env, wrapped):
                with self.assertRaises((AssertionError, AttributeError)) as caught:
                    what(e)
                said.append((type(caught.exception), str(caught.exception)))
            self.assertEqual(said[0], said[1])
        parallel = gridiron.pettingzoo.parallel_env("sarena")
        with self.assertRaisesRegex(AssertionError, "reset"):
            parallel.step({"yellow": 0, "red": 0})
        for e in (env, wrapped, parallel):
            e.close()

    def test_names_of_actions(self):
        with gridiron.make("sarena", 2, restart="off") as b:
            for given in (144, -7, 40_000, 1 << 40):
                b.reset(seed=1)
                b.step([given, b.sample[1, 0]])
                self.assertEqual(b.errors.tolist(), [1, 0])
                self.assertIn(f"action {given} is not legal", b.why(0))

    def test_unknown_settings(self):
        needs("gymnasium")
        needs("pettingzoo")
        import gymnasium
        import gridiron.gym
        import gridiron.pettingzoo
        for what in (gridiron.make, gridiron.gym.make, gridiron.gym.make_vec, gridiron.pettingzoo.env, gridiron.pettingzoo.parallel_env):
            with self.assertRaisesRegex(TypeError, "nun_envs"):
                what("tron", nun_envs=3)
        with self.assertRaisesRegex(TypeError, "nun_envs"):
            gymnasium.make(name("tron"), nun_envs=3)

    def test_types_of_settings(self):
        """mypy sees a wrong setting, and knows what the arrays hold."""
        needs("mypy")
        needs("gymnasium")
        needs("pettingzoo")
        code = ('import gridiron, gridiron.gym, gridiron.pettingzoo\n'
                + "".join(f'{what}("tron", nun_envs=3)\n' for what in
                          ("gridiron.make", "gridiron.gym.make", "gridiron.gym.make_vec", "gridiron.pettingzoo.env", "gridiron.pettingzoo.parallel_env"))
                + 'reveal_type(gridiron.make("tron").codes)\n')
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "wrong.py"
            path.write_text(code, encoding="utf-8")
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, "--follow-imports=silent", str(path)],
                                  cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        self.assertEqual(done.stdout.count('Unexpected keyword argument "nun_envs"'), 5, done.stdout)
        self.assertRegex(done.stdout, r"unsignedinteger\[.*_8Bit\]|uint8")


class Planes(unittest.TestCase):
    def test_bounds(self):
        """All that is seen is in the spaces, and planes and numbers are within their bounds, one for each name."""
        needs("gymnasium")
        from gridiron.gym import observation_space
        from gridiron.raw import observe
        for game in gridiron.GAMES:
            with self.subTest(game), gridiron.make(game, 4, restart="next") as b:
                codes, planes = observation_space(b), observation_space(b, "planes")
                self.assertEqual(len(set(b.encoder.plane_names)), b.encoder.shape[0])
                b.reset(seed=9)
                for _ in range(150):
                    b.step(b.sample)
                    for at in ((0, 0), (3, b.slots - 1)):
                        self.assertIn(observe(b, at), codes)
                        self.assertIn(observe(b, at, "planes"), planes)
                seen, numbers = b.encode()
                self.assertEqual(seen.shape, (4, b.slots) + b.encoder.shape)
                self.assertEqual(numbers.shape, (4, b.slots, len(b.encoder.number_names)))
                self.assertEqual((seen.dtype, numbers.dtype), (np.float32, np.float32))

    def test_images(self):
        """No library takes the codes for the bytes of an image."""
        needs("gymnasium")
        from gridiron.gym import observation_space
        for game in gridiron.GAMES:
            with gridiron.make(game) as b:
                self.assertLess(observation_space(b)["observation"].high.max(), 255)

    def test_amazons(self):
        with gridiron.make("amazons", restart="off") as b:
            b.reset(seed=1)
            plane = lambda name: b.encode()[0][0, 0, b.encoder.plane_names.index(name)]
            for _ in range(40):
                codes, square = b.codes[0, 0], int(b.named("from")[0, 0])
                for name, code in (("own", 1), ("enemy", 2), ("removed", 3), ("outside", 4), ("chosen", 5)):
                    np.testing.assert_array_equal(plane(name), codes == code)
                self.assertEqual(np.flatnonzero(plane("from")).tolist(), [] if square < 0 else [square])
                b.step(b.sample)

    def test_tron_is_turned(self):
        """The bike looks up, so what lies straight on, right and left of it are the cells above it and beside it."""
        with gridiron.make("tron", 2, restart="off") as b:
            b.reset(seed=1)
            steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
            directions = set()
            for n in range(25):
                planes, numbers = b.encode()
                names = b.encoder.plane_names
                for slot in range(2):
                    s = {k: int(b.named(k)[0, slot]) for k in b.scalar_names}
                    directions.add(s["direction"])
                    (row, column), = np.argwhere(planes[0, slot, names.index("own_bike")])
                    for turn in range(4):  # straight on, right, behind, left
                        dy, dx = steps[(s["direction"] + turn) % 4]
                        code = b.codes[0, slot, s["y"] + dy, s["x"] + dx]
                        ey, ex = steps[turn]
                        for k, name in enumerate(("area", "own_wall", "enemy_wall"), 1):
                            self.assertEqual(planes[0, slot, names.index(name), row + ey, column + ex], (code & 3) == k, (n, slot, turn, name))
                    course = numbers[0, slot, b.encoder.number_names.index("enemy_direction_0"):][:4]
                    self.assertEqual(course.tolist().index(1), (s["enemy_direction"] - s["direction"]) % 4)
                b.step([[n % 4 == 3, n % 4 == 3], [0, 0]])
                if b.terminated[0]:
                    break
            self.assertGreater(len(directions), 2)

    def test_pages(self):
        """The pages of the games are what the programs say, and docstrings; that of the interface is what the docstrings say."""
        import gridiron.spaces
        for game in gridiron.GAMES:
            text = getattr(gridiron.spaces, game).__doc__
            self.assertEqual(text, gridiron.spaces.page(game), "write it again: python -m gridiron.spaces --write")
        sys.path.insert(0, str(Path(__file__).parents[1]))
        import reference
        self.assertEqual((gridiron.spaces.DOCS / "api.md").read_text(encoding="utf-8"), reference.page(), "write it again: python reference.py")

    def test_meanings(self):
        with gridiron.make("sarena") as b:
            self.assertIn("moves right", b.meaning(4 * 35 + 2))
            self.assertRaisesRegex(IndexError, "want 0 to 143", b.meaning, 144)
            self.assertRaisesRegex(IndexError, "want 0 to 143", b.meaning, -1)

    def test_settings_beyond_the_first(self):
        """The bounds stay true: a game whose numbers would go beyond them is refused."""
        with gridiron.make("pelita", options={"rounds": 20}) as b:
            b.reset(seed=1, options={"rounds": 10})
            with self.assertRaisesRegex(gridiron.GridironError, "round is from 0 to 30"):
                b.reset(seed=1, options={"rounds": 30})


class Opponents(unittest.TestCase):
    def test_usual_and_league(self):
        for game in gridiron.GAMES:
            with self.subTest(game), gridiron.make(game, opponent="usual") as b, gridiron.make(game, 2, opponent="league") as l:
                self.assertEqual(len(b.opponents), 1)
                self.assertNotIn("usual", b.opponents)
                self.assertGreater(len(l.opponents), 2)

    def test_drawn_by_weight(self):
        """Which opponent a game has depends on its seed only, and follows the weights."""
        drawn = []
        for order in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                with gridiron.make("sarena", 60 * order, opponent={"random": 3, "fast": 1}, record=folder, record_games=range(60)) as b:
                    b.reset(seed=4)
                drawn.append(["fast" in (Path(folder) / f"game-{i}-0.jsonl").read_text(encoding="utf-8").splitlines()[0] for i in range(60)])
        self.assertEqual(drawn[0], drawn[1])
        self.assertTrue(5 < sum(drawn[0]) < 25, sum(drawn[0]))

    def test_wrong(self):
        for opponent, why in (({"random": 0}, "weights"), ({"nobody": 1}, "nobody"), (["random", "rules"], "want the name")):
            with self.assertRaisesRegex((gridiron.GridironError, TypeError), why):
                gridiron.make("tron", opponent=opponent)

    def test_functions(self):
        """Functions play the other seats: each sees its own side, only where it is to play, and a game goes as one that is stepped by hand."""
        needs("gymnasium")
        import gridiron.gym

        def others(b, g):
            while b.slots == 1 and b.to_play[g] != g % 2 and not b.terminated[g]:
                b.step_game(g, b.mask[g].argmax(1))
        for game in gridiron.GAMES:
            with self.subTest(game):
                first = lambda seen: seen["action_mask"].argmax(1)
                calls = []

                def policy(seen):
                    calls.append(len(seen["action_mask"]))
                    self.assertTrue((seen["action_mask"].sum(1) > 0).all())
                    return first(seen)
                more = SHORT.get(game, {})
                envs = gridiron.gym.make_vec(game, 4, opponent=policy, seat="each", **more)
                seen, _ = envs.reset(seed=3)
                with gridiron.make(game, 4, restart="off", **more) as b:
                    b.reset(seed=3)
                    for g in range(4):
                        others(b, g)
                    live = np.ones(4, bool)
                    for _ in range(400):
                        actions = np.where(live, first(seen), 0)
                        seen, reward, over, cut, _ = envs.step(actions)
                        for g in np.flatnonzero(live):
                            mine = g % 2
                            b.step_game(g, b.mask[g].argmax(1))
                            others(b, g)
                            self.assertEqual((over[g], reward[g]), (b.terminated[g] != 0, b.reward[g, mine]))
                            if not over[g]:
                                np.testing.assert_array_equal(seen["observation"][g], b.codes[g, mine if b.slots > 1 else 0])
                        live &= ~over
                        if not live.any():
                            break
                self.assertTrue(calls)
                envs.close()

    def test_functions_end(self):
        """Restarts and limits with functions as opponents are those of Gymnasium's modes."""
        needs("gymnasium")
        import gridiron.gym
        first = lambda seen: seen["action_mask"].argmax(1)
        for restart in ("next", "same"):
            envs = gridiron.gym.make_vec("sarena", 3, opponent=[first, first], restart=restart, max_steps=4)
            seen, _ = envs.reset(seed=1)
            turns = []
            for _ in range(9):
                seen, _, over, cut, info = envs.step(first(seen))
                turns.append((seen["scalars"][0, 0], cut[0]))
                self.assertEqual("final_obs" in info, restart == "same" and bool(cut.any()))
                if "final_obs" in info:
                    self.assertEqual(info["final_obs"][0]["scalars"][0], 8)
            self.assertEqual([n for n, (_, cut) in enumerate(turns) if cut], [3, 8] if restart == "next" else [3, 7])
            self.assertEqual([t for t, _ in turns][:5], [2, 4, 6, 8, 0] if restart == "next" else [2, 4, 6, 0, 2])
            envs.close()


class Copies(unittest.TestCase):
    def test_clone_games(self):
        """Copies go on as their games do, also if copied games are replaced in the same call."""
        for game in gridiron.GAMES:
            with self.subTest(game), gridiron.make(game, 6, restart="next", **SHORT.get(game, {})) as b:
                b.reset(seed=2)
                for _ in range(31):
                    b.step(b.sample)
                states = [b.state(i) for i in range(6)]
                codes, rows = b.codes.copy(), [3, 0, 1, 4, 3]
                b.clone_games(rows, [0, 1, 4, 3, 5])
                self.assertEqual([b.state(i) for i in range(6)], [states[i] for i in (3, 0, 2, 4, 1, 3)])
                np.testing.assert_array_equal(b.codes, codes[[3, 0, 2, 4, 1, 3]])
                for _ in range(40):
                    b.step(b.sample)
                    np.testing.assert_array_equal(b.codes[0], b.codes[5])
                    np.testing.assert_array_equal(b.sample[0], b.sample[5])

    def test_wrong(self):
        with gridiron.make("sarena", 3) as b:
            b.reset(seed=1, games=[0])
            for what, games, to in (("of two games", [0, 0], [1, 1]), ("2 games and 1 copies", [0, 0], [1]), ("game 7", [7], [1]),
                                    ("game -1", [0], [-1]), ("game 2 was never reset", [0, 2], [1, 2])):
                with self.assertRaisesRegex((gridiron.GridironError, IndexError, ValueError), what):
                    b.clone_games(games, to)


if __name__ == "__main__":
    unittest.main()
