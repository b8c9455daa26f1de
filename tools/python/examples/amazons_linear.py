"""Amazons by a linear value: the value of a position is learnt from games of the agent against itself, with numpy alone.

    python amazons_linear.py                        # learns for some seconds, then plays against random and greedy
    python amazons_linear.py --save weights.npz     # and saves the weights
    amazons play "exec:python -m gridiron.bot amazons amazons_linear.py" greedy    # plays with weights.npz in the folder, or
    $AMAZONS_WEIGHTS

A position after a turn is described by how many squares each side's queens reach in one move, how many only one of the sides reaches,
and how many are beside the queens. The value is linear in these numbers. After each round of games it is fitted to how the games ended
(least squares). The agent takes the queen, the landing square and the arrow with the highest value; while it learns it sometimes takes a
random action.
"""

import argparse
import os
import time
from typing import Dict, List, Optional, Tuple

import numpy as np

import gridiron

SIZE, ACTIONS = 10, 100
OWN, ENEMY, CHOSEN = 1, 2, 5  # codes of squares; 0 is free
POWER = (1 << np.arange(SIZE)).astype(np.uint16)
COUNTS = np.array([bin(n).count("1") for n in range(1 << SIZE)], np.float32)
ALL = np.uint16((1 << SIZE) - 1)
ONE = np.uint16(1)
FEATURES = 13

# A set of squares is ten numbers with ten bits, [columns, M]: one for each of M positions.
Sets = np.ndarray


def shift(x: Sets, columns: int, rows: int) -> Sets:
    """Move sets by a step; squares that leave the board are dropped."""
    if rows:
        x = (x << ONE & ALL) if rows > 0 else x >> ONE
    if columns:
        moved = np.zeros_like(x)
        if columns > 0:
            moved[1:] = x[:-1]
        else:
            moved[:-1] = x[1:]
        return moved
    return x


def reach(queens: Sets, free: Sets) -> Tuple[Sets, Sets]:
    """Return the squares that queens reach in one move, and those of them that are beside a queen."""
    reached, beside = np.zeros_like(free), np.zeros_like(free)
    for columns in (-1, 0, 1):
        for rows in (-1, 0, 1):
            if columns == rows == 0:
                continue
            front = shift(queens, columns, rows) & free
            beside |= front
            while front.any():
                reached |= front
                front = shift(front, columns, rows) & free
    return reached, beside


def count(sets: Sets) -> np.ndarray:
    """Return the number of squares in each set, float32 [M]."""
    total: np.ndarray = COUNTS[sets].sum(0)
    return total


def features(own: Sets, enemy: Sets, free: Sets) -> np.ndarray:
    """Return the features of positions in which the enemy is to move, float32 [M, FEATURES]."""
    ours, ours_beside = reach(own, free)
    theirs, theirs_beside = reach(enemy, free)
    known = np.stack([count(ours), count(theirs), count(ours & ~theirs), count(theirs & ~ours), count(ours_beside), count(theirs_beside)], 1) / 20
    full = 1 - count(free)[:, None] / 92
    return np.concatenate([known * (1 - full), known * full, np.ones((len(known), 1), np.float32)], 1).astype(np.float32)


