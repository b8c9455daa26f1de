"""Plays one game of the installed Pelita as our benchmark does and prints its moves a second."""

import time

from pelita import game, layout


def to_and_fro(bot, state):
    legal = bot.legal_positions
    return legal[bot.round % len(legal)]


board = layout.parse_layout(layout.get_layout_by_name("normal_035"))
rounds = 1000
began = time.perf_counter()
state = game.run_game([to_and_fro, to_and_fro], layout_dict=board, max_rounds=rounds, rng=7, print_result=False)
took = time.perf_counter() - began
if state["round"] != rounds or not state["gameover"]:
    raise SystemExit(f"the game ended in round {state['round']}, want {rounds}: {state['errors']} {state['fatal_errors']}")
print(4 * rounds / took)
