"""Many games for a long time take no more memory than in the beginning.

    python tests/soak.py --steps 10000000 --games 1024

It steps games of all five kinds, with states, copies and pictures now and then, and holds the memory that is a process's own, Python's
and the server's, in the last quarter of the steps against that in the second quarter. Linux only.
"""

import argparse
import statistics

import gridiron


# Random games of these kinds are so long that a short run would see none end.
SHORT = {"reantics": {"cap": 20}, "pelita": {"rounds": 20}}


def memory(pid):
    """Return the KiB that a process has written and shares with nobody, wherever the system keeps them; not those of its files."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith(("Anonymous:", "Swap:")))


def soak(game, games, steps):
    """Return what Python and the server grew by, in KiB, and what they have at the end."""
    used = []
    with gridiron.make(game, games, restart="same", options=SHORT.get(game)) as batch:
        batch.reset(seed=1)
        for turn in range(max(80, steps // games)):
            batch.step(batch.sample)
            if turn % 200 == 0:
                batch.set_state(batch.state(0), games - 1)
                batch.clone_game(1, 2)
                batch.render()
                batch.svg()
            if turn % 20 == 0:
                used.append((memory("self"), memory(batch._server.pid) if batch._server.pid else 0))
    quarter = len(used) // 4
    late, early = ([statistics.median(column) for column in zip(*used[n * quarter:(n + 1) * quarter])] for n in (3, 1))
    return [a - b for a, b in zip(late, early)], used[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10_000_000, help="in each kind of game, of all its games together")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--limit", type=float, default=5, help="by how many percent and 4 MiB a process may grow")
    a = parser.parse_args()
    grows = False
    for game in gridiron.GAMES:
        (ours, servers), now = soak(game, a.games, a.steps)
        print(f"{game:9} {a.steps:>12,} steps; Python has {now[0]:,} KiB and grew by {ours:,.0f}, the server has {now[1]:,} KiB and grew by "
              f"{servers:,.0f}", flush=True)
        grows = grows or any(more > a.limit / 100 * all_ + 4096 for more, all_ in zip((ours, servers), now))
    if grows:
        raise SystemExit(f"memory grows by more than {a.limit:g} % and 4 MiB")


if __name__ == "__main__":
    main()
