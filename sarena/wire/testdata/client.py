"""The original's side of a game, for tests: python3 client.py URL [GAMES].

Plays GAMES games at the same time against the player at URL, which has both seats, and prints the number of plies of each. The
boards are drawn, and every answer is checked.
"""
import random
import sys
import threading
import xmlrpc.client

URL = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 1


def draw(seed):
    chance = random.Random(seed)
    chips = [[1, -1]] * 6 + [[1, 2]] * 12 + [[-1, 2]] * 12 + [[2, 2]] * 6
    chips = [list(chip) for chip in chips]
    chance.shuffle(chips)
    for chip in chips:
        chance.shuffle(chip)
    empty = [[0, 0], [0, 0], [0, 0]]
    return [[[4 - (i + j) % 2, chips[6 * i + j]] + [list(c) for c in empty] for j in range(6)] for i in range(6)]


def pile(cell):
    return [chip for chip in cell[1:] if chip != [0, 0]]


def legal(board, i, j, k, l):
    if not all(0 <= x < 6 for x in (i, j, k, l)) or abs(i - k) + abs(j - l) != 1:
        return False
    moved, under = pile(board[i][j]), pile(board[k][l])
    return bool(moved) and len(moved) + len(under) <= 4 and (bool(under) or board[k][l][0] == 4)


def play(board, i, j, k, l):
    moved, under = pile(board[i][j]), pile(board[k][l])
    if not under:
        moved = [chip[::-1] for chip in reversed(moved)]
    for cell, chips in ((board[i][j], []), (board[k][l], under + moved)):
        cell[1:] = (chips + [[0, 0]] * 4)[:4]


def inverted(board):
    turn = {1: -1, -1: 1, 2: 2, 0: 0}
    return [[[cell[0]] + [[turn[a], turn[b]] for a, b in cell[1:]] for cell in row] for row in board]


def over(board):
    return not any(legal(board, i, j, i + a, j + b) for i in range(6) for j in range(6) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def game(seed, results):
    board, step, left = draw(seed), 0, 30.0
    player = xmlrpc.client.ServerProxy(URL, allow_none=True)
    while not over(board):
        step += 1
        action = player.play(board if step % 2 else inverted(board), step, None if seed % 2 else left)
        assert isinstance(action, list) and legal(board, *action), (step, action)
        play(board, *action)
    results[seed] = step


try:
    xmlrpc.client.ServerProxy(URL).play([], 1)
    sys.exit("two arguments are answered")
except xmlrpc.client.Fault as fault:
    assert fault.faultCode == 1 and "TypeError" in fault.faultString, fault
results = {}
threads = [threading.Thread(target=game, args=(seed, results)) for seed in range(GAMES)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*[results[seed] for seed in range(GAMES)])
