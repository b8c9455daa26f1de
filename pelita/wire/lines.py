"""Plays the stand-in's player with lines of JSON instead of messages over ZMTP: VERSION remote-game TEAM ADDRESS."""

import json
import os
import sys

with open("/stand-in/pelita/_setting.py", "w") as file:
    file.write("VERSION = %r\nPROGRAM = 'pelita'\n" % sys.argv.pop(1))
sys.path.insert(0, "/stand-in")

from pelita import _wire  # noqa: E402

questions, sys.stdin = sys.stdin, open(os.devnull)
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # what the team prints


class Pair(_wire.Pair):
    def __init__(self, url):
        pass

    def receive(self):
        line = questions.readline()
        if not line:
            raise _wire.Lost("the connection was closed")
        return json.loads(line)

    def send(self, value):
        print(json.dumps(value, default=_wire._plain), file=answers, flush=True)


_wire.Pair = Pair
from pelita.scripts import pelita_player  # noqa: E402

sys.path[:] = [os.getcwd()] + [path for path in sys.path if path not in ("", "/stand-in")] + ["/stand-in"]
pelita_player.main()
