"""Runs a team: pelita_player.py remote-game TEAM ADDRESS, or check-team TEAM to hear its name."""

import argparse
import contextlib
import importlib
import os
import sys
import traceback

from ..base_utils import NEW
from ..player import SPECS
from ..team import Team
from ..wire import Lost, Pair


def clean_name(name):
    """The name of a team as the games show it. Raises ValueError or TypeError if it cannot be shown."""
    if NEW:
        name = "".join(" " if c.isspace() else c for c in str(name).strip())
        name = "".join(c for c in name if c.isalnum() or c == " ")[:25]
        return name.strip() and name or "???"
    if not isinstance(name, str):
        raise TypeError("TEAM_NAME is not a string")
    if not all(c == " " or c.isascii() and c.isalnum() for c in name):
        raise ValueError(f'Invalid team name (only alphanumeric chars or blanks): "{name}"')
    if len(name) > 25:
        raise ValueError(f'Invalid team name (longer than 25): "{name}".')
    if not name.strip():
        raise ValueError(f'Invalid team name (no letters): "{name}"')
    return name


def load_team(spec):
    """Import a team from a file, a folder or a module and return it."""
    if spec in SPECS:
        name, move = SPECS[spec]
        return Team(move() if isinstance(move, type) else move, name)
    folder, stem = os.path.split(spec.rstrip("/" + os.sep))
    if stem.endswith(".py"):
        stem = stem[:-3]
    if stem in sys.modules:
        raise ValueError(f"A module named \u2018{stem}\u2019 has already been imported.")
    sys.path.insert(0, os.path.abspath(folder))
    try:
        module = importlib.import_module(stem)
    finally:
        sys.path.pop(0)
    return Team(module.move, clean_name(module.TEAM_NAME))


def load(spec, override, pair):
    """Load a team. A failure is told to the other side, and then ends the program."""
    try:
        team = load_team(spec)
    except BaseException as e:
        error = {"__error__": type(e).__name__, "__error_msg__": f"Could not load {spec}: {e}"}
        if not NEW:
            error = {"__uuid__": pair.receive().get("__uuid__"), **error}
        pair.send(error)
        raise
    if override:
        team.name = override
    if NEW:
        pair.send({"__status__": "ok", "__data__": {"team_name": team.name}})
    return team


def get_move(team, data, silent):
    """Answer a question for a move. The second result says that the bot failed."""
    try:
        reply = team.get_move(**data)
    except Exception as e:
        name, text = type(e).__name__, str(e)
        if NEW and isinstance(e, ValueError) and text.startswith("Function move did not return"):
            print(f"{name}: {text}", flush=True)
        else:
            with contextlib.suppress(OSError, ValueError):  # the bot may have closed it
                traceback.print_exc()
        return {"error": name, "error_msg": text} if NEW else {"error": [name, text]}, True
    if silent:
        reply["say"] = None
    return reply, False


def serve(team, pair, silent):
    """Answer questions until the game is over."""
    while True:
        message = pair.receive()
        action, data = message["__action__"], message["__data__"]
        reply, done = None, False
        if action == "get_move":
            reply, done = get_move(team, data, silent)
        elif action == "set_initial":
            reply = team.set_initial(**data)
            if NEW:
                reply = None
        elif action == "team_name":
            reply = team.name
        elif action == "exit":
            if NEW:
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


def remote_game(options):
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
    options = parser.parse_args(args)
    if options.command == "check-team":
        print(load_team(options.team).name)
        return
    try:
        remote_game(options)
    except (Lost, OSError) as e:
        sys.exit(f"pelita_player: {e}")
