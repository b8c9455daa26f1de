"""Its folder came with links to the others' files, a device, a pipe, a sparse file of 10 GB and odd names."""
import os

import bot


def read(path):
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return os.read(fd, 10)
    finally:
        os.close(fd)


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    for name in os.listdir(here):
        if name.startswith("link") or name == "device":
            bot.attempt("read %s" % name, read, os.path.join(here, name))
            bot.attempt("list %s" % name, os.listdir, os.path.join(here, name))
    for name in ("..", "../..", "../../.."):
        for entry in set(os.listdir(os.path.join(here, name))) - {os.path.basename(here)}:
            bot.attempt("read %s/%s" % (name, entry), read, os.path.join(here, name, entry, "secret"))
    try:
        with open(os.path.join(here, "sparse"), "r+b") as f:
            f.write(b"x" * 2**20)
    except OSError:
        pass


bot.play(attack)
