"""Players for tests."""

_STEPS = {"^": (0, -1), "v": (0, 1), "<": (-1, 0), ">": (1, 0), "-": (0, 0)}


def speaking_player(bot, state):
    """Draws one of the legal positions and says which."""
    move = bot.random.choice(bot.legal_positions)
    bot.say(f"Going {move}.")
    return move


def stepping_player(*bot_moves):
    """A player whose bots take the given steps, one a turn: each one of < > ^ v - or (dx, dy). After the last it fails."""
    steps = [iter([_STEPS[step] if isinstance(step, str) else step for step in moves]) for moves in bot_moves]

    def move(bot, state):
        try:
            dx, dy = next(steps[bot.turn])
        except StopIteration:
            raise ValueError() from None
        return bot.position[0] + dx, bot.position[1] + dy

    return move


def round_based_player(*bot_moves):
    """A player whose bots take the steps (dx, dy) that a list or a dict has for the round, and stay otherwise."""

    def move(bot, state):
        try:
            dx, dy = bot_moves[bot.turn][bot.round]
        except (IndexError, KeyError):
            return bot.position
        return bot.position[0] + dx, bot.position[1] + dy

    return move


def move_exception_player(bot, state):
    """Always fails."""
    raise Exception("Exception from MoveExceptionPlayer.")


def debuggable_player(bot, state):
    """Stops in the debugger, where `position` can be set to the cell to go to. Without that it stays."""
    position = bot.position
    breakpoint()
    return position
