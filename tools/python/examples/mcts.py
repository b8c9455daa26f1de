"""Monte Carlo tree search in Python over clone_game: it plays Sarena against the bundled bot random."""

import argparse
import math

import gridiron

ROOT, WORK = 0, 1


class Node:
    """A position: visits and points (for the seat that moved there) of each action."""

    def __init__(self, batch: gridiron.Batch) -> None:
        self.seat = int(batch.to_play[WORK])
        self.visits = {int(a): 0 for a in batch.legal_actions(WORK)}
        self.points: dict[int, float] = {}
        self.children: dict[int, Node] = {}
        self.total = 0

    def choose(self) -> int:
        def worth(action: int) -> float:
            n = self.visits[action]
            return math.inf if n == 0 else self.points[action] / n + math.sqrt(2 * math.log(self.total) / n)
        return max(self.visits, key=worth)


def search(batch: gridiron.Batch, playouts: int) -> int:
    """Return the most visited action of the root game."""
    batch.clone_game(ROOT, WORK)
    root = Node(batch)
    for _ in range(playouts):
        batch.clone_game(ROOT, WORK)
        node, path = root, []
        while not batch.terminated[WORK]:
            action = node.choose()
            path.append((node, action))
            batch.step_game(WORK, action)
            if action not in node.children:
                node.children[action] = Node(batch)
                break
            node = node.children[action]
        while not batch.terminated[WORK]:
            batch.step_game(WORK, batch.sample[WORK])
        for node, action in path:
            node.total += 1
            node.visits[action] += 1
            node.points[action] = node.points.get(action, 0.0) + (1 + float(batch.reward[WORK, node.seat])) / 2
    return max(root.visits, key=root.visits.__getitem__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--playouts", type=int, default=80)
    a = parser.parse_args()
    points = 0.0
    with gridiron.make("sarena", 2, restart="off") as batch:
        for n in range(a.games):
            batch.reset([100 + n, 0])
            mine = n % 2
            while not batch.terminated[ROOT]:
                ours = batch.to_play[ROOT] == mine
                action = search(batch, a.playouts) if ours else batch.sample[ROOT, 0]
                batch.step_game(ROOT, action)
            points += (1 + float(batch.reward[ROOT, mine])) / 2
    print(f"sarena: MCTS with {a.playouts} playouts a turn gets {points / a.games:.1%} of {a.games} games against random")


if __name__ == "__main__":
    main()
