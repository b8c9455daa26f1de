"""Runs one player's file: reads questions from a pipe, asks the player, writes a line for each answer.

A question is its length in two bytes, a letter and the rest; an answer is a line of text that begins with a letter. What the
player prints goes to standard error, and its standard input is empty.
"""

import builtins
import os
import random
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader, SourcelessFileLoader

# Every game of a tournament starts a host, so it does not import modules that take long (json, traceback, importlib.util).


class Library(object):
    """Finds the modules that the original lends to its players, and the file of the player."""

    def __init__(self, sources):
        self.sources = sources
        self.file = None  # the name of the player's module, and its path

    def find_spec(self, name, path=None, target=None):
        if name in self.sources:
            return ModuleSpec(name, self, origin="<gridiron>/" + name + ".py")
        if self.file is None or self.file[0] != name:
            return None
        path = self.file[1]
        loader = SourcelessFileLoader if path.endswith(".pyc") else SourceFileLoader
        spec = ModuleSpec(name, loader(name, path), origin=path)
        spec.has_location = True
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        exec(compile(self.sources[name], "<gridiron>/" + name + ".py", "exec"), module.__dict__)

    def get_source(self, name):
        return self.sources[name]


class Lost(Exception):
    """An answer that loses the game; its text begins with the class of the reason."""


class Host(object):
    def __init__(self, library, source, sink):
        self.library, self.source, self.sink = library, source, sink
        self.buffer = b""
        self.player = None
        self.moved = None  # the pipes in which the conversation continues

    def receive(self):
        """The next question; None at the end of the input."""
        while True:
            buffer = self.buffer
            if len(buffer) >= 2:
                end = 2 + (buffer[0] | buffer[1] << 8)
                if len(buffer) >= end:
                    self.buffer = buffer[end:]
                    return buffer[2:end]
            more = os.read(self.source, 65536)
            if not more:
                return None
            self.buffer = buffer + more

    def send(self, line):
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        while data:
            data = data[os.write(self.sink, data) :]

    def serve(self):
        answers = {
            b"m": self.move, b"a": self.attack, b"p": self.place, b"r": self.register,
            b"g": self.game, b"l": self.load, b"o": self.open,
        }  # fmt: skip
        while True:
            question = self.receive()
            if question is None:
                return
            try:
                answer = answers[question[:1]](question)
            except Lost as lost:
                answer = "x " + str(lost)
            except BaseException as e:
                answer = "e " + explain(e)
            self.send(answer)
            if self.moved:
                (self.source, self.sink), self.moved = self.moved, None

    def open(self, question):
        """Continues the conversation, after this answer, in two pipes that the host was started with."""
        self.moved = 3, 4
        return "o"

    def load(self, question):
        """Imports the file, with the working directory that the original has."""
        number, seed, path = fields(question)
        folder = own = os.path.dirname(path)
        if os.path.basename(folder) == "AI":
            folder = os.path.dirname(folder)
        os.chdir(folder)
        sys.path[0] = folder
        if own != folder:
            sys.path.append(own)
        sys.argv = [path]
        random.seed(seed)
        name = os.path.splitext(os.path.basename(path))[0].replace(".", "_")
        if name in sys.modules or name in self.library.sources:
            name = "AI_" + name
        self.library.file = name, path
        self.player = __import__(name).AIPlayer(int(number))
        author = str(getattr(self.player, "author", ""))
        if int(number) == COPY:
            author = self.player.author = author + "@@"
        return "l" + author.replace("\n", " ").replace("\r", " ")

    def game(self, question):
        random.seed(question[1:].decode())
        return "g"

    def register(self, question):
        self.player.registerWin(question[1:2] == b"1")
        return "r"

    def place(self, question):
        state, remaining, _ = _view.read(question)
        cells, answer = [], self.player.getPlacement(state)
        if answer is None:
            raise TypeError("getPlacement returned None; want coordinates")
        try:
            cells += answer
        except TypeError:  # as in the original
            raise TypeError("getPlacement returned %s; want a list of coordinates" % shown(answer)) from None
        cells = cells[:remaining]
        if not cells:
            raise IndexError("getPlacement returned no coordinates")
        for cell in cells:
            if not (type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int):
                for each in cells:
                    each[0], each[1]
                raise Lost("coord-not-tuple: getPlacement returned %s; want tuples of two ints" % shown(cell))
        return "p" + "".join([" %d %d" % (near(x), near(y)) for x, y in cells])

    def move(self, question):
        state = _view.read(question)[0]
        seat = state.whoseTurn
        move = self.player.getMove(state)
        if move is None:
            raise Lost("none: getMove returned None")
        try:
            coords = move.coordList
        except AttributeError:  # as in the original
            raise AttributeError("getMove returned %s; want a Move" % shown(move)) from None
        if coords is not None:
            turn(coords, seat)
        if type(move) is not Move:
            raise Lost("not-a-move: getMove returned %s; want a Move" % shown(move))
        kind = move.moveType
        if type(kind) is not int:
            raise Lost("move-type-not-int: moveType is %s; want an int" % shown(kind))
        if kind == END or kind == UNDO:
            return "m %d -" % kind
        if type(coords) is not list or not coords:
            raise Lost("no-coords: coordList is %s; want a list of coordinates" % shown(coords))
        line = ""
        for cell in coords:
            if type(cell) is not tuple:
                raise Lost("coord-not-tuple: coordinate %s; want a tuple" % shown(cell))
            if len(cell) != 2:
                raise Lost("coord-length: coordinate %s; want two ints" % shown(cell))
            x, y = cell
            if not type(x) is type(y) is int:
                raise Lost("coord-not-int: coordinate %s; want two ints" % shown(cell))
            line += " %d %d" % (x, y) if 0 <= x <= 9 and 0 <= y <= 9 else " %d %d" % (near(x), near(y))
        build = move.buildType
        if build is None:
            return "m %d -%s" % (near(kind), line)
        if type(build) is not int:
            raise Lost("build-type-not-int: buildType is %s; want an int or None" % shown(build))
        return "m %d %d%s" % (near(kind), near(build), line)

    def attack(self, question):
        state, _, at = _view.read(question)
        seat = state.whoseTurn
        identity = question[at] | question[at + 1] << 8
        for ant in state.inventories[seat].ants:
            if ant.UniqueID == identity:
                attacker = ant.clone()
        if seat == 1:
            attacker.coords = (9 - attacker.coords[0], 9 - attacker.coords[1])
        targets = [CELLS[b] for b in question[at + 2 :]]
        answer = self.player.getAttack(state, attacker, targets)
        try:
            x, y = answer[0], answer[1]
            if seat == 1:
                x, y = 9 - x, 9 - y
            return "a %d %d" % (ROWS[x], ROWS[y])
        except (IndexError, TypeError) as e:  # as with the original's board
            kind = IndexError if isinstance(e, IndexError) else TypeError
            raise kind("getAttack returned %s; want a coordinate" % shown(answer)) from None


