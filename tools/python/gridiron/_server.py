"""What plays the games: a process, or a library in this process (_library.py), and the arrays that it shares with us."""

from __future__ import annotations

import json
import mmap
import operator
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

PROTOCOL = 3
_ONE = struct.Struct("<cIIQ")  # the command that resets one game

__all__ = ["GridironError", "Server", "find", "serve"]


class GridironError(RuntimeError):
    """A server has ended, or could not carry out a command. The text is the server's message."""


def find(game: str) -> str:
    """Return the path of a game's program: in GRIDIRON_BIN, in this package, or in PATH."""
    name = game + (".exe" if os.name == "nt" else "")
    folders = [os.environ.get("GRIDIRON_BIN", ""), str(Path(__file__).parent / "bin")]
    for folder in folders:
        if folder and os.path.isfile(os.path.join(folder, name)):
            return os.path.join(folder, name)
    found = shutil.which(name)
    if found is None:
        from . import GAMES
        if game not in GAMES:
            raise GridironError(f"game {game!r}: want {', '.join(GAMES)}, or a game whose program is in GRIDIRON_BIN or in PATH")
        raise GridironError(f"no program {name!r} in GRIDIRON_BIN, in the package or in PATH; go build ./{game}/cmd/{game} makes one")
    return found


def _shared_file() -> Optional[int]:
    """Return the descriptor of an unnamed file for the arrays, or None where a child cannot inherit one."""
    if os.name == "nt":
        return None
    if hasattr(os, "memfd_create"):
        return os.memfd_create("gridiron", getattr(os, "MFD_CLOEXEC", 1))
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


forks = 0  # how often this process and its ancestors have been forked, which is found out faster than the id of the process


def _forked() -> None:
    global forks
    forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _end(process: "subprocess.Popen[bytes]", before: int, errors: Any) -> None:
    """End a server. A fork of the process that started the server leaves it alone."""
    if before != forks:
        return
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                pass
    try:
        process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    errors.close()


