"""Runs a team: pelita_player.py remote-game TEAM ADDRESS. check-team TEAM prints its name, hash-team TEAM the hash of its files."""

import argparse
import builtins
import hashlib
import importlib
import linecache
import pathlib
import sys
import traceback

from .._common import NEW as _NEW
from ..team import Team
from .._wire import Lost, Pair


if _NEW:

    def sanitize_team_name(string):
        """What is left of a name: letters, digits and blanks, up to 25. Raises ValueError if it is not valid Unicode."""
        try:
            string.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError(f"{string} is not valid Unicode") from None
        name = "".join(" " if c.isspace() else c for c in string.strip() if c.isspace() or c.isalnum())[:25]
        return name or "???"

else:

    def check_team_name(name):
        """Raises ValueError for a name that cannot be shown."""
        if not name.isascii():
            raise ValueError(f'Invalid team name (non ascii): "{name}".')
        if len(name) > 25:
            raise ValueError(f'Invalid team name (longer than 25): "{name}".')
        if not name:
            raise ValueError("Invalid team name (too short).")
        if not all(c == " " or c.isalnum() for c in name):
            raise ValueError(f'Invalid team name (only alphanumeric chars or blanks): "{name}"')
        if name.isspace():
            raise ValueError(f'Invalid team name (no letters): "{name}"')


def team_from_module(module):
    """The team of a module with a function move and a TEAM_NAME."""
    move, name = module.move, module.TEAM_NAME
    if _NEW:
        return Team(move, team_name=sanitize_team_name(name))
    if not callable(move):
        raise TypeError("move is not a function")
    if not isinstance(name, str):
        raise TypeError("TEAM_NAME is not a string")
    return Team(move, team_name=name)


# Teams that a command line names without a file.
_BUNDLED = {"0": "SmartEatingPlayer", "1": "SmartRandomPlayer"}


def load_team(spec):
    """Import a team from a file, a folder or a module, or a bundled one, and return it."""
    path = pathlib.Path(spec)
    if spec in _BUNDLED or not path.parent.exists() and path.parent.parts == ("pelita", "player"):
        return team_from_module(importlib.import_module("pelita.player." + _BUNDLED.get(spec, path.stem)))
    team = load_team_from_module(spec)
    if not _NEW:
        check_team_name(team.team_name)
    return team


def load_team_from_module(path):
    """Import a team from a file, a folder or a module and return it."""
    path = pathlib.Path(path)
    if not path.parent.exists():
        raise FileNotFoundError(f"Folder {path.parent} does not exist.")
    if path.stem in sys.modules:
        raise ValueError(f"A module named \u2018{path.stem}\u2019 has already been imported.")
    folder = str(path.parent.absolute())
    sys.path.insert(0, folder)
    try:
        module = importlib.import_module(path.stem)
    finally:
        sys.path.remove(folder)
    return team_from_module(module)


def load(spec, override, pair):
    """Load a team. A failure is reported to the other side, and then ends the program."""
    try:
        team = load_team(spec)
    except BaseException as e:
        error = {"__error__": type(e).__name__, "__error_msg__": f"Could not load {spec}: {e}"}
        if not _NEW:
            error = {"__uuid__": pair.receive().get("__uuid__"), **error}
        pair.send(error)
        if isinstance(e, OSError):  # of the team, such as a missing file: main reports those of the connection, without lines
            traceback.print_exc()
            sys.exit(1)
        raise
    if override:
        team.team_name = override
    if _NEW:
        pair.send({"__status__": "ok", "__data__": {"team_name": team.team_name}})
    return team


def serve(team, pair, silent):
    """Answer questions until the game is over."""
    while True:
        message = pair.receive()
        action, data = message["__action__"], message["__data__"]
        reply, done = None, False
        if action == "get_move":
            reply = team.get_move(**data)
            done = "error" in reply
            if silent and not done:
                reply["say"] = None
        elif action == "set_initial":
            reply = team.set_initial(**data)
        elif action == "team_name":
            reply = team.team_name
        elif action == "exit":
            if _NEW:
                return
            done = True
        else:
            pair.send({
                "__uuid__": message["__uuid__"], "__error__": "ValueError", "__error_msg__": f"Unknown action {action}"
            })
            return
        pair.send({"__uuid__": message["__uuid__"], "__return__": reply})
        if done:
            return


def hash_team(spec):
    """SHA-1 of the files that a team imports from its folder, by the names of the modules."""
    load_team(spec)
    folder = pathlib.Path(spec).parent.resolve()
    files = []
    for name, module in list(sys.modules.items()):
        path = pathlib.Path(getattr(module, "__file__", None) or "")
        if path.is_file() and folder in path.parents:
            files.append((name, path))
    digest = hashlib.sha1()
    for _, path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def team_input(prompt="", read=input):
    """input() of a team, which says more if nobody is there to answer."""
    try:
        return read(prompt)
    except EOFError:
        caller = sys._getframe(1)
        file, line = caller.f_code.co_filename, caller.f_lineno
        raise EOFError(
            f"{pathlib.Path(file).name}, line {line}, has {linecache.getline(file, line).strip()}: a team has no keyboard here; "
            "let move compute what it returns; to play yourself, name the team human"
        ) from None


def remote_game(options):
    builtins.input = team_input
    pair = Pair(options.address)
    team = load(options.team, options.team_name_override, pair)
    serve(team, pair, options.silent_bots)


def main(args=None):
    parser = argparse.ArgumentParser(prog="pelita_player")
    commands = parser.add_subparsers(dest="command", required=True)
    remote = commands.add_parser("remote-game", help="load a team and connect to a game")
    remote.add_argument("team")
    remote.add_argument("address")
    remote.add_argument("--team-name-override")
    remote.add_argument("--silent-bots", action="store_true")
    check = commands.add_parser("check-team", help="load a team and print its name")
    check.add_argument("team")
    hashed = commands.add_parser("hash-team", help="load a team and print the hash of its files")
    hashed.add_argument("team")
    options = parser.parse_args(args)
    if options.command == "hash-team":
        print(hash_team(options.team))
        return
    if options.command == "check-team":
        print(load_team(options.team).team_name)
        return
    try:
        remote_game(options)
    except (Lost, OSError) as e:
        sys.exit(f"pelita_player: {e}")
