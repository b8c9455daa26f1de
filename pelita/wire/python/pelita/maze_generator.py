"""Mazes that are generated."""

from ._common import NEW as _NEW

if _NEW:
    from ._mazes270 import *  # noqa: F403
else:
    from ._mazes251 import *  # noqa: F403