class Server:
    """Plays games for one client and has their arrays. kernel/arena/learn/env in the repository documents the commands.

    Attributes are the arrays (N games, K slots, S seats), which the next step overwrites:
    actions, sample int16 [N, K]; codes uint8 [N, K, ...]; scalars int16 [N, K, n]; mask uint8 [N, K, actions];
    reward float32 [N, S]; hold, terminated, truncated, to_play, errors uint8 [N]; with restart "same" also final_codes, final_scalars,
    final_mask and final_to_play, which are those of the last game that has ended.
    """

    actions: NDArray[np.int16]
    hold: NDArray[np.uint8]
    sample: NDArray[np.int16]
    codes: NDArray[np.uint8]
    scalars: NDArray[np.int16]
    mask: NDArray[np.uint8]
    reward: NDArray[np.float32]
    terminated: NDArray[np.uint8]
    truncated: NDArray[np.uint8]
    to_play: NDArray[np.uint8]
    errors: NDArray[np.uint8]
    final_codes: NDArray[np.uint8]
    final_scalars: NDArray[np.int16]
    final_mask: NDArray[np.uint8]
    final_to_play: NDArray[np.uint8]

    spec: Dict[str, Any]  # what the server said of itself
    pid: Optional[int] = None  # of its process; None: it is in this process
    _forks: int  # those of the process that it belongs to; -1: it is closed
    _inputs: Optional[memoryview] = None  # the actions, if they are sent with a command
    _memory: Any

    def _begin(self, text: bytes, program: str, game: str) -> None:
        """Read what a server says of itself."""
        try:
            spec: Dict[str, Any] = json.loads(text)
            plays = spec["game"]
        except (ValueError, TypeError, KeyError):
            raise GridironError(f"{program} is no program of gridiron: it begins with {text[:80]!r}") from None
        if plays != game:
            raise GridironError(f"{program} plays {plays}, not {game}")
        if spec["protocol"] != PROTOCOL:
            raise GridironError(f"the program speaks version {spec['protocol']} of the conversation, this package {PROTOCOL}")
        self.spec = spec

    def _show(self, memory: Any) -> None:
        """Make the arrays in memory."""
        self._memory = memory
        for array in self.spec["arrays"]:
            kind = np.dtype(array["type"])
            count = int(np.prod(array["shape"]))
            view = np.frombuffer(memory, kind, count, array["offset"]).reshape(array["shape"])
            if array["offset"] >= self.spec["outputs"]:
                view.flags.writeable = False
            setattr(self, array["name"], view)

    def window(self, first: str, last: str) -> memoryview:
        """Return the memory of the arrays from one to another."""
        start = {array["name"]: array["offset"] for array in self.spec["arrays"]}
        return memoryview(self._memory)[start[first]:start[last] + getattr(self, last).nbytes]

    def _gone(self) -> GridironError:
        """Say why commands cannot be given here."""
        if self._forks < 0:
            return GridironError("this environment is closed")
        return GridironError("this environment belongs to the process that made it; make another one here, or send it pickled")

    def _ask(self, *parts: Any) -> bytes:
        """Carry out a command and return the text of its answer. After an interrupt the server is ended: nobody knows what it has done."""
        raise NotImplementedError

    def step(self) -> None:
        """Step all games."""
        self._ask(b"s", self._inputs or b"")

    def step_range(self, start: int, stop: int) -> None:
        """Step the games from start to stop-1; the others stay unchanged."""
        self._ask(b"p" + struct.pack("<II", start, stop), self._inputs or b"")

    def clone(self, games: NDArray[np.intp], to: NDArray[np.intp]) -> None:
        """Make games copies of others."""
        self._ask(b"c" + struct.pack("<I", len(to)) + games.astype("<u4").tobytes() + to.astype("<u4").tobytes())

    def clone_one(self, game: int, to: int) -> None:
        """Make a game a copy of another one."""
        self._ask(b"c" + struct.pack("<III", 1, game, to))

    def reset(self, games: Sequence[int], seeds: Sequence[int], **more: Any) -> None:
        """Set games up. more may have start and options."""
        n = len(games)
        try:
            command = None if more else struct.pack(f"<cI{n}I{n}Q", b"r", n, *games, *seeds)
        except struct.error:  # a number of other than 64 bits
            command = None
        if command is not None and n <= self.spec["games"]:
            self._ask(command)
        else:
            self.request("reset", games=games, seeds=[str(seed) for seed in seeds], **more)

    def reset_one(self, game: int, seed: int) -> None:
        """Set one game up. The seed has 64 bits."""
        self._ask(_ONE.pack(b"r", 1, game, seed))

    def request(self, do: str, **fields: Any) -> Dict[str, Any]:
        """Give a command other than those above."""
        text = json.dumps({"do": do, **fields}, default=operator.index).encode()  # integers of numpy
        reply: Dict[str, Any] = json.loads(self._ask(b"j" + struct.pack("<I", len(text)) + text))
        if do in ("reset", "restore", "see") and self._inputs is not None:
            self._ask(b"f")
        return reply

    def close(self) -> None:
        """End the games. The arrays stay unchanged."""
        raise NotImplementedError


