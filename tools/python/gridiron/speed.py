"""python -m gridiron.speed: steps per second of processor time, Python's and the server's together, and those of other libraries."""

from __future__ import annotations

import argparse
import os
import time
from typing import Callable, Iterator, Tuple

import numpy as np

from . import GAMES, make


def _ticks(pid: int) -> float:
    """Return the processor time of another process in seconds (Linux)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(step: Callable[[], int], seconds: float, pid: int = 0) -> float:
    """Return the steps per second of processor time. It takes the best of five parts, because other work empties caches, after a tenth of
    the time to warm up."""
    def spent() -> float:
        return time.process_time() + (_ticks(pid) if pid else 0.0)

    best, number = 0.0, 20
    for share in (0.1, 0.2, 0.2, 0.2, 0.2, 0.2):
        begin, count, taken = spent(), 0, 0.0
        while taken < share * seconds:
            for _ in range(number):
                count += step()
            before, taken = taken, spent() - begin
            if taken - before < 0.02:  # keep the cost of the clock out of the measurement
                number *= 2
        if share == 0.2:
            best = max(best, count / taken)
    return best


def ours(game: str, games: int, seconds: float, policy: str = "given") -> float:
    """Return agent steps per second of processor time. policy: "given", legal samples of the server, or "numpy", drawn from the mask."""
    batch = make(game, games, restart="same")
    batch.reset(seed=1)
    chance = np.random.default_rng(1)
    noise = chance.random((64, batch.num_actions), np.float32)
    turn = 0

    def given() -> int:
        batch.step(batch.sample)
        return batch.sample.size

    def masked() -> int:
        nonlocal turn
        turn = (turn + 1) % 64
        rows = batch.mask.reshape(-1, batch.num_actions)
        # The first legal action in an order that changes with every step: one multiplication and one search per row.
        batch.step((rows * noise[turn]).argmax(1))
        return len(rows)

    rate = measure(given if policy == "given" else masked, seconds, batch._server._process.pid)
    batch.close()
    return rate


def copies(game: str, seconds: float, count: int = 256) -> Tuple[float, float]:
    """Return microseconds of processor time of a copy in a batch of copies, and of a single copy, of games that have gone on for a while."""
    with make(game, 2 * count, illegal="replace") as batch:
        batch.reset(seed=1)
        for _ in range(20):  # no random game has ended by then but some of Tron's
            batch.step(batch.sample)
        games, to = np.arange(count), np.arange(count, 2 * count)

        def many() -> int:
            batch.clone_games(games, to)
            return count

        def one() -> int:
            batch.clone_game(0, count)
            return 1

        return 1e6 / measure(many, seconds, batch._server._process.pid), 1e6 / measure(one, seconds, batch._server._process.pid)


def others(seconds: float) -> Iterator[Tuple[str, float]]:
    """Yield the figures of other libraries, if they are installed."""
    try:
        import pyspiel
        game = pyspiel.load_game("amazons")
        chance = np.random.default_rng(1)
        for name, look in (("OpenSpiel amazons", False), ("OpenSpiel amazons, with observation", True)):
            state = game.new_initial_state()

            def step() -> int:
                nonlocal state
                if state.is_terminal():
                    state = game.new_initial_state()
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                if look:
                    state.observation_tensor(0)
                return 1
            yield name, measure(step, seconds)
    except ImportError:
        print("OpenSpiel is not installed")
    try:
        from pettingzoo.classic import connect_four_v3
        env = connect_four_v3.env()
        env.reset(seed=1)

        def play() -> int:
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                return 0
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
            return 1
        yield "PettingZoo connect_four", measure(play, seconds)
    except ImportError:
        print("PettingZoo with its classic games is not installed")
    try:
        import gymnasium
        cart = gymnasium.make("CartPole-v1")
        cart.reset(seed=1)

        def push() -> int:
            if any(cart.step(1)[2:4]):
                cart.reset()
            return 1
        yield "Gymnasium CartPole", measure(push, seconds)
    except ImportError:
        print("Gymnasium is not installed")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m gridiron.speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.5, help="processor time of each figure")
    parser.add_argument("--games", default=",".join(GAMES), help="games to measure, with commas between them")
    parser.add_argument("--sizes", default="1,256,1024", help="numbers of games at once, with commas between them")
    parser.add_argument("--others", action="store_true", help="measure other libraries, too")
    parser.add_argument("--copies", action="store_true", help="measure copies of games instead of steps")
    a = parser.parse_args()
    if a.copies:
        print("microseconds of processor time for each copy of a game, Python's and the server's together")
        for game in a.games.split(","):
            many, single = copies(game, a.seconds)
            print(f"{game:10} in batches of 256 {many:8.2f}   single {single:8.1f}", flush=True)
        return
    print("agent steps a second of processor time, Python's and the server's together, in the best of five parts of each run")
    rates = {}
    for game in a.games.split(","):
        for games in map(int, a.sizes.split(",")):
            given, masked = (ours(game, games, a.seconds, policy) for policy in ("given", "numpy"))
            rates[game, games] = given
            print(f"{game:10} N={games:<5} legal actions given {given:>12,.0f}   masked random policy in numpy {masked:>12,.0f}", flush=True)
    if a.others:
        ours_256 = rates.get(("amazons", 256), 0.0)
        for name, rate in others(a.seconds):
            times = f"   amazons N=256 is {ours_256 / rate:,.1f} times as fast" if ours_256 else ""
            print(f"{name:40} {rate:>12,.0f}{times}", flush=True)


if __name__ == "__main__":
    main()
