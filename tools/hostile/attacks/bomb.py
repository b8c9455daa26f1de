"""4 GB of memory, in several processes."""
import os

import bot


def attack():
    for _ in range(3):
        os.fork()
    blocks = []
    while len(blocks) < 512:
        blocks.append(b"x" * 2**20)
    bot.won("4 GB of memory")


bot.play(attack)
