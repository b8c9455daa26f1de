"""Runs the player of the stand-in whatever else is installed: run_player.py remote-game TEAM ADDRESS."""

import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):  # then Python has not put this folder first
    del sys.path[0]
sys.path.insert(0, here)
from pelita.scripts import pelita_player  # noqa: E402

# From here on imports are those of the user's own Python; the other stand-ins, such as networkx, come last.
sys.path[0] = os.getcwd()
sys.path.append(here)
if __name__ == "__main__":
    pelita_player.main()
