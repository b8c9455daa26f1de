"""Answers for the opponent, and takes its questions, through the descriptors of other processes."""
import os

import bot

LINE = b'{"type":"answer","id":1,"move":-1}\n'


def others():
    own = {str(os.getpid()), "1"}
    return {str(pid) for pid in bot.pids()} | {name for name in os.listdir("/proc") if name.isdigit()} - own


def reach(path, flags):
    fd = os.open(path, flags | os.O_NONBLOCK)
    if bot.jailed():  # elsewhere the opponent is left in peace
        os.write(fd, LINE) if flags == os.O_WRONLY else os.read(fd, 10)
    os.close(fd)
    return True


def attack():
    for pid in others() | {"1"}:
        for fd in range(20):
            path = "/proc/%s/fd/%d" % (pid, fd)
            bot.attempt("write to " + path, reach, path, os.O_WRONLY)
            bot.attempt("read from " + path, reach, path, os.O_RDONLY)


bot.play(attack, harmless=True)
