"""Is an agent better than a bundled bot? The program's own sequential test plays pairs of games with the seats swapped until it is sure.

    python evaluate.py amazons my_agent.py greedy
    TRON_POLICY=policy.npz python evaluate.py tron tron_selfplay.py rules

Without AGENT the first legal action is played.
"""

import argparse
import json
import os
import subprocess
import sys

import gridiron
from gridiron.raw import Observation


def first(observation: Observation) -> int:
    """The first legal action."""
    return int(observation["action_mask"].argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=gridiron.GAMES)
    parser.add_argument("agent", nargs="?", default=os.path.abspath(__file__) + ":first", help="as python -m gridiron.bot takes it")
    parser.add_argument("opponent", nargs="?", default="random", help="a bundled bot or another player")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games at most")
    parser.add_argument("--elo", type=int, default=100, help="what counts as better")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="", help="where the games begin")
    a = parser.parse_args()
    done = subprocess.run(
        [gridiron.find(a.game), "compare", a.opponent, f"exec:'{sys.executable}' -m gridiron.bot {a.game} '{a.agent}'", "--json",
         "--pairs", str(a.pairs), "--elo1", str(a.elo), "--seed", str(a.seed), "--losses", "0", *(["--start", a.start] if a.start else [])],
        stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode not in (0, 3, 4):  # better, not better, undecided
        raise SystemExit(f"{a.game} compare failed with exit status {done.returncode}")
    result = json.loads(done.stdout)
    print(f"{a.game}: {os.path.basename(a.agent)} gets {result['score']:.1%} of {result['games']} games against {a.opponent}: {result['verdict']}")


if __name__ == "__main__":
    main()
