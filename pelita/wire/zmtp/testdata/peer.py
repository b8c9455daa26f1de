"""A peer on libzmq for the tests: peer.py KIND bind|connect ADDRESS TASK [N]. It prints its port if it binds, then what happens."""

import sys
import time

import zmq

kind, how, address, task = sys.argv[1:5]
count = int(sys.argv[5]) if len(sys.argv) > 5 else 1
socket = zmq.Context().socket(getattr(zmq, kind))
socket.linger = 2000
if kind == "SUB":
    socket.setsockopt(zmq.SUBSCRIBE, b"t" if task == "topic" else b"")
if how == "bind":
    print(socket.bind_to_random_port("tcp://127.0.0.1"), flush=True)
else:
    socket.connect(address)

if task == "echo":
    for _ in range(count):
        parts = socket.recv_multipart()
        socket.send_multipart(parts)
elif task == "ask":
    for i in range(count):
        body = b"%d:" % i + b"x" * (i * 97 % 1000)
        socket.send_multipart([body, b"", b"end"])
        assert socket.recv_multipart() == [body, b"", b"end"]
elif task in ("hear", "topic"):
    for _ in range(count):
        print(socket.recv_multipart(), flush=True)
elif task == "tell":
    end = time.time() + 10
    i = 0
    while time.time() < end and i < count:
        socket.send(b"news %d" % i)
        i += 1
        time.sleep(0.002)
elif task == "slow":
    time.sleep(2)
    print(len(socket.recv()), flush=True)
elif task == "silent":
    time.sleep(60)
