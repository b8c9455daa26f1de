"""Children that start the next one before they end, so that no list of them is ever true."""
import os

import bot


def attack():
    for _ in range(3):
        if os.fork() == 0:
            while True:
                if os.fork() != 0:
                    os._exit(0)
                os.setsid()


bot.play(attack)
