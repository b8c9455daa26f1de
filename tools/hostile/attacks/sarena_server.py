"""A player of Sarena as the original has them, a server of XML-RPC, that attacks with its first turn."""
import os
import sys
import xmlrpc.server

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
port = int(sys.argv[1])
import hosted  # noqa: E402

attacks = [hosted.load(here)]


def height(cell):
    return sum(chip != [0, 0] for chip in cell[1:])


class Player:
    def play(self, percepts, step, time_left):
        while attacks:
            attacks.pop()()
        for i, row in enumerate(percepts):
            for j, cell in enumerate(row):
                for k, l in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
                    if height(cell) and 0 <= k < len(percepts) and 0 <= l < len(row):
                        under = percepts[k][l]
                        if height(cell) + height(under) <= 4 and (height(under) or under[0] == 4):
                            return (i, j, k, l)


server = xmlrpc.server.SimpleXMLRPCServer(("localhost", port), logRequests=False)
server.register_instance(Player())
server.serve_forever()
