"""Looks for descriptors that it should not have, and talks to the connection of the jail itself."""
import os

import bot


def attack():
    for name in os.listdir("/proc/self/fd"):
        fd = int(name)
        if fd > 2:
            try:
                target = os.readlink("/proc/self/fd/" + name)
            except OSError:
                continue  # the listing's own
            bot.won("descriptor %d, %s" % (fd, target))
    for fd in range(20):
        for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
            bot.attempt("open descriptor %d of process 1" % fd, os.open, "/proc/1/fd/%d" % fd, flags | os.O_NONBLOCK)
    for path in ("/proc/1/task/1/fd", "/proc/1/ns", "/proc/1/cwd"):
        bot.attempt("list " + path, os.listdir, path)


bot.play(attack)
