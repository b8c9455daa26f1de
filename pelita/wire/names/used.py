"""Prints what a team uses of the packages pelita and networkx: lines with FILE, LINE and the full NAME, separated by tabs.

It reads the files of the team, and those of its folder that they import, without running them. Code in a try that
expects a failure is left out. `bot.NAME` is an attribute of a bot. The arguments behind the file are names that tell: whatever
has such an attribute is a bot, unless the file itself makes it.
"""

import ast
import pathlib
import sys

PACKAGES = ("pelita", "networkx")
EXPECTED = {"ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException"}

TELLING = sys.argv[2:]


class Reader(ast.NodeVisitor):
    def __init__(self, path):
        self.path, self.aliases, self.used, self.local, self.stored = path, {}, [], [], set()
        self.bots, self.pairs = {"bot"}, set()  # variables that are a bot, or the two of a team

    def use(self, node, name):
        self.used.append((node.lineno, name))

    def visit_Import(self, node):
        for alias in node.names:
            self.local.append(alias.name.split(".")[0])
            if alias.name.split(".")[0] in PACKAGES:
                self.use(node, alias.name)
                bound = alias.asname or alias.name.split(".")[0]
                self.aliases[bound] = alias.name if alias.asname else bound

    def visit_ImportFrom(self, node):
        module = node.module or ""
        self.local += [module.split(".")[0]] if module else [alias.name for alias in node.names]
        if node.level or module.split(".")[0] not in PACKAGES:
            return
        for alias in node.names:
            if alias.name == "*":
                self.use(node, module)
            else:
                self.use(node, f"{module}.{alias.name}")
                self.aliases[alias.asname or alias.name] = f"{module}.{alias.name}"

    def visit_Try(self, node):
        caught = {name.id for handler in node.handlers for name in ast.walk(handler.type or ast.Name("Exception")) if isinstance(name, ast.Name)}
        before = len(self.used)
        for part in node.body:
            self.visit(part)
        if caught & EXPECTED:
            del self.used[before:]
        for part in node.handlers + node.orelse + node.finalbody:
            self.visit(part)

    def visit_FunctionDef(self, node):
        self.stored.add("bot." + node.name)
        if node.name == "move" and node.args.args:
            self.bots.add(node.args.args[0].arg)
        self.generic_visit(node)

    def visit_Assign(self, node):
        for target in node.targets:
            self.bind(target, node.value)
        self.generic_visit(node)

    def visit_For(self, node):
        if self.is_pair(node.iter):
            self.bind_all([node.target])
        self.generic_visit(node)

    def visit_ListComp(self, node):
        for part in node.generators:
            if self.is_pair(part.iter):
                self.bind_all([part.target])
        self.generic_visit(node)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def bind(self, target, value):
        """Note the variables that become a bot or a pair of bots."""
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, its in zip(target.elts, value.elts):
                self.bind(one, its)
        elif isinstance(target, ast.Tuple) and self.is_pair(value):
            self.bind_all(target.elts)
        elif isinstance(target, ast.Name) and self.is_bot(value):
            self.bots.add(target.id)
        elif isinstance(target, ast.Name) and self.is_pair(value):
            self.pairs.add(target.id)

    def bind_all(self, targets):
        self.bots |= {target.id for target in targets if isinstance(target, ast.Name)}

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in ("hasattr", "getattr") and len(node.args) > 1:
            self.stored.add(f"bot.{getattr(node.args[1], 'value', '')}")  # it may be missing
        self.generic_visit(node)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            self.stored.add("bot." + node.attr)
        elif self.is_bot(node.value) or node.attr in TELLING and getattr(node.value, "id", "") not in ("self", "cls", *self.local):
            self.use(node, "bot." + node.attr)
        name = self.full_name(node)
        if name:
            self.use(node, name)

    def full_name(self, node):
        """pelita.utils.x for u.x after `import pelita.utils as u`; None for names of other packages."""
        if isinstance(node, ast.Attribute):
            left = self.full_name(node.value)
            return left and f"{left}.{node.attr}"
        return self.aliases.get(node.id) if isinstance(node, ast.Name) else None

    def is_bot(self, node):
        if isinstance(node, ast.Subscript):
            return self.is_pair(node.value)
        if isinstance(node, ast.Attribute):
            return node.attr == "other" and self.is_bot(node.value)
        return isinstance(node, ast.Name) and node.id in self.bots

    def is_pair(self, node):
        if isinstance(node, (ast.List, ast.Tuple)):
            return bool(node.elts) and all(map(self.is_bot, node.elts))
        if isinstance(node, ast.Attribute):
            return node.attr == "enemy" and self.is_bot(node.value)
        return isinstance(node, ast.Name) and node.id in self.pairs


def read(path, done):
    if path in done or path.stat().st_size > 1 << 20:
        return
    done.add(path)
    reader = Reader(path)
    reader.visit(ast.parse(path.read_bytes(), str(path)))
    for line, name in sorted(set(reader.used)):
        if name not in reader.stored:
            print(path, line, name, sep="\t")
    for name in reader.local:
        for near in (path.parent / f"{name}.py", path.parent / name / "__init__.py"):
            if near.is_file():
                read(near, done)


try:
    read(pathlib.Path(sys.argv[1]), set())
except (OSError, SyntaxError, ValueError) as e:
    sys.exit(f"{type(e).__name__}: {e}")
