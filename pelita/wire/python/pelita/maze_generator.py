"""Mazes that are generated."""

from ._common import NEW

if NEW:
    from ._mazes270 import *  # noqa: F403
else:
    from ._mazes251 import *  # noqa: F403
