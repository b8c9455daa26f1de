"""Two clients of a Chillin server that do what clients should and what they should not, written from the description of the bytes.

    python3 peers.py PORT

Everything is checked in the snapshots that follow. Prints ok, or fails with what was wrong.
"""

import socket
import ssl
import struct
import sys

UP, RIGHT, DOWN, LEFT = range(4)


def count(n):
    data = n.to_bytes(4, "little").rstrip(b"\0")
    return bytes([len(data)]) + data


def string(data):
    return b"\1" + count(len(data)) + data


def frame(kind, payload):
    body = string(kind) + string(payload)
    return struct.pack("<I", len(body)) + body


def command(name, payload, cycle, kind=b"RealtimeCommand"):
    stamp = b"\0" if cycle is None else b"\1" + struct.pack("<I", cycle)
    return frame(kind, string(name) + (b"\0" if payload is None else string(payload)) + stamp)


def turn(direction, cycle, **more):
    return command(b"ChangeDirection", b"\1" + bytes([direction]), cycle, **more)


def breaker(cycle, payload=b""):
    return command(b"ActivateWallBreaker", payload, cycle)


class Bytes:
    """Takes values off the front; all have the byte before them that tells null."""

    def __init__(self, data):
        self.data = data

    def take(self, n):
        assert n <= len(self.data), "cut short"
        taken, self.data = self.data[:n], self.data[n:]
        return taken

    def there(self):
        return self.take(1) == b"\1"

    def count(self):
        return int.from_bytes(self.take(self.take(1)[0]), "little")

    def string(self):
        return self.take(self.count()) if self.there() else None

    def int(self):
        return struct.unpack("<i", self.take(4))[0] if self.there() else None

    def byte(self):
        return self.take(1)[0] if self.there() else None

    def pairs(self, read):
        assert self.there()
        return {self.string().decode(): read() for _ in range(self.count())}

    def bike(self):
        assert self.there()
        health, _ = self.int(), self.there()
        at = (self.int(), self.int())
        return {"health": health, "at": at, "direction": self.byte(), "cooldown": self.int(), "left": self.int()}


class Peer:
    def __init__(self, port):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.s = context.wrap_socket(socket.create_connection(("127.0.0.1", port), 20))
        self.heard = []

    def send(self, *frames):
        self.s.sendall(b"".join(frames))

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.s.recv(n - len(data))
            assert more, "the server closed the connection"
            data += more
        return data

    def hear(self, *wanted):
        """Return the next message, which must be of one of these kinds."""
        while True:
            r = Bytes(self.exactly(struct.unpack("<I", self.exactly(4))[0]))
            kind, payload = r.string().decode(), Bytes(r.string())
            self.heard.append(kind)
            assert kind in wanted, f"heard {kind}, want {wanted}"
            return kind, payload

    def join(self, team, name=b"0", kind=b"JoinOfflineGame"):
        self.send(frame(kind, string(team) + string(name)))
        _, r = self.hear("ClientJoined")
        return r.byte() == 1, r.string().decode()

    def snapshot(self, cycle, *others):
        """Return the bikes of the next snapshot, which must be of that cycle."""
        kind = ""
        while kind != "RealtimeSnapshot":
            kind, r = self.hear("RealtimeSnapshot", *others)
        world = Bytes(r.string())
        got = r.int()
        assert got == cycle, f"snapshot of cycle {got}, want {cycle}"
        assert world.there()
        for _ in range(world.count()):
            assert world.there()
            for _ in range(world.count()):
                world.byte()
        return world.pairs(world.bike)


def check(what, got, want):
    assert got == want, f"{what}: {got}, want {want}"


def main(port):
    a, b = Peer(port), Peer(port)
    check("a player of an unknown name", a.join(b"north", b"7"), (False, ""))
    check("a token on a server in offline mode", a.join(b"north-0", kind=b"JoinOnlineGame"), (False, ""))
    check("the first team", a.join(b"north"), (True, "Blue"))
    a.hear("AgentJoined")
    a.send(frame(b"JoinOfflineGame", string(b"again") + string(b"0")))  # not heard any more
    a.send(turn(DOWN, 0))  # before the start: counts, but does nothing
    check("the second team", b.join(b"south"), (True, "Yellow"))
    b.hear("AgentJoined")
    b.hear("StartGame")
    a.hear("AgentJoined")
    a.hear("StartGame")

    for peer in a, b:
        bikes = peer.snapshot(0)
    check("Blue", (bikes["Blue"]["at"], bikes["Blue"]["direction"]), ((1, 1), RIGHT))
    a.send(turn(DOWN, 1))  # of a cycle to come
    a.snapshot(1)
    bikes = b.snapshot(1)
    check("after commands before the start and of a cycle to come", bikes["Blue"]["direction"], RIGHT)

    a.send(turn(DOWN, 0))  # too late
    b.send(turn(RIGHT, 1), turn(UP, 1), turn(LEFT, 1), turn(UP, 1))  # the last one counts; nothing turns back
    a.snapshot(2)
    bikes = b.snapshot(2)
    check("after a late command", bikes["Blue"]["direction"], RIGHT)
    check("after several commands", bikes["Yellow"]["direction"], UP)

    a.send(
        command(b"Weather", b"\1\1", 2), command(b"ChangeDirection", b"", 2), command(b"ChangeDirection", b"\0", 2),
        turn(7, 2), turn(DOWN, None), command(b"ChangeDirection", None, 2), struct.pack("<I", 0),
        frame(b"Weather", b""), b"\2\0\0\0\0\0", frame(b"ClientJoined", b"\1\1"),
        frame(b"BaseCommand", string(b"ChangeDirection") + string(b"\1\2")), b"\3\0\0\0\1\1\xff",
    )
    a.snapshot(3)
    bikes = b.snapshot(3)
    check("after malformed commands", bikes["Blue"]["direction"], RIGHT)

    whole = turn(DOWN, 3, kind=b"TurnbasedCommand") + breaker(3, b"junk")
    for i in range(0, len(whole), 7):  # in pieces
        a.send(whole[i:i + 7])
    a.snapshot(4)
    bikes = b.snapshot(4)
    check("after commands in pieces", (bikes["Blue"]["direction"], bikes["Blue"]["cooldown"]), (DOWN, 11))

    b.send(*[turn(UP, 4)] * 100, turn(LEFT, 4))  # the 101st does not count
    a.snapshot(5)
    bikes = b.snapshot(5)
    check("after a flood", bikes["Yellow"]["direction"], UP)

    a.send(*[turn(LEFT, 5)] * 100)  # 200 commands together end the cycle at once
    b.send(*[turn(LEFT, 5)] * 100)
    a.snapshot(6)
    bikes = b.snapshot(6)
    check("after two floods", (bikes["Blue"]["direction"], bikes["Yellow"]["direction"]), (LEFT, LEFT))

    b.s.close()
    kind, r = "", None
    cycle = 6
    while kind != "EndGame":
        kind, r = a.hear("AgentLeft", "RealtimeSnapshot", "EndGame")
        cycle += kind == "RealtimeSnapshot"
    check("messages about who left", a.heard.count("AgentLeft"), 1)
    winner = r.string()
    scores = r.pairs(lambda: r.pairs(r.string))["Scores"]
    a.send(turn(UP, cycle))  # after the end: not heard
    check("the winner", (winner, scores), (b"Yellow", {"Blue": b"-12", "Yellow": b"9"}))
    check("the last cycle", cycle, 9)
    check("what comes after the end", a.s.recv(1), b"")
    print("ok")


main(int(sys.argv[1]))
