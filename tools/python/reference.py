"""python reference.py: writes gridiron/docs/api.md, the reference of the package, from its signatures and docstrings."""

import ast
import re
from pathlib import Path
from typing import Iterator, List, Union

PACKAGE = Path(__file__).parent / "gridiron"
MODULES = ("__init__", "raw", "_planes", "gym", "pettingzoo", "sb3", "bot", "_selfplay", "spaces", "speed")
HEAD = """# API of gridiron for Python

`python reference.py` writes this page from the docstrings.
"""
Thing = Union[ast.FunctionDef, ast.ClassDef]


def text(node: Union[Thing, ast.Module]) -> str:
    """Return a docstring as Markdown: its tables are shown as they are."""
    return re.sub(r"(?ms)^=+  .*^=+  [= ]+$", r"```text\n\g<0>\n```", ast.get_docstring(node) or "")


def signature(f: ast.FunctionDef, owner: str = "") -> str:
    """Return how a function is called."""
    f.args.args = [a for a in f.args.args if a.arg != "self"]
    returns = f" -> {ast.unparse(f.returns)}" if f.returns and f.name != "__init__" else ""
    name = owner if f.name == "__init__" else f"{owner}.{f.name}" if owner else f.name
    return f"```python\n{name}({ast.unparse(f.args)}){returns}\n```\n"


def entries(module: ast.Module, public: List[str]) -> Iterator[str]:
    """Yield the parts of the page about the public names of a module."""
    for thing in module.body:
        if not isinstance(thing, (ast.FunctionDef, ast.ClassDef)) or thing.name not in public:
            continue
        yield f"### {thing.name}\n"
        if isinstance(thing, ast.FunctionDef):
            yield signature(thing)
            yield text(thing) + "\n"
            continue
        methods = [f for f in thing.body if isinstance(f, ast.FunctionDef)]
        for f in methods:
            if f.name == "__init__":
                yield signature(f, thing.name)
        yield text(thing) + "\n"
        for f in methods:
            if f.name.startswith("_") or not text(f):
                continue
            yield f"#### {thing.name}.{f.name}\n"
            if not any(ast.unparse(d) == "property" for d in f.decorator_list):
                yield signature(f, thing.name)
            yield text(f) + "\n"


def page() -> str:
    """Return the whole reference."""
    parts = [HEAD]
    for name in MODULES:
        module = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
        public = [ast.literal_eval(a.value) for a in module.body if isinstance(a, ast.Assign) and ast.unparse(a.targets[0]) == "__all__"]
        shown = list(entries(module, public[0] if public else []))
        title = "gridiron" if name == "__init__" else f"gridiron.{name}"
        if name.startswith("_") and name != "__init__":  # its classes are used through others
            parts += shown
        else:
            parts += [f"## {title}\n", text(module) + "\n", *shown]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    (PACKAGE / "docs" / "api.md").write_text(page(), encoding="utf-8")
