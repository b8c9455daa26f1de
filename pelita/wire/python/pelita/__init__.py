"""A stand-in for the package that Pelita bots import, with the standard library only.

It comes with the program pelita of the gridiron project, which plays the games. Where the original package is installed,
the original is used.
"""

import os
import sys

from ._setting import VERSION as __version__

STAND_IN = True

# What bots import beside pelita, for a Python that does not have it: searched last.
_fallback = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fallback")
if _fallback not in sys.path:
    sys.path.append(_fallback)
