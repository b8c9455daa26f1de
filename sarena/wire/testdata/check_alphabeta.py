"""Holds the player that new-bot writes against recorded ones: check_alphabeta.py BOTS.JSONL COUNT, in its folder.

With an evaluation by score and a depth of two it must choose as the original's simple player did, with one of one as its base player.
"""

import json
import os
import sys

sys.path[0] = os.getcwd()  # beside this file is another player.py

import minimax  # noqa: E402
from player import AlphaBetaPlayer  # noqa: E402
from sarena import Board  # noqa: E402

SIDES = {"Y": 1, "R": -1, "N": 2}


def percepts(layout):
    board = []
    for row in layout.split("/"):
        cells, text = [], row.replace(" ", "")
        for part in text.replace("+", " +").replace(".", " .").split():
            chips = [[SIDES[part[i]], SIDES[part[i + 1]]] for i in range(1, len(part), 2)]
            cells.append([4 if part[0] == "+" else 3] + chips + [[0, 0]] * (4 - len(chips)))
        board.append(cells)
    return board


class Base(AlphaBetaPlayer):
    def cutoff(self, state, depth):
        return depth == 1 or state[0].is_finished()


counts = [0, 0]
with open(sys.argv[1], encoding="utf-8") as f:
    for line in list(f)[:int(sys.argv[2])]:
        record = json.loads(line)
        board = Board(percepts(record["b"]))
        assert board.get_score() == record["get_score"], record
        for i, (kind, player) in enumerate((("simple", AlphaBetaPlayer()), ("base", Base()))):
            if kind in record:
                action = minimax.search((board, 1), player)
                assert "%d%d%d%d" % action == record[kind], (kind, action, record)
                counts[i] += 1
print("chosen alike:", *counts)
assert all(counts)
