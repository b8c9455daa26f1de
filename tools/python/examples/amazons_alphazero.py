"""A small AlphaZero for Amazons on 6x6: tree search over copies of games, guided by a network that learns from the search. numpy alone.

    python amazons_alphazero.py                                  # four minutes of processor time, then games against bundled bots
    python amazons_alphazero.py --seconds 60 --save zero.npz     # shorter, and saves the network
    amazons play "exec:python -m gridiron.bot amazons amazons_alphazero.py" random --start 6x6    # with zero.npz here, or $AMAZONS_ZERO

Every node of every tree is a game of one batch: a new node is a copy of its parent (`clone_games`) in which one action is stepped
(`step(..., only=...)`), for the trees of all games at once. A turn is three actions, so a seat may be to play at a node and its child.
"""

import argparse
import os
import time
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

import gridiron

SIZE, WIDE = 6, 10  # squares a side, of the board and of the arrays
CELLS = SIZE * SIZE
SQUARES = (np.arange(SIZE)[:, None] * WIDE + np.arange(SIZE)).reshape(-1)  # the actions on this board
START = f"{SIZE}x{SIZE}"
EXPLORE = 1.5  # how much the network's chances count in a search

Array = np.ndarray


def look(batch: gridiron.Batch, games: Array) -> Tuple[Array, Array, Array]:
    """Return planes [M, P, 6, 6], numbers [M, n] and legal actions [M, 36] of some games."""
    scalars = batch.scalars[games, 0]
    planes = batch.encoder.planes(batch.codes[games, 0], scalars)[..., :SIZE, :SIZE]
    return planes, batch.encoder.numbers(scalars), batch.mask[games, 0][:, SQUARES] != 0


class Net:
    """Two hidden layers; the chances of the actions, and the value for the seat to play."""

    def __init__(self, inputs: int, seed: int, hidden: int = 160) -> None:
        chance = np.random.default_rng(seed)
        self.w: Dict[str, Array] = {}
        for name, a, b, scale in (("1", inputs, hidden, 2.0), ("2", hidden, hidden, 2.0), ("p", hidden, CELLS, 0.01), ("v", hidden, 1, 0.01)):
            self.w["w" + name] = (chance.standard_normal((a, b)) * np.sqrt(scale / a)).astype(np.float32)
            self.w["b" + name] = np.zeros(b, np.float32)
        self.steps = 0
        self.mean = {k: np.zeros_like(v) for k, v in self.w.items()}
        self.square = {k: np.zeros_like(v) for k, v in self.w.items()}

    def _layers(self, x: Array) -> Tuple[Array, Array, Array, Array]:
        w = self.w
        one = np.maximum(x @ w["w1"] + w["b1"], 0)
        two = np.maximum(one @ w["w2"] + w["b2"], 0)
        return one, two, two @ w["wp"] + w["bp"], np.tanh(two @ w["wv"] + w["bv"])[:, 0]

    @staticmethod
    def _chances(logits: Array, legal: Array) -> Array:
        logits = np.where(legal, logits, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True)) * legal
        return np.asarray(chances / np.maximum(chances.sum(1, keepdims=True), 1e-9))

    def think(self, planes: Array, numbers: Array, legal: Array) -> Tuple[Array, Array]:
        """Return the chances [M, 36] and the values [M]."""
        _, _, logits, value = self._layers(np.concatenate([planes.reshape(len(planes), -1), numbers], 1))
        return self._chances(logits, legal), value

    def learn(self, planes: Array, numbers: Array, legal: Array, chances: Array, result: Array, rate: float) -> None:
        """Make a step of Adam towards the chances of the search and the results of the games."""
        n, w = len(planes), self.w
        x = np.concatenate([planes.reshape(n, -1), numbers], 1)
        one, two, logits, value = self._layers(x)
        d_policy = (self._chances(logits, legal) - chances) / n
        d_value = (2 * (value - result) * (1 - value**2) / n)[:, None]
        d_two = (d_policy @ w["wp"].T + d_value @ w["wv"].T) * (two > 0)
        d_one = (d_two @ w["w2"].T) * (one > 0)
        self.steps += 1
        for name, below, d in (("1", x, d_one), ("2", one, d_two), ("p", two, d_policy), ("v", two, d_value)):
            for k, g in (("w" + name, below.T @ d + 1e-4 * w["w" + name]), ("b" + name, d.sum(0))):
                self.mean[k] += 0.1 * (g - self.mean[k])
                self.square[k] += 0.001 * (g * g - self.square[k])
                step = self.mean[k] / (1 - 0.9**self.steps) / (np.sqrt(self.square[k] / (1 - 0.999**self.steps)) + 1e-8)
                w[k] -= (rate * step).astype(np.float32)


