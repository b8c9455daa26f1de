"""Looks for the seeds of the game and of its contest: in records and journals, and on the command lines of others."""
import os
import re

import bot

SEED = re.compile(rb'"seed": ?"-?\d+"')


def search(root):
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            try:
                with open(path, "rb") as f:
                    if not name.endswith(".py") and SEED.search(f.read(1 << 20)):
                        return path
            except OSError:
                pass
    return None


def read(path):
    with open(path, "rb") as f:
        return b"--seed" in f.read(1 << 16)


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    for root in (here, os.getcwd(), "/tmp" if bot.jailed() else here, "/.lower", "/.outside" + here, "/proc/1/root" + here, "/proc/1/cwd"):
        bot.attempt("find a seed in " + root, search, root)
    for pid in [name for name in os.listdir("/proc") if name.isdigit()] + ["self/../%d" % pid for pid in bot.pids()]:
        for name in ("cmdline", "environ"):
            bot.attempt("find --seed in /proc/%s/%s" % (pid, name), read, "/proc/%s/%s" % (pid, name))


bot.play(attack, harmless=True)
