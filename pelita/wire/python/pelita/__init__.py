"""A stand-in for the package that Pelita bots import, with the standard library only.

It comes with the program pelita of the gridiron project, which plays the games. Where the original package is installed,
the original is used.
"""

import importlib as _importlib
import os as _os
import sys as _sys

from ._common import NEW as _NEW
from ._setting import VERSION as __version__

STAND_IN = True

# The folder of the other stand-ins, such as networkx, is searched last.
_here = _os.path.dirname(_os.path.dirname(_os.path.abspath(__file__)))
if _here not in map(_os.path.abspath, _sys.path):
    _sys.path.append(_here)

_MODULES = ["base_utils", "exceptions", "game", "gamestate_filters", "layout", "network", "team", "viewer"] + ["maze_generator"] * _NEW


def __getattr__(name):
    """The modules of the package, imported on first use, so that bots start faster."""
    if name in _MODULES:
        return _importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'pelita' has no attribute '{name}'")