class Forest:
    """A search tree for each of several games. Game g of it is game g*(playouts+1) of the batch; its nodes are those after it."""

    def __init__(self, games: int, playouts: int) -> None:
        self.games, self.playouts = games, playouts
        self.batch = gridiron.make("amazons", games * (playouts + 1), restart="off", start=START)
        self.every = np.arange(games)
        self.roots = self.every * (playouts + 1)

    def reset(self, seeds: Array, games: Array, start: Optional[str] = None) -> None:
        self.batch.reset([int(s) for s in seeds], [int(r) for r in self.roots[games]], start=start)

    def step(self, games: Array, actions: Array) -> None:
        """Step the games themselves, with squares of the small board."""
        self._step(self.roots[games], actions)

    def _step(self, at: Array, actions: Array) -> None:
        only = np.zeros(self.batch.num_envs, np.bool_)
        given = np.zeros(self.batch.num_envs, np.int16)
        only[at], given[at] = True, SQUARES[actions]
        self.batch.step(given, only=only)

    def search(self, net: Net, games: Array, noise: Optional[np.random.Generator] = None) -> Array:
        """Return how often each action of these games was tried, [M, 36]. noise makes the search try all of them."""
        b, m, every = self.batch, len(games), np.arange(len(games))
        size = self.playouts + 1
        prior = np.zeros((m, size, CELLS), np.float32)
        legal = np.zeros((m, size, CELLS), np.bool_)
        visits = np.zeros((m, size, CELLS), np.float32)
        points = np.zeros((m, size, CELLS), np.float32)  # for the seat that is to play at the node
        child = np.zeros((m, size, CELLS), np.intp)  # 0: none, because no child is the root
        seat = np.zeros((m, size), np.intp)
        over = np.zeros((m, size), np.bool_)
        value = np.zeros((m, size), np.float32)  # for the seat of the node

        def add(rows: Array, nodes: Array) -> None:
            at = self.roots[games[rows]] + nodes
            planes, numbers, free = look(b, at)
            chances, worth = net.think(planes, numbers, free)
            ended = b.terminated[at] != 0
            seat[rows, nodes], over[rows, nodes] = b.to_play[at], ended
            value[rows, nodes] = np.where(ended, b.reward[at, b.to_play[at]], worth)
            prior[rows, nodes], legal[rows, nodes] = chances, free

        add(every, np.zeros(m, np.intp))
        if noise is not None:
            wild = noise.gamma(0.5, size=(m, CELLS)) * legal[:, 0] + 1e-9
            prior[:, 0] = 0.75 * prior[:, 0] + 0.25 * wild / wild.sum(1, keepdims=True)
        for new in range(1, size):
            node = np.zeros(m, np.intp)
            path: List[Tuple[Array, Array, Array]] = []
            rows, parent, action = every, node.copy(), node.copy()
            while len(rows):
                here = node[rows]
                n = visits[rows, here]
                best = np.where(n > 0, points[rows, here] / np.maximum(n, 1), 0) + EXPLORE * prior[rows, here] * np.sqrt(1 + n.sum(1, keepdims=True)) / (1 + n)
                chosen = np.where(legal[rows, here], best, -1e9).argmax(1)
                path.append((rows, here, chosen))
                parent[rows], action[rows] = here, chosen
                node[rows] = child[rows, here, chosen]
                rows = rows[(node[rows] > 0) & ~over[rows, node[rows]]]
            fresh = np.flatnonzero(node == 0)
            if len(fresh):
                at = self.roots[games[fresh]]
                b.clone_games(at + parent[fresh], at + new)
                self._step(at + new, action[fresh])
                node[fresh] = child[fresh, parent[fresh], action[fresh]] = new
                add(fresh, node[fresh])
            result, whose = value[every, node], seat[every, node]
            for rows, here, chosen in path:
                visits[rows, here, chosen] += 1
                points[rows, here, chosen] += np.where(seat[rows, here] == whose[rows], result[rows], -result[rows])
        return visits[:, 0]