def bits(actions: np.ndarray) -> Sets:
    """Return sets with one square each."""
    sets = np.zeros((SIZE, len(actions)), np.uint16)
    sets[actions // SIZE, np.arange(len(actions))] = POWER[actions % SIZE]
    return sets


def squares(sets: Sets) -> Tuple[np.ndarray, np.ndarray]:
    """Return all squares of all sets, as the index of the set and the square."""
    which, column, row = np.nonzero(np.moveaxis(sets, 1, 0)[..., None] & POWER)
    return which, column * SIZE + row


def values(w: np.ndarray, codes: np.ndarray, phase: np.ndarray, mask: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return the value of every action, float32 [N, ACTIONS], and for each arrow the features of its position, [N, ACTIONS, FEATURES].

    codes [N, 10, 10], phase [N] and mask [N, ACTIONS] are those of the environment. An illegal action is worth -1e9.
    """
    n = len(codes)
    worth = np.full((n, ACTIONS), -1e9, np.float32)
    known = np.zeros((n, ACTIONS, FEATURES), np.float32)
    own, enemy, free = ((plane * POWER).sum(-1, dtype=np.uint16).T for plane in ((codes == OWN) | (codes == CHOSEN), codes == ENEMY, codes == 0))
    game, action = np.nonzero(mask)
    arrow = phase[game] == 2
    # Where each queen that may be chosen, or was chosen, can go.
    moves = phase[game] == 0
    chosen = codes.reshape(n, -1) == CHOSEN
    taken = np.flatnonzero(phase == 1)
    movers = np.concatenate([game[moves], taken])
    from_ = np.concatenate([action[moves], chosen[taken].argmax(1)])
    which, to = squares(reach(bits(from_), free[:, movers])[0])
    mover, left = movers[which], from_[which]
    after_own, after_free = own[:, mover] ^ bits(left) | bits(to), (free[:, mover] | bits(left)) & ~bits(to)
    landing = features(after_own, enemy[:, mover], after_free) @ w
    np.maximum.at(worth, (mover, np.where(phase[mover] == 0, left, to)), landing)
    shooter, hit = game[arrow], action[arrow]
    seen = features(own[:, shooter], enemy[:, shooter], free[:, shooter] & ~bits(hit))
    worth[shooter, hit], known[shooter, hit] = seen @ w, seen
    return worth, known


def play(w: np.ndarray, games: int, explore: float, seed: int) -> Tuple[np.ndarray, np.ndarray]:
    """Play games of self-play and return the features of the positions after the turns, [T, FEATURES], and the results, [T]."""
    chance = np.random.default_rng(seed)
    every = np.arange(games)
    turns: List[List[Tuple[int, np.ndarray]]] = [[] for _ in range(games)]
    seen, goals = [], []
    with gridiron.make("amazons", games, restart="off") as batch:
        batch.reset(seed=seed)
        while not batch.terminated.all():
            live = batch.terminated == 0
            phase = batch.named("phase")[:, 0]
            worth, known = values(w, batch.codes[:, 0], phase, batch.mask[:, 0])
            action = worth.argmax(1)
            wild = chance.random(games) < explore
            action[wild] = batch.sample[wild, 0]
            seats = batch.to_play.copy()
            for i in map(int, every[live & (phase == 2)]):
                turns[i].append((int(seats[i]), known[i, action[i]]))
            batch.step(action)
            for i in map(int, every[live & (batch.terminated == 1)]):
                for seat, row in turns[i]:
                    seen.append(row)
                    goals.append(float(batch.reward[i, seat]))
    return np.array(seen), np.array(goals)


def learn(rounds: int, games: int, seed: int) -> np.ndarray:
    """Learn from this many rounds of games; the first one is played at random."""
    w = np.zeros(FEATURES, np.float32)
    square, product = np.eye(FEATURES) * 10, np.zeros(FEATURES)
    begin = time.process_time()
    for n in range(rounds):
        seen, goals = play(w, games, 1.0 if n == 0 else 0.1, seed + n * games)
        square, product = square * 0.7 + seen.T @ seen, product * 0.7 + seen.T @ goals  # older games count less
        w = np.linalg.solve(square, product).astype(np.float32)
        right = float((np.sign(seen @ w) == goals).mean())
        print(f"  {time.process_time() - begin:4.0f} s: {(n + 1) * games} games, the value names the winner after {right:.0%} of the turns", flush=True)
    return w


def test(w: np.ndarray, opponent: str, games: int, seed: int) -> float:
    """Return the share of games won against a bundled bot, seats in turn."""
    won = 0
    with gridiron.make("amazons", games, opponent=opponent, seat="each", restart="off") as batch:
        batch.reset(seed=seed)
        while not batch.terminated.all():
            live = batch.terminated == 0
            worth, _ = values(w, batch.codes[:, 0], batch.named("phase")[:, 0], batch.mask[:, 0])
            batch.step(worth.argmax(1))
            won += int((live & (batch.reward[np.arange(games), batch.stepped] > 0)).sum())
    return won / games


class agent:
    """The learnt value as a player: `exec:python -m gridiron.bot amazons amazons_linear.py`."""

    name = "linear"

    def __init__(self, path: Optional[str] = None) -> None:
        with np.load(path or os.environ.get("AMAZONS_WEIGHTS", "weights.npz")) as file:
            self.w = file["w"]

    def act(self, observation: Dict[str, np.ndarray]) -> int:
        worth, _ = values(self.w, observation["observation"][None], observation["scalars"][None, 0], observation["action_mask"][None])
        return int(worth.argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12, help="rounds of games to learn from")
    parser.add_argument("--games", type=int, default=64, help="games of a round")
    parser.add_argument("--test", type=int, default=200, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep the weights")
    a = parser.parse_args()
    w = learn(a.rounds, a.games, a.seed)
    if a.save:
        with open(a.save, "wb") as file:
            np.savez(file, w=w)
    for opponent in ("random", "greedy"):
        print(f"amazons: after {a.rounds * a.games} games against itself {test(w, opponent, a.test, 1_000_000):.1%} of {a.test} games against {opponent}",
              flush=True)


if __name__ == "__main__":
    main()
