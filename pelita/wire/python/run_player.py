"""Runs the player of the stand-in whatever else is installed: run_player.py remote-game TEAM ADDRESS."""

import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = here
from pelita.scripts import pelita_player  # noqa: E402

# From here on imports are those of the user's own Python.
sys.path[0] = os.getcwd()
if __name__ == "__main__":
    pelita_player.main()