class Process(Server):
    """One process `GAME env`."""

    def __init__(self, game: str, flags: Sequence[str], *, binary: Optional[str] = None, shared: bool = True) -> None:
        command = [binary or find(game), "env", *flags]
        file = _shared_file() if shared else None
        extra: Dict[str, Any] = {}
        if file is not None:
            command += ["--memory", str(file)]
            extra["pass_fds"] = (file,)
        if os.name != "nt":
            extra["start_new_session"] = True  # Ctrl-C is ours; the server ends when its input does
        self._errors = tempfile.TemporaryFile()
        self._forks = forks
        try:
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0, **extra)
            except OSError as e:
                self._errors.close()
                raise GridironError(f"{command[0]} cannot be started: {e.strerror}") from e
            self._close = weakref.finalize(self, _end, self._process, self._forks, self._errors)
            assert self._process.stdin is not None and self._process.stdout is not None
            self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
            self.pid = self._process.pid
            self._begin(self._greeting(), command[0], game)
            memory: Any
            if self.spec["memory"]:
                memory = mmap.mmap(file, self.spec["size"])  # type: ignore[arg-type]
            else:
                memory = bytearray(self.spec["size"])
        finally:
            if file is not None:
                os.close(file)
        self._show(memory)
        outputs = self.spec["outputs"]
        self._inputs = None if self.spec["memory"] else memoryview(memory)[:outputs]
        self._outputs = None if self.spec["memory"] else memoryview(memory)[outputs:]

    def _greeting(self) -> bytes:
        line = bytearray()
        while not line.endswith(b"\n"):
            some = os.read(self._out, 1 << 16)
            if not some:
                raise self._ended()
            line += some
        return bytes(line)

    def _ended(self) -> GridironError:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return GridironError("the server does not answer")
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        return GridironError(text[-2000:] or f"the server has ended with exit code {code}")

    def _write(self, *parts: Any) -> None:
        if self._forks != forks:
            raise self._gone()
        try:
            for part in parts:
                view = memoryview(part).cast("B")
                while len(view):
                    view = view[os.write(self._in, view):]
        except TimeoutError:  # of a handler of signals
            raise
        except OSError:
            raise self._ended() from None

    def _read(self, into: memoryview) -> None:
        while len(into):
            some = os.readv(self._out, [into]) if hasattr(os, "readv") else self._copy(into)
            if not some:
                raise self._ended()
            into = into[some:]

    def _copy(self, into: memoryview) -> int:
        some = os.read(self._out, len(into))
        into[:len(some)] = some
        return len(some)

    def _text(self) -> bytes:
        head = bytearray(4)
        self._read(memoryview(head))
        text = bytearray(struct.unpack("<I", head)[0])
        self._read(memoryview(text))
        return bytes(text)

    def _ask(self, *parts: Any) -> bytes:
        try:
            self._write(*parts)
            op = os.read(self._out, 1)
            if op == b"!":
                raise GridironError(self._text().decode(errors="replace"))
            if op == b"j":
                return self._text()
            if op != b".":
                raise self._ended()
            if self._outputs is not None:
                self._read(self._outputs)
            return b""
        except GridironError:
            raise
        except BaseException:  # also that of a handler of signals, such as a limit of time
            self.close()
            raise

    def step(self) -> None:
        """Step all games."""
        if self._inputs is None and self._forks == forks:
            # The usual path, kept short for games that are stepped one by one.
            try:
                os.write(self._in, b"s")
                op = os.read(self._out, 1)
            except (BrokenPipeError, ConnectionResetError):
                raise self._ended() from None
            except BaseException:  # as in _ask; a limit of time may be a TimeoutError, which is an OSError
                self.close()
                raise
            if op != b".":
                raise self._ended()
            return
        super().step()

    def close(self) -> None:
        self._forks = -1
        self._close()


def serve(game: str, flags: Sequence[str], *, binary: Optional[str] = None, shared: bool = True) -> Server:
    """Begin to play games: in this process if there is a library for that beside the programs, unless GRIDIRON_ENGINE says otherwise."""
    engine = os.environ.get("GRIDIRON_ENGINE", "")
    if engine not in ("", "library", "process"):
        raise GridironError(f"GRIDIRON_ENGINE={engine}: want library or process")
    if engine != "process" and binary is None and shared:
        from . import _library
        server = _library.load(os.path.dirname(find(game)), game, flags, engine == "library")
        if server is not None:
            return server
    return Process(game, flags, binary=binary, shared=shared)
