"""The games in this process: a shared library, which tools/python/library.py in the repository builds."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import weakref
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from . import _server
from ._server import GridironError, Server

NAME = "gridiron" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")

_loaded: Dict[str, "_Functions"] = {}  # by path; there is only one, which stays
_kept: List[Any] = []  # memory into which the library may still write


class _Functions:
    """The functions of the library. tools/library in the repository documents them."""

    def __init__(self, path: str) -> None:
        self.forks = _server.forks
        library = ctypes.CDLL(path)

        def function(name: str, result: Any, *arguments: Any) -> Any:
            f = getattr(library, "gridiron_" + name)
            f.restype, f.argtypes = result, arguments
            return f

        number, text = ctypes.c_longlong, ctypes.c_void_p
        self.open = function("open", text, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(number))
        self.attach = function("attach", None, number, ctypes.c_void_p, number)
        self.step = function("step", text, number)
        self.reset = function("reset", text, number, ctypes.c_uint, ctypes.c_ulonglong)
        self.call = function("call", text, number, ctypes.c_char_p, ctypes.c_int)
        self.wait = function("wait", text, number, number)
        self.close = function("close", ctypes.c_int, number)
        self._free = function("free", None, text)

    def text(self, at: int) -> bytes:
        """Return a text, and free it."""
        copy = ctypes.string_at(at)
        self._free(at)
        return copy


def _joined(words: Sequence[str]) -> bytes:
    if any("\0" in word for word in words):
        raise ValueError("embedded null byte")  # as subprocess says it
    return b"".join(os.fsencode(word) + b"\0" for word in words)


def load(folder: str, game: str, flags: Sequence[str], required: bool) -> Optional["Library"]:
    """Begin to play games in this process. None: a process must play them. Go does not survive a fork, so a child in which the library was
    loaded before the fork has processes; so have opponents that are programs."""
    path = os.path.join(folder, NAME)
    if path not in _loaded:
        if _loaded:
            return None
        try:
            _loaded[path] = _Functions(path)
        except (OSError, AttributeError) as e:
            if required:
                raise GridironError(f"GRIDIRON_ENGINE=library: {path} cannot be loaded: {e}") from None
            return None
    functions = _loaded[path]
    if functions.forks != _server.forks:
        return None
    handle = ctypes.c_longlong()
    words, variables = _joined([game, *flags]), _joined([f"{name}={value}" for name, value in os.environ.items()])
    at = functions.open(words, len(words), variables, len(variables), ctypes.byref(handle))
    if not at:
        return None
    answer = functions.text(at)
    if answer[:1] == b"!":
        raise GridironError(answer[1:].decode(errors="replace").strip()[-2000:])
    return Library(functions, handle, path, game, answer[1:])


def _end(functions: _Functions, handle: ctypes.c_longlong, before: int, memory: Any) -> None:
    if before == _server.forks and not functions.close(handle):
        _kept.append(memory)


class Library(Server):
    """Games in this process."""

    def __init__(self, functions: _Functions, handle: ctypes.c_longlong, path: str, game: str, greeting: bytes) -> None:
        self._functions, self._handle, self._forks = functions, handle, functions.forks
        self._begin(greeting, path, game)
        memory = mmap.mmap(-1, self.spec["size"])
        self._close = weakref.finalize(self, _end, functions, handle, self._forks, memory)
        functions.attach(handle, np.frombuffer(memory, np.uint8).ctypes.data, self.spec["size"])
        self._show(memory)
        self._step = functions.step

    def step(self) -> None:
        if self._forks != _server.forks:
            raise self._gone()
        try:
            at = self._step(self._handle)
            if at:
                self._answer(at)
        except GridironError:
            raise
        except BaseException:  # of a handler of signals, as in Process
            self.close()
            raise

    def _ask(self, *parts: Any) -> bytes:
        command = b"".join(parts)
        return self._call(self._functions.call, command, len(command))

    def reset_one(self, game: int, seed: int) -> None:
        self._call(self._functions.reset, game, seed)

    def _call(self, function: Any, *arguments: Any) -> bytes:
        if self._forks != _server.forks:
            raise self._gone()
        try:
            at = function(self._handle, *arguments)
            return self._answer(at) if at else b""
        except GridironError:
            raise
        except BaseException:
            self.close()
            raise

    def _answer(self, at: Optional[int]) -> bytes:
        """Return the text of an answer. While a command is carried out, Python looks for signals here."""
        while at:
            text = self._functions.text(at)
            if text[:1] == b"!":
                raise GridironError(text[1:].decode(errors="replace").strip()[-2000:])
            if text[:1] != b"~":
                return text[1:]
            at = self._functions.wait(self._handle, int(text[1:]))
        return b""

    def close(self) -> None:
        self._forks = -1
        self._close()
