"""The conversation with the program that runs the game: JSON over ZeroMQ's protocol ZMTP 3.0, on a plain TCP connection."""

import json
import socket
import struct
from urllib.parse import urlsplit


class Lost(Exception):
    """The other side is gone."""


class Pair:
    """A PAIR socket that connects."""

    def __init__(self, url):
        address = urlsplit(url.replace("*", "localhost"))
        host = "127.0.0.1" if address.hostname == "localhost" else address.hostname
        self._socket = socket.create_connection((host, address.port), timeout=10)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb", 1 << 16)
        self._socket.sendall(b"\xff" + bytes(7) + b"\x01\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32))
        if self._read(64)[:1] != b"\xff":
            raise Lost("no ZeroMQ at the other side")
        self._socket.sendall(b"\x04\x1a\x05READY\x0bSocket-Type\x00\x00\x00\x04PAIR")
        self._socket.settimeout(None)

    def _read(self, size):
        data = self._file.read(size)
        if len(data) < size:
            raise Lost("the connection was closed")
        return data

    def receive(self):
        """The next message, as what its JSON means."""
        message = b""
        while True:
            flags = self._read(1)[0]
            size = struct.unpack(">Q", self._read(8))[0] if flags & 2 else self._read(1)[0]
            body = self._read(size)
            if flags & 4:  # a command: READY, PING
                continue
            message += body
            if not flags & 1:
                return json.loads(message.decode("utf-8"))

    def send(self, value):
        """Send a value as JSON."""
        body = json.dumps(value, default=_plain).encode("utf-8")
        head = b"\x00" + bytes([len(body)]) if len(body) < 256 else b"\x02" + struct.pack(">Q", len(body))
        try:
            self._socket.sendall(head + body)
        except OSError as e:
            raise Lost(str(e)) from e


def _plain(value):
    """Numbers and arrays of numpy as those of Python."""
    for method in ("tolist", "item"):
        if type(value).__module__ == "numpy" and hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"Cannot convert {value} of type {type(value)} to json")
