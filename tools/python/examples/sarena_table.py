"""Sarena by a table: the value of a turn depends on the two piles involved, learnt by Monte Carlo against the bundled bot random."""

import argparse
import time

import numpy as np

import gridiron

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # up, left, right, down
KEYS = 4 * 4 * 5 * 5 * 4


def keys(codes: np.ndarray) -> np.ndarray:
    """Return the row of the table of every action, int [N, 144], from codes [N, 6, 6, 6].

    A turn is described by the faces on top and at the bottom and the height of the pile that moves, and the height and the top face of
    the one that it goes to.
    """
    height, chips = codes[:, 0].astype(np.intp), codes[:, 1:5]
    highest = np.take_along_axis(chips, np.maximum(height - 1, 0)[:, None], 1)[:, 0]
    top, bottom = (highest >> 2).astype(np.intp), (chips[:, 0] & 3).astype(np.intp)
    mover = (top * 4 + bottom) * 5 + height
    to_height, to_top = np.pad(height, ((0, 0), (1, 1), (1, 1))), np.pad(top, ((0, 0), (1, 1), (1, 1)))
    rows = []
    for dy, dx in STEPS:
        part = slice(1 + dy, 7 + dy), slice(1 + dx, 7 + dx)
        rows.append((mover * 5 + to_height[:, part[0], part[1]]) * 4 + to_top[:, part[0], part[1]])
    return np.stack(rows, -1).reshape(len(codes), -1)


def play(table: np.ndarray, counts: np.ndarray, games: int, explore: float, seed: int, learn: bool) -> float:
    """Play games against random, seats in turn, and return the share of points. With learn the table becomes the mean result."""
    chance = np.random.default_rng(seed)
    number = 128
    with gridiron.make("sarena", number, opponent="random", seat="each", restart="same") as batch:
        batch.reset(seed=seed)
        seat = batch.stepped
        rows = np.arange(number)
        history: list[list[int]] = [[] for _ in range(number)]
        points, ended = 0.0, 0
        while ended < games:
            key = keys(batch.codes[:, 0])
            value = np.where(batch.mask[:, 0] == 1, table[key] + 1e-6 * chance.random(key.shape), -9)
            action = value.argmax(1)
            wild = chance.random(number) < explore
            action[wild] = batch.sample[wild, 0]
            for i, k in enumerate(key[rows, action]):
                history[i].append(int(k))
            batch.step(action)
            for i in map(int, np.flatnonzero(batch.terminated)):
                result = float(batch.reward[i, seat[i]])
                points, ended = points + (1 + result) / 2, ended + 1
                if learn:
                    for k in history[i]:
                        counts[k] += 1
                        table[k] += (result - table[k]) / counts[k]
                history[i].clear()
    return points / ended


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000, help="games to learn from")
    parser.add_argument("--test", type=int, default=1000, help="games to measure with")
    a = parser.parse_args()
    table, counts = np.zeros(KEYS), np.zeros(KEYS)
    begin = time.process_time()
    play(table, counts, a.games, 0.3, 1, True)
    points = play(table, counts, a.test, 0.0, 10_000_000, False)
    print(f"sarena: after {a.games} games and {time.process_time() - begin:.0f} s of processor time {points:.1%} of {a.test} games against random")
    if points < 0.6:
        raise SystemExit("it has not learnt to beat random")


if __name__ == "__main__":
    main()
