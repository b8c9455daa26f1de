"""Runs a program of Python in a browser as `python3 WORDS` does: its standard input comes in messages, and it may start other programs
of its own files."""

import io
import os
import subprocess
import sys
import threading
import time
import traceback
import types

import js
from pyodide.ffi import create_once_callable, run_sync, to_js


due = []  # timers, where nothing else calls them


def wait(get):
    """Waits for what get promises. Where Python cannot wait for a promise, get waits itself, and returns "" after a while."""
    if not js.asks:
        return run_sync(get())
    while (came := get()) == "":
        for timer in [timer for timer in due if timer.at <= time.monotonic()]:
            timer.cancel()
            timer.call()
    return came


class Stream(io.RawIOBase):
    """What comes in messages; get gives the next one."""

    def __init__(self, get):
        self.get, self.rest = get, b""

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.rest:
            came = wait(self.get)
            self.rest = b"" if came is None else came.to_bytes()
        count = min(len(buffer), len(self.rest))
        buffer[:count], self.rest = self.rest[:count], self.rest[count:]
        return count


class Sink(io.RawIOBase):
    """The standard input of another program."""

    def __init__(self, child):
        self.child = child

    def writable(self):
        return True

    def write(self, data):
        self.child.write(to_js(bytes(data)))
        return len(data)

    def close(self):
        if not self.closed:
            self.child.end()
        super().close()


class Popen:
    """Another program of the same files."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, text=None, encoding=None,
                 universal_newlines=None, **others):
        self.args, self.returncode, self.pid = args, None, 1
        words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
        words = [os.fsdecode(word) for word in words]
        if words[0] != sys.executable:
            raise FileNotFoundError(2, "a browser starts only programs in Python", words[0])
        self.child = js.spawnChild(to_js(words))
        self.stdin = Sink(self.child) if stdin == subprocess.PIPE else None
        self.stdout = io.BufferedReader(Stream(self.child.out)) if stdout == subprocess.PIPE else None
        self.stderr = io.BufferedReader(Stream(self.child.err)) if stderr == subprocess.PIPE else None
        if text or encoding or universal_newlines:
            for name in ("stdin", "stdout", "stderr"):
                if getattr(self, name):
                    setattr(self, name, io.TextIOWrapper(getattr(self, name), encoding or "utf-8", write_through=True))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.communicate()

    def poll(self):
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            status = wait(self.child.exit)
            self.returncode = int(status.split()[-1]) if status.startswith("exit status") else -9
        return self.returncode

    def communicate(self, input=None, timeout=None):
        if self.stdin and not self.stdin.closed:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        streams = [stream.read() if stream and not stream.closed else None for stream in (self.stdout, self.stderr)]
        self.wait()
        return tuple(streams)

    def kill(self):
        if self.returncode is None:
            self.child.kill()
            self.returncode = -9

    terminate = kill

    def send_signal(self, number):
        self.kill()


class Timer:
    """threading.Timer without a thread."""

    def __init__(self, interval, function, args=None, kwargs=None):
        self.interval, self.call = interval, lambda: function(*(args or ()), **(kwargs or {}))

    def start(self):
        self.at, self.number = time.monotonic() + self.interval, None
        if js.asks:
            due.append(self)
        else:
            self.number = js.setTimeout(create_once_callable(self.call), self.interval * 1000)

    def cancel(self):
        if self in due:
            due.remove(self)
        if self.number is not None:
            js.clearTimeout(self.number)


standard = Stream(js.nextInput)
inputs = {0}  # the descriptors of standard input
os_read, os_dup, os_dup2 = os.read, os.dup, os.dup2


def read(fd, count):
    return standard.read(count) if fd in inputs else os_read(fd, count)


def dup(fd):
    new = os_dup(fd)
    if fd in inputs:
        inputs.add(new)
    return new


def dup2(fd, to, inheritable=True):
    (inputs.add if fd in inputs else inputs.discard)(to)
    return os_dup2(fd, to)


os.read, os.dup, os.dup2 = read, dup, dup2
standard.fileno = lambda: 0
sys.stdin = io.TextIOWrapper(io.BufferedReader(standard), encoding="utf-8")
sys.executable = "/usr/bin/python3"
subprocess.Popen, threading.Timer = Popen, Timer
os.environ.update(pair.split("=", 1) for pair in ENV)
sys.path += ["/" + name for name in os.listdir("/") if name == "stand-in"]  # modules that the game offers


def main(words):
    """Runs the program and returns its exit status."""
    while words and words[0].startswith("-") and words[0] not in ("-c", "-m"):
        words = words[1:]
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    try:
        if words[0] == "-m":
            import runpy

            sys.argv, sys.path[:0] = words[1:], [os.getcwd()]
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        elif words[0] == "-c":
            sys.argv, sys.path[:0] = ["-c"] + words[2:], [""]
            exec(compile(words[1], "<string>", "exec"), module.__dict__)
        else:
            path = os.path.abspath(words[0])
            sys.argv, sys.path[:0], module.__file__ = words, [os.path.dirname(path)], path
            with open(path, "rb") as file:
                code = compile(file.read(), path, "exec")
            exec(code, module.__dict__)
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return int(end.code or 0)
        print(end.code, file=sys.stderr)
    except BaseException as error:
        traceback.print_exception(type(error), error, error.__traceback__.tb_next)  # without this function
    return 1


STATUS = main(list(WORDS)[1:])
sys.stdout.flush()
sys.stderr.flush()
STATUS
