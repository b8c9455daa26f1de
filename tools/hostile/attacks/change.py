"""Changes its own program and the files beside it while it plays, for the games to come."""
import os

import bot


def attack():
    here = os.path.dirname(os.path.abspath(__file__))
    for name in os.listdir(here):
        path = os.path.join(here, name)
        try:
            if name.endswith(".py"):
                with open(path, "a") as f:
                    f.write("\n# another program\n")
                os.rename(path, path + ".new")
                os.rename(path + ".new", path)
        except OSError:
            pass


bot.play(attack)
