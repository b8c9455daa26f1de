"""Its first line names a file of the opponent, and so do links and settings in its folder. It reads that file."""
import os

import bot


def read(path):
    with open(path, "rb") as f:
        return f.read(100)


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    for path in bot.targets()["files"]:
        bot.attempt("read " + path, read, path)
        bot.attempt("list " + os.path.dirname(path), os.listdir, os.path.dirname(path))
    for name in ("named", "venv/bin/python3", "node_modules/secret"):
        bot.attempt("read its link " + name, read, os.path.join(here, name))


bot.play(attack, harmless=True)
