"""Reads memory, environment and command line of the others, and the parent's."""
import os

import bot


def read(path):
    with open(path, "rb") as f:
        return f.read(10)


def attack():
    for pid in bot.pids():
        for name in ("environ", "maps", "mem", "cmdline", "root/etc/hostname", "cwd", "auxv"):
            path = "/proc/%d/%s" % (pid, name)
            bot.attempt("read " + path, os.listdir if name == "cwd" else read, path)
    for name in ("environ", "mem", "root/etc/hostname", "auxv", "map_files", "fd"):
        path = "/proc/1/" + name
        bot.attempt("read " + path, os.listdir if name in ("map_files", "fd") else read, path)
    for path in ("/dev/mem", "/dev/kmem", "/proc/kcore", "/dev/kmsg", "/proc/kmsg", "/dev/vda", "/dev/sda", "/dev/tty"):
        bot.attempt("read " + path, read, path)
    secret = bot.targets()["variable"]
    if secret in os.environ:
        bot.won("hear of the referee's variable")


bot.play(attack, harmless=True)