def learn(seconds: float, rounds: int, seed: int, games: int = 64, playouts: int = 32) -> Net:
    """Learn from games of the search against itself, for some seconds of processor time or a number of rounds of 60 actions."""
    chance = np.random.default_rng(seed)
    forest = Forest(games, playouts)
    forest.reset(np.arange(games) + seed * 1_000_000, forest.every)
    planes, numbers, _ = look(forest.batch, forest.roots)
    net = Net(planes[0].size + numbers.shape[1], seed)
    story: List[List[Tuple[Any, ...]]] = [[] for _ in range(games)]
    kept: List[Tuple[Any, ...]] = []
    begun, played = games, 0
    begin, said = time.process_time(), 0.0
    for done in range(rounds):
        for _ in range(60):
            planes, numbers, legal = look(forest.batch, forest.roots)
            seats = forest.batch.to_play[forest.roots].copy()
            tried = forest.search(net, forest.every, chance)
            share = tried / tried.sum(1, keepdims=True)
            early = forest.batch.named("turns")[forest.roots, 0] < 6
            action = np.where(early, (share.cumsum(1) > chance.random((games, 1))).argmax(1), tried.argmax(1))
            for g in range(games):
                story[g].append((planes[g], numbers[g], legal[g], share[g], seats[g]))
            forest.step(forest.every, action)
            ended = np.flatnonzero(forest.batch.terminated[forest.roots])
            for g in map(int, ended):
                reward = forest.batch.reward[forest.roots[g]]
                kept += [(*row[:4], float(reward[row[4]])) for row in story[g]]
                story[g] = []
            if len(ended):
                forest.reset(np.arange(begun, begun + len(ended)) + seed * 1_000_000, ended)
                begun, played = begun + len(ended), played + len(ended)
        kept = kept[-60_000:]
        spent = time.process_time() - begin
        rate = 2e-3 * max(0.1, 1 - max(spent / seconds, done / rounds))
        for _ in range(min(120, len(kept) // 64)):
            rows = [kept[i] for i in chance.integers(len(kept), size=256)]
            planes, numbers, legal, share, result = (np.array([row[i] for row in rows]) for i in range(5))
            turn, flip = int(chance.integers(4)), bool(chance.integers(2))  # a board that is turned or mirrored is as good
            boards = [np.rot90(x.reshape(len(rows), -1, SIZE, SIZE), turn, (2, 3)) for x in (planes, legal, share)]
            planes, legal, share = (x[..., ::-1] if flip else x for x in boards)
            net.learn(planes, numbers, legal.reshape(len(rows), -1), share.reshape(len(rows), -1), result, rate)
        if spent - said >= 15:
            said = spent
            print(f"  {spent:4.0f} s: {played} games", flush=True)
        if spent >= seconds:
            break
    return net


def test(net: Net, opponent: str, games: int, playouts: int, seed: int) -> float:
    """Return the share of games won against a bundled bot, seats in turn. The most tried action is played."""
    forest = Forest(games, playouts)
    won = 0
    with gridiron.make("amazons", games, opponent=opponent, seat="each", restart="off", start=START) as b:
        b.reset(seed=seed)
        while not b.terminated.all():
            live = np.flatnonzero(b.terminated == 0)
            for g in map(int, live):
                begin(forest, g, b.layout(g), b.named("from")[g, 0], b.named("to")[g, 0])
            actions = np.zeros(games, np.intp)
            actions[live] = SQUARES[forest.search(net, live).argmax(1)]
            b.step(actions)
            won += int((b.reward[live, b.stepped[live]] > 0).sum())
    return won / games


def begin(forest: Forest, game: int, start: str, *chosen: int) -> None:
    """Put a game of a forest at a position, after the actions that were chosen of its next turn; -1: none."""
    one = np.array([game])
    forest.reset(one, one, start)
    for square in chosen:
        if square >= 0:
            forest.step(one, np.searchsorted(SQUARES, [square]))


class agent:
    """The saved network as a player: `exec:python -m gridiron.bot amazons amazons_alphazero.py`."""

    name = "zero"

    def __init__(self) -> None:
        self.forest = Forest(1, 200)
        self.game: Any = None
        with np.load(os.environ.get("AMAZONS_ZERO", "zero.npz")) as file:
            self.net = Net(1, 0)
            self.net.w = {name: file[name] for name in file.files}

    def begin(self, game: Any) -> None:
        self.game = game

    def act(self, observation: Dict[str, Array]) -> int:
        names = self.forest.batch.scalar_names
        chosen = [int(observation["scalars"][names.index(name)]) for name in ("from", "to")]
        begin(self.forest, 0, self.game.view["position"], *chosen)
        return int(SQUARES[self.forest.search(self.net, np.array([0])).argmax()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=240, help="of processor time of Python to learn")
    parser.add_argument("--rounds", type=int, default=1 << 30, help="learn from at most so many rounds of 60 actions in 64 games")
    parser.add_argument("--test", type=int, default=100, help="games to measure with")
    parser.add_argument("--playouts", type=int, default=64, help="of each action in these games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep the network")
    a = parser.parse_args()
    net = learn(a.seconds, a.rounds, a.seed)
    if a.save:
        with open(a.save, "wb") as file:
            np.savez(file, **net.w)  # type: ignore[arg-type]
    for opponent in ("random", "usual"):
        print(f"amazons {START}: {test(net, opponent, a.test, a.playouts, 1_000_000):.1%} of {a.test} games against {opponent}", flush=True)


if __name__ == "__main__":
    main()
