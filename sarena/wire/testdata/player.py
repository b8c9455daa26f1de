"""A player for tests: python3 player.py MODE [STEP].

It plays the first legal action as a server of xmlrpc.server, or in the mode named by hand. From STEP on it misbehaves as the
mode says. It prints its port.
"""
import gzip
import http.server
import os
import struct
import socket
import sys
import time
import xmlrpc.client
import xmlrpc.server

MODE = sys.argv[1]
FROM = int(sys.argv[2]) if len(sys.argv) > 2 else 1


def first(board):
    rows, columns = len(board), len(board[0])

    def height(i, j):
        return sum(chip != [0, 0] for chip in board[i][j][1:])

    for i in range(rows):
        for j in range(columns):
            for k, l in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
                if not (0 <= k < rows and 0 <= l < columns) or not height(i, j):
                    continue
                if height(k, l) + height(i, j) <= 4 and (height(k, l) or board[k][l][0] == 4):
                    return [i, j, k, l]


class Player:
    def play(self, percepts, step, time_left):
        if step < FROM:
            return first(percepts)
        if MODE == "raise":
            raise ValueError("boom")
        if MODE == "none":
            return None
        if MODE == "sleep":
            time.sleep(3)
        if MODE == "exit":
            os._exit(3)
        if MODE == "floats":
            return [float(x) for x in first(percepts)]
        if MODE == "booleans":
            return [x if x > 1 else bool(x) for x in first(percepts)]
        if MODE == "time":
            return [-1, 0, 0, int(time_left * 1000) if time_left is not None else -1]
        return first(percepts)


class TwoArguments:
    def play(self, percepts, step):
        return first(percepts)


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers by hand."""

    protocol_version = "HTTP/1.1" if MODE in ("keepalive", "chunked") else "HTTP/1.0"
    connections = 0

    def log_message(self, *args):
        pass

    def setup(self):
        super().setup()
        Handler.connections += 1

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        (percepts, step, _), _ = xmlrpc.client.loads(body)
        reply = xmlrpc.client.dumps((first(percepts),), methodresponse=True).encode()
        if step >= FROM and self.misbehave(reply):
            return
        self.send_response(200)
        if MODE == "chunked":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for at in range(0, len(reply), 50):
                part = reply[at:at + 50]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
            return
        if MODE == "gzip":
            assert self.headers["Accept-Encoding"] == "gzip"
            reply = gzip.compress(reply)
            self.send_header("Content-Encoding", "gzip")
        if MODE != "nolength":
            self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def misbehave(self, reply):
        if MODE == "garbage":
            self.wfile.write(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
        elif MODE == "status":
            self.send_error(503)
        elif MODE == "html":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>hello<br></html>")
        elif MODE == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(reply[:100])
        elif MODE == "hangup":
            self.connection.shutdown(socket.SHUT_RDWR)
        elif MODE == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif MODE == "drip":
            for byte in b"HTTP/1.0 200 OK\r\n" + b"X: y\r\n" * 1000:
                self.wfile.write(bytes([byte]))
                time.sleep(0.05)
        elif MODE == "flood":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b" " * 65536)
            except OSError:
                pass
        else:
            return False
        self.close_connection = True
        return True


if MODE in ("plain", "raise", "none", "sleep", "exit", "floats", "booleans", "time", "two"):
    server = xmlrpc.server.SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False)
    server.register_instance(TwoArguments() if MODE == "two" else Player())
else:
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *args: None
print(server.server_address[1], flush=True)
server.serve_forever()
