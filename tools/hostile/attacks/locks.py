"""Leaves messages on files that the opponent sees, too: locks, leases, watches and times."""
import ctypes
import fcntl
import os
import socket
import struct

import bot

libc = ctypes.CDLL(None, use_errno=True)


def control(fd, command, argument):
    fcntl.fcntl(fd, command, argument)
    return True


def touch(path):
    os.utime(os.open(path, os.O_RDWR))
    return True


def attack():
    for path, flags in ((os.path.realpath("/bin/sh"), os.O_RDONLY), ("/usr", os.O_RDONLY), ("/dev/null", os.O_RDWR)):
        fd = os.open(path, flags)
        for how in (fcntl.LOCK_SH, fcntl.LOCK_EX):
            bot.attempt("flock %s" % path, lambda: fcntl.flock(fd, how | fcntl.LOCK_NB) is None)
        for command in (5, 6, 7, 36, 37, 38):  # locks of the process, and of the open file
            kind = fcntl.F_WRLCK if command in (5, 36) else fcntl.F_RDLCK
            bot.attempt("lock %s by %d" % (path, command), control, fd, command, struct.pack("hhqqi4x", kind, 0, 0, 1, 0))
        for command in (1024, 1025, 1026):  # leases and notifications
            bot.attempt("control %s by %d" % (path, command), control, fd, command, 0)
        os.close(fd)
    for call, words in (("inotify_init", ()), ("inotify_init1", (0,))):
        watch = bot.attempt(call, lambda: getattr(libc, call)(*words) + 1)
        if watch:
            bot.attempt("watch /usr", lambda: libc.inotify_add_watch(watch - 1, b"/usr", 1) >= 0)
    bot.attempt("change the times of /dev/null", touch, "/dev/null")
    bot.attempt("send to other programs by netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 2).close() is None)
    if bot.jailed():
        shell = os.open("/bin/sh", os.O_RDONLY)
        bot.attempt("drop a file from memory", lambda: os.posix_fadvise(shell, 0, 0, os.POSIX_FADV_DONTNEED) is None)


bot.play(attack, harmless=True)
