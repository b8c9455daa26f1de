"""Reads and writes the opponent's folder, the referee's files and the system's secrets."""
import os

import bot


def read(path):
    with open(path, "rb") as f:
        return f.read(100)


def append(path):
    with open(path, "ab") as f:
        f.write(b"" if not bot.jailed() else b"x")
    return True


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    for path in bot.targets()["files"]:
        roots = ["", "/proc/1/root", "/proc/self/root", "/proc/self/cwd" + "/.." * 20, here + "/.." * 20, "/.outside", "/.disk", "/.lower"]
        for root in roots:
            bot.attempt("read " + root + path, read, root + path)
            bot.attempt("list " + root + os.path.dirname(path), os.listdir, root + os.path.dirname(path))
        bot.attempt("change " + path, append, path)
        link = here + "/link"
        if bot.jailed():
            os.symlink(path, link)
            bot.attempt("read a link to " + path, read, link)
            bot.attempt("link " + path, lambda: os.link(path, here + "/hard") or True)
            os.unlink(link)
    if bot.jailed():
        for path in ("/etc/shadow", "/root/.ssh", "/home", "/var/lib", "/etc/ssh", "/run", "/sys", "/boot"):
            bot.attempt("see " + path, os.lstat, path)
        for path in ("/usr/bin/x", "/etc/passwd", "/etc/ld.so.cache", "/x", "/dev/x", "/proc/sys/kernel/core_pattern", "/usr/lib/x"):
            bot.attempt("write " + path, append, path)


bot.play(attack, harmless=True)
