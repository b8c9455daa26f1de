"""What shows a game that is played in Python."""

import json

from . import layout as _layout
from ._common import NEW as _NEW


class ResultPrinter:
    """Prints who plays, and how it ended."""

    def show_state(self, state):
        if state["turn"] is None and state["round"] is None:
            for colour, name in zip(("blue", "red"), state["team_names"]):
                if name is not None:
                    print(f"ᗧ {colour} team: '{name}'")
        if not state["gameover"] or state["whowins"] not in (0, 1, 2):
            return
        rounds = "1 round" if state["round"] == 1 else f"{state['round']} rounds"
        names, score, winner = state["team_names"], state["score"], state["whowins"]
        if winner == 2:
            result = f"'{names[0]}' and '{names[1]}' had a draw. ({score[0]}:{score[1]})"
        else:
            result = f"'{names[winner]}' won over '{names[1 - winner]}'. ({score[winner]}:{score[1 - winner]})"
        print(f"Finished after {rounds}. {result}", flush=True)


class AsciiViewer:
    """Prints each state."""

    def show_state(self, game_state):
        state = dict(game_state)
        board = _layout.layout_as_str(**{key: state.pop(key) for key in ("walls", "food", "bots")})
        turn, number, score = state.pop("turn"), state.pop("round"), state.pop("score")
        team, bot = ("–", "–") if turn is None else (("Blue", "Red")[turn % 2], _layout.BOT_I2N[turn // 2])
        for what in ("deaths", "kills"):
            counts = state.pop(what)
            state["blue " + what], state["red " + what] = counts[::2], counts[1::2]
        print(f"Round: {number!r} | Team: {team} | Bot: {bot} | Score {score[0]}:{score[1]}\nGame State: {state!r}\n\n")
        print(board)
        print("–" * board.index("\n"))
        if state["gameover"] and state["whowins"] == 2:
            print("Game Over: Draw.")
        elif state["gameover"] and state["whowins"] in (0, 1):
            print(f"Game Over: Team: '{state['team_names'][state['whowins']]}' wins!")


class ReplayWriter:
    """Writes each state to a stream, as the original's viewer reads them."""

    def __init__(self, stream):
        self.stream = stream

    def show_state(self, game_state):
        if _NEW:
            self.stream.write(json.dumps(game_state, default=list, separators=(",", ":")) + "\n")
        else:
            self.stream.write(json.dumps(game_state, default=list) + "\x04\n")
        self.stream.flush()
