"""Leaves children behind in every way: new sessions, double forks, without signals, holding the pipes open."""
import os
import signal
import time

import bot


def child(levels):
    if levels:
        if os.fork() == 0:
            os.setsid()
            child(levels - 1)
        return
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        time.sleep(1000)


def attack():
    for levels in range(4):
        if os.fork() == 0:
            child(levels)
            os._exit(0)
    time.sleep(0.05)


bot.play(attack)
