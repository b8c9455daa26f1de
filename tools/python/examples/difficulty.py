"""What a student can expect: agents learn for some minutes with the examples and play against bundled bots.

    python difficulty.py                          # 1, 5 and 20 minutes of processor time in each game: an hour and a half
    python difficulty.py tron --minutes 1,5
    python difficulty.py --write README.md        # also puts each row into the table there, in place of an older one

A row has the share of points that the agent gets, seats in turn. Sarena needs torch and gymnasium.
"""

import argparse
import datetime
from typing import Any, Callable, Dict

from gridiron.speed import within

COMMAND = "python examples/difficulty.py --write README.md"
HEAD = ["| agent | minutes | against random | against the usual opponent | against the champion | measured |", "|---|---|---|---|---|---|"]


def tron(seconds: float) -> Callable[[str, int], float]:
    import tron_selfplay as example
    weights, _ = example.learn(seconds, 1 << 60, 1)
    return lambda opponent, games: example.test(weights, opponent, games, 1_000_000)


def amazons(seconds: float) -> Callable[[str, int], float]:
    import amazons_alphazero as example
    net = example.learn(seconds, 1 << 30, 1)
    return lambda opponent, games: example.test(net, opponent, games, 64, 1_000_000)


def sarena(seconds: float) -> Callable[[str, int], float]:
    import ppo as example
    policy = example.train("sarena", 1 << 60, seconds, self_play=True)
    return lambda opponent, games: example.test(policy, "sarena", opponent, games)


LEARNERS: Dict[str, Any] = {
    "tron": (tron, "tron_selfplay.py", "rules"), "amazons": (amazons, "amazons_alphazero.py, on 6x6", "alphabeta:level=1"),
    "sarena": (sarena, "ppo.py --self-play", "base")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(LEARNERS)}; default: all")
    parser.add_argument("--minutes", default="1,5,20", help="of learning, with commas between them")
    parser.add_argument("--test", type=int, default=100, help="games against each bot; a fifth of them against the champion, who thinks longer")
    parser.add_argument("--write", metavar="FILE", help="put the rows into the table of FILE")
    a = parser.parse_args()
    print("\n".join(HEAD))
    for game in a.games or LEARNERS:
        learner, example, usual = LEARNERS[game]
        for minutes in a.minutes.split(","):
            agent = learner(60 * float(minutes))
            shares = [f"{agent(bot, games):.0%}" for bot, games in (("random", a.test), (usual, a.test), ("champion", max(1, a.test // 5)))]
            key = f"| {game}, {example} | {minutes} |"
            row = f"{key} {shares[0]} | {shares[1]} (`{usual}`) | {shares[2]} | {datetime.date.today()} |"
            print(row, flush=True)
            if a.write:
                before, lines, after = within(a.write, COMMAND)
                rows = [line for line in lines[len(HEAD):] if not line.startswith(key)] + [row]
                rows.sort(key=lambda line: (line.split("|")[1], float(line.split("|")[2])))
                with open(a.write, "w", encoding="utf-8") as file:
                    file.write(before + "\n".join(HEAD + rows) + "\n" + after)


if __name__ == "__main__":
    main()
