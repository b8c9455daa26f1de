"""Plays one game of two AIs in the original's program, without its windows, and prints what happened as JSON lines.

Arguments: the folder of Game.py; the folder of the AIs, which becomes the working directory's AI; two files of it; two seeds.
Each AI has random numbers of its own, as if it were alone in its process.
"""

import importlib.util
import json
import os
import random
import sys
import traceback
import types

source, folder, files, seeds = sys.argv[1], sys.argv[2], sys.argv[3:5], sys.argv[5:7]
lines = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what AIs and the original print must not mix with the messages


def say(**line):
    lines.write(json.dumps(line) + "\n")
    lines.flush()


class Anything(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing


class Nothing(metaclass=Anything):
    """Stands for windows and their content: accepts every call and does nothing."""

    def __init__(self, *args, **named):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *args, **named):
        return Nothing()

    def __bool__(self):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __getitem__(self, key):
        return Nothing()

    def __setitem__(self, key, value):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class Windows(object):
    """Finds modules of windows, and supplies Nothing instead."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tkinter", "PIL", "GUIHandler"):
            return importlib.util.spec_from_loader(name, self)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = lambda name: Nothing
        module.__all__ = [spec.name.split(".")[-1]]
        return module

    def exec_module(self, module):
        pass


def absolute(seat, cell):
    return (9 - cell[0], 9 - cell[1]) if seat == 1 else tuple(cell)


def seen(state, constants):
    """The position behind what a seat sees, as one line."""
    seat, ants, things = state.whoseTurn, [], []
    for inventory in state.inventories[:2]:
        for ant in inventory.ants:
            x, y = absolute(seat, ant.coords)
            flags = (1 if ant.carrying else 0) + (2 if ant.hasMoved else 0)
            ants.append("%d%s%d%d%x%d" % (inventory.player, "QWDSR"[ant.type], x, y, ant.health, flags))
        for built in inventory.constrs:
            if built.type in (constants.ANTHILL, constants.TUNNEL):
                letter = "A" if built.type == constants.ANTHILL else "T"
                x, y = absolute(seat, built.coords)
                things.append("%d%s%d%d/%d" % (inventory.player, letter, x, y, built.captureHealth))
    for thing in state.inventories[2].constrs:
        x, y = absolute(seat, thing.coords)
        things.append("%s%d%d" % ("G" if thing.type == constants.GRASS else "F", x, y))
    stocks = [inventory.foodCount for inventory in state.inventories[:2]]
    return "turn %d food %d %d ants %s things %s" % (seat, stocks[0], stocks[1], " ".join(sorted(ants)), " ".join(sorted(things)))


class Seat(object):
    """Takes the place of a player in the original, and passes all calls on."""

    def __init__(self, seat, player, constants):
        self.seat, self.player, self.constants = seat, player, constants
        self.playerId = player.playerId
        self.author = player.author
        random.seed("%s/%d" % (seeds[seat], seat))
        self.chance = random.getstate()

    def ask(self, method, *args):
        random.setstate(self.chance)
        try:
            return getattr(self.player, method)(*args)
        finally:
            self.chance = random.getstate()

    def getPlacement(self, state):
        phase, seat = state.phase, state.whoseTurn
        cells = self.ask("getPlacement", state)
        if cells is not None:
            cells = list(cells)  # it may be a generator
        say(k="place", seat=seat, phase=phase, answer=[list(c) for c in cells] if cells else None)
        return cells

    def getMove(self, state):
        seat, position = state.whoseTurn, seen(state, self.constants)
        move = self.ask("getMove", state)
        answer = None
        if move is not None:
            plain = move.moveType in (self.constants.END, self.constants.UNDO)  # its cells do not matter
            path = None if plain or move.coordList is None else [list(c) for c in move.coordList]
            answer = [move.moveType, path, move.buildType if move.moveType == self.constants.BUILD else None]
        say(k="move", seat=seat, position=position, answer=answer)
        return move

    def getAttack(self, state, attacker, targets):
        seat, position = state.whoseTurn, seen(state, self.constants)
        listed = [list(c) for c in targets]
        target = self.ask("getAttack", state, attacker, targets)
        say(k="attack", seat=seat, position=position, targets=listed, answer=list(target) if target else None)
        return target

    def registerWin(self, won):
        say(k="end", seat=self.seat, won=bool(won))
        return self.ask("registerWin", won)


def load(seat, file):
    name = os.path.splitext(os.path.basename(file))[0].replace(".", "_")
    random.seed("%s/%d" % (seeds[seat], seat))
    spec = importlib.util.spec_from_file_location("AI_%d_%s" % (seat, name), file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.AIPlayer(seat)


def main():
    os.chdir(folder)
    sys.path[0:1] = [source]
    sys.path.append(os.path.join(folder, "AI"))
    sys.argv = ["Game.py"]
    sys.meta_path.insert(0, Windows())
    import Constants
    import Game
    import GameState

    class Headless(Game.Game):
        def __init__(self):
            """Without the window that the original opens here."""
            if hasattr(Game.Game, "initGame"):
                self.initGame()
            if "state" not in self.__dict__:
                self.state = GameState.GameState.getBlankState()

        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return Nothing()

    game = Headless()
    say(k="found")
    game.currentPlayers = [Seat(n, load(n, os.path.join(folder, "AI", files[n])), Constants) for n in (0, 1)]
    say(k="begin", authors=[player.author for player in game.currentPlayers])
    game.runGame()
    say(k="over")


try:
    main()
except BaseException as error:
    traceback.print_exc()
    say(k="crash", what="%s: %s" % (type(error).__name__, error))
lines.flush()
os._exit(0)  # the original may have started threads
