"""python -m gridiron.spaces [GAME...]: what is seen and done in each game, as Markdown.

`help(gridiron.spaces.tron)` shows the page of a game, and gridiron/docs in the package has all of them. With --write, and no names, the
pages there are written again, from what the programs say.
"""

from __future__ import annotations

import sys
import types
from pathlib import Path

from . import GAMES, make

DOCS = Path(__file__).parent / "docs"
HEAD = """
`python -m gridiron.spaces` writes this page. Codes and scalars are what a batch and an environment show; with `Batch.encode()`, and in
an environment with `observation="planes"`, they are planes and numbers for networks. Bounds and shapes are those of the usual settings.
"""


def page(game: str) -> str:
    """Return the page of a game."""
    with make(game) as batch:
        title, rest = batch.describe().split("\n", 1)
        return title + "\n" + HEAD + rest


def __getattr__(name: str) -> types.ModuleType:
    if name in GAMES:
        return types.ModuleType(f"{__name__}.{name}", (DOCS / f"{name}.md").read_text(encoding="utf-8"))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for game in GAMES:
            (DOCS / f"{game}.md").write_text(page(game), encoding="utf-8")
    else:
        sys.stdout.write("\n".join(page(game) for game in sys.argv[1:] or GAMES))
