"""python -m gridiron.bot GAME AGENT: an agent plays wherever the programs take a player.

    amazons play "exec:python -m gridiron.bot amazons my_agent.py" champion
    amazons compare random "exec:python -m gridiron.bot amazons my_package.agents:Greedy"

AGENT is FILE.py or a module, and after a colon the name of the agent in it ("agent" if there is none). The agent is a function, an
object with a method `act`, or a class of such objects, which is made without arguments. It gets an observation and returns an action:

    def agent(observation):
        return int(observation["action_mask"].argmax())      # the first legal action

The observation is a dict as in gridiron.gym: "observation" uint8, "scalars" int16 and "action_mask" int8, made by the same code as in
training. If the agent has an attribute observation = "planes", the first two are float32, as Batch.encode makes them. Where an answer is
several actions, as in Amazons, the agent is called for each of them. An object may have a method `begin(game)`, which is called with a
`Game` when a game begins, and a text `name`.

An import that takes more than five seconds does not keep the program from its hello; then the name is that of the file.

What an agent prints goes to standard error. An illegal action goes to the referee, as in training; an exception ends the program and is
reported on standard error.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import importlib.util
import inspect
import json
import os
import re
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import GAMES
from ._server import GridironError
from .raw import Batch, Observation, observe

__all__ = ["AgentError", "Game", "load", "serve"]

# Seconds of an import after which hello is answered.
PATIENCE = 5.0


class AgentError(Exception):
    """What is wrong with an agent, in one line."""


@dataclasses.dataclass
class Game:
    """A game that the agent plays, as passed to `begin`. `view` and `left` are those of the latest question."""

    name: str  # amazons, pelita, reantics, sarena or tron
    seat: str  # the agent's
    seats: List[str]
    seed: int  # for random numbers of the agent: the same seed gives the same game
    options: Dict[str, str]
    budget: Optional[float]  # seconds for an answer; None: no limit
    view: Dict[str, Any]  # as in PROTOCOL.md; view["position"] is a start for Batch.reset in Amazons, Sarena and Tron
    left: Optional[float] = None  # seconds left for this answer


def load(spec: str) -> Tuple[Any, str]:
    """Return the agent that FILE.py, MODULE, FILE.py:NAME or MODULE:NAME names, and its own name."""
    where, name = _split(spec)
    try:
        if where.endswith(".py"):
            path = Path(where)
            if not path.is_file():
                raise AgentError(f"agent {spec!r}: there is no file {where!r}")
            sys.path.insert(0, str(path.resolve().parent))
            made = importlib.util.spec_from_file_location(path.stem, path)
            assert made is not None and made.loader is not None
            module = importlib.util.module_from_spec(made)
            sys.modules[path.stem] = module
            made.loader.exec_module(module)
        else:
            sys.path.insert(0, os.getcwd())
            module = importlib.import_module(where)
    except ModuleNotFoundError as error:
        if error.name == where.split(".")[0]:
            raise AgentError(f"agent {spec!r}: there is no module {where!r}; want FILE.py or a module, such as my_agent.py:policy") from None
        raise
    if not hasattr(module, name):
        there = [n for n, value in vars(module).items() if not n.startswith("_") and callable(value)]
        raise AgentError(f"agent {spec!r}: {where} has no {name!r}; it has {', '.join(there) or 'no function and no class'}")
    agent = getattr(module, name)
    if inspect.isclass(agent):
        agent = agent()
    if not callable(getattr(agent, "act", agent)):
        raise AgentError(f"agent {spec!r}: {name} is of type {type(agent).__name__}: want a function, or an object with a method act")
    label = getattr(agent, "name", None)
    return agent, label if isinstance(label, str) else _name(where, name)


def _split(spec: str) -> Tuple[str, str]:
    """Return the file or module that a spec names, and the name of the agent in it."""
    where, colon, name = spec.rpartition(":")
    return (where, name) if colon and name.isidentifier() else (spec, "agent")


def _name(where: str, name: str) -> str:
    return re.sub(r"\.py$", "", os.path.basename(where)) + (f":{name}" if name != "agent" else "")


def _start(game: str, view: Dict[str, Any]) -> str:
    """Return a start whose board is as large as that of a view."""
    position = str(view["position"])
    if game != "pelita":
        return position
    # In the text, bots may hide each other, so they are put on their respawn cells.
    rows = [list(row) for row in re.sub("[abxy]", " ", position).splitlines()]
    blue, red = (view["team"], view["enemy"]) if view["is_blue"] else (view["enemy"], view["team"])
    for letters, side in (("ab", blue), ("xy", red)):
        for letter, (x, y) in zip(letters, side["initial_positions"]):
            rows[y][x] = letter
    return "\n".join("".join(row) for row in rows) + "\n"


class _Player:
    """An agent and the game that it plays."""

    def __init__(self, game: str, agent: Any, label: str) -> None:
        self.game, self.agent, self.label = game, agent, label
        self.act: Callable[[Observation], Any] = getattr(agent, "act", agent)
        self.seen = str(getattr(agent, "observation", "codes"))
        if self.seen not in ("codes", "planes"):
            raise AgentError(f"the attribute observation of {label} is {self.seen!r}: want codes or planes")
        self.batch: Optional[Batch] = None
        self.now: Optional[Game] = None
        self.warned = 0

    def start(self, message: Dict[str, Any]) -> None:
        """Begin a game. Boards may differ from game to game, so each game has its own arrays."""
        self.close()
        view = message["view"]
        options = message.get("options") or {}
        self.batch = Batch(self.game, 1, restart="off", start=_start(self.game, view), options=options)
        budget = message.get("budget_ms")
        self.now = Game(self.game, message["seat"], message["seats"], int(message["seed"]), options,
                        None if budget is None else budget / 1000, view)
        begin = getattr(self.agent, "begin", None)
        if begin is not None:
            begin(self.now)

    def answer(self, message: Dict[str, Any]) -> Any:
        """Return the move for a question."""
        if self.batch is None or self.now is None:
            raise AgentError("a question came before the start of a game")
        left = message.get("left_ms")
        self.now.view, self.now.left = message["view"], None if left is None else left / 1000
        made: List[int] = []
        while True:
            move = self.batch.see(message["view"], made)
            if move is not None:
                return move
            made.append(self.action(self.batch))

    def action(self, batch: Batch) -> int:
        value = self.act(observe(batch, (0, 0), self.seen))
        array = np.asarray(value)
        if array.size != 1 or array.dtype.kind not in "iu" or not 0 <= int(array.item()) < batch.num_actions:
            raise AgentError(f"{self.label} answered {value!r}: want an action, an integer from 0 to {batch.num_actions - 1}")
        action = int(array.item())
        if not batch.mask[0, 0, action] and self.warned < 10:
            self.warned += 1
            legal = batch.legal_actions()
            shown = ", ".join(map(str, legal[:20])) + (", ..." if len(legal) > 20 else "")
            print(f"gridiron.bot: {self.label} answered {action}, which is not legal here; legal are {shown}", file=sys.stderr, flush=True)
        return action

    def close(self) -> None:
        if self.batch is not None:
            self.batch.close()
            self.batch = None


def serve(game: str, spec: str, read: BinaryIO, write: BinaryIO) -> None:
    """Play games until the input ends."""
    player: Optional[_Player] = None

    def send(reply: Dict[str, Any]) -> None:
        write.write(json.dumps(reply).encode() + b"\n")
        write.flush()

    try:
        for line in read:
            message = json.loads(line)
            if message["type"] == "hello":
                if message["game"] != game:
                    raise AgentError(f"the game is {message['game']}, not {game}: want python -m gridiron.bot {message['game']} {spec}")
                greeted = False
                if player is None:
                    agent, label, greeted = _import(spec, send)
                    player = _Player(game, agent, label)
                if not greeted:
                    send({"type": "hello", "name": player.label})
            elif message["type"] in ("start", "ask"):
                if player is None:
                    raise AgentError(f"a message {message['type']} came before hello")
                if message["type"] == "start":
                    player.start(message)
                else:
                    send({"type": "answer", "id": message["id"], "move": player.answer(message)})
    finally:
        if player is not None:
            player.close()


def _import(spec: str, send: Callable[[Dict[str, Any]], None]) -> Tuple[Any, str, bool]:
    """Load an agent. If that takes long, as with torch, hello is answered meanwhile: a program that is silent counts as not started.

    Returns the agent, its name, and whether hello was answered.
    """
    begin, first, answered = time.monotonic(), threading.Lock(), False

    def greet() -> None:
        nonlocal answered
        if first.acquire(blocking=False):
            answered = True
            send({"type": "hello", "name": _name(*_split(spec))})
            print(f"gridiron.bot: the game waits for {spec}, which is still being imported after {PATIENCE:.0f} s", file=sys.stderr, flush=True)

    timer = threading.Timer(PATIENCE, greet)
    timer.daemon = True
    timer.start()
    try:
        agent, label = load(spec)
    finally:
        timer.cancel()
        if not first.acquire(blocking=False):
            timer.join()  # it may be writing
            print(f"gridiron.bot: importing {spec} took {time.monotonic() - begin:.0f} s, which a clock counts as time for the first answer",
                  file=sys.stderr, flush=True)
    return agent, label, answered


def _told(error: Exception, spec: str) -> None:
    """Print where in the agent an exception came from, without frames of this file."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__ and "importlib" not in f.filename]
    if frames:
        print("Traceback (most recent call last):\n" + "".join(traceback.format_list(frames)), end="", file=sys.stderr)
    print("".join(traceback.format_exception_only(type(error), error)), end="", file=sys.stderr)
    print(f"gridiron.bot: the agent {spec} failed: {type(error).__name__}: {error}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m gridiron.bot", formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    parser.add_argument("agent", metavar="AGENT", help="FILE.py or MODULE, with :NAME if the agent is not called agent")
    a = parser.parse_args()
    if sys.stdin.isatty():
        print(f"gridiron.bot: this program talks to a game. Try: {a.game} play \"exec:python -m gridiron.bot {a.game} {a.agent}\" random",
              file=sys.stderr)
    # What the agent prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb", closefd=False)  # keep it open until the very end: a program that closes it counts as gone
    os.dup2(2, 1)
    try:
        serve(a.game, a.agent, sys.stdin.buffer, answers)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except (AgentError, GridironError) as error:
        print(f"gridiron.bot: {error}", file=sys.stderr)
        return 1
    except Exception as error:
        _told(error, a.agent)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