ROWS = list(range(10))


def fields(question):
    """The texts of a question about files."""
    return [os.fsdecode(field) for field in question[1:].split(b"\0")]


def near(n):
    """n, or something off the board on the same side."""
    return n if -100 <= n <= 100 else 100 if n > 0 else -100


def turn(coords, seat):
    """Overwrites the entries with absolute coordinates, as the original does, with its exceptions."""
    if seat == 0:
        if type(coords) is list:
            return
        for i in range(len(coords)):
            coords[i] = coords[i]
    else:
        for i in range(len(coords)):
            cell = coords[i]
            coords[i] = None if cell is None else (9 - cell[0], 9 - cell[1])


def shown(value):
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def explain(e):
    """One line about an exception of the player; the traceback goes to standard error."""
    try:
        import traceback

        frames = e.__traceback__.tb_next.tb_next or e.__traceback__  # without ours
        traceback.print_exception(type(e), e, frames, file=sys.stderr)
        text = " ".join(str(e).replace("\0", " ").split())
    except BaseException:
        text = ""
    return "%s%s" % (type(e).__name__, ": " + text[:300] if text else "")


def no_input(prompt=""):
    """input() of a player: nobody is there to answer."""
    import linecache

    caller = sys._getframe(1)
    file, line = caller.f_code.co_filename, caller.f_lineno
    raise EOFError(
        "%s, line %d, has %s: a player has no keyboard; let it compute what it returns; to play yourself, name the player human"
        % (os.path.basename(file), line, linecache.getline(file, line).strip())
    )


def begin(sources):
    """Takes the pipes away from the player and makes the modules known; returns the host."""
    global CELLS, COPY, END, UNDO, Move, _view
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    builtins.input = no_input
    if os.name == "nt":
        import msvcrt

        msvcrt.setmode(source, os.O_BINARY)
        msvcrt.setmode(sink, os.O_BINARY)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
    if sys.path[:1] != [""]:  # as with -P
        sys.path.insert(0, "")
    library = Library(sources)
    sys.meta_path.insert(0, library)
    import _view
    from Constants import COPY, END, UNDO
    from Move import Move
    from _field import CELLS

    return Host(library, source, sink)
