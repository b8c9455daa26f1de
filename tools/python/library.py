"""python library.py FILE [VERSION]: builds the games as a shared library, which the package loads into Python's own process. Needs Go and a C
compiler.

Go cannot import the programs of the games, because a program is package main. So this shows the go command a copy of each in which only the
name of the package is another one, and a file of tools/library that adds the copies. GOOS, GOARCH and CC name another system and its compiler.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("amazons", "pelita", "reantics", "sarena", "tron")
MODULE = "github.com/gridiron-games/gridiron/"
COPY = 'package {0}\n\nimport "%skernel/arena/cli"\n\nfunc Program() *cli.Program {{ return program() }}\n' % MODULE


def build(root: Path, to: str, version: str = "") -> None:
    """Build the library of the repository at root into a file."""
    with tempfile.TemporaryDirectory() as folder:
        shown = {}  # what the go command sees instead of what there is

        def show(name: str, text: bytes) -> None:
            copy = Path(folder) / str(len(shown))
            copy.write_bytes(text)
            shown[str(root / "tools" / "library" / name)] = str(copy)

        imports = "".join(f'import "{MODULE}tools/library/{game}"\n' for game in GAMES)
        adds = "".join(f'\tprograms["{game}"] = {game}.Program\n' for game in GAMES)
        show("games.go", f"package main\n\n{imports}\nfunc init() {{\n{adds}}}\n".encode())
        for game in GAMES:
            for file in sorted((root / game / "cmd" / game).iterdir()):
                if file.is_file() and not file.name.endswith("_test.go"):
                    show(f"{game}/{file.name}", re.sub(rb"(?m)^package main$", f"package {game}".encode(), file.read_bytes(), count=1))
            show(f"{game}/copy.go", COPY.format(game).encode())
        overlay = Path(folder) / "overlay.json"
        overlay.write_text(json.dumps({"Replace": shown}), encoding="utf-8")
        made = Path(folder) / ("library" + Path(to).suffix)  # beside it, Go writes a header for C
        flags = "-s -w" + (f" -X {MODULE}kernel/record.version={version}" if version else "")
        subprocess.run(["go", "build", "-buildmode=c-shared", "-buildvcs=false", "-trimpath", f"-ldflags={flags}", "-tags=lean,learn",
                        f"-overlay={overlay}", "-o", str(made), "./tools/library"], cwd=root, check=True,
                       env={**os.environ, "CGO_ENABLED": "1"})
        Path(to).write_bytes(made.read_bytes())


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    build(Path(__file__).resolve().parents[2], *sys.argv[1:])
