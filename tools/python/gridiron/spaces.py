"""python -m gridiron.spaces [GAME...]: what is seen and done in each game, as Markdown."""

import sys

from . import GAMES, make

HEAD = """# What agents see and do

`python -m gridiron.spaces` has written this page; `make(GAME).describe()` returns a game's part. Codes and scalars are what a batch and
an environment show; with `Batch.encode()`, and in an environment with `observation="planes"`, they are planes and numbers for networks.
Bounds and shapes are those of the usual settings.
"""


def pages(*games: str) -> str:
    """Return the parts of these games, by default of all."""
    parts = [HEAD]
    for game in games or GAMES:
        with make(game) as batch:
            parts.append(batch.describe())
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(pages(*sys.argv[1:]))
