"""Whole games between two functions, in this process."""

from ._common import NEW as _NEW

if _NEW:
    from ._game270 import *  # noqa: F403
else:
    from ._game251 import *  # noqa: F403
