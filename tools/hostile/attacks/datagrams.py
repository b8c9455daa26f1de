"""Sends to the sockets of others with one end of a pair, for which no right to make sockets is needed."""
import socket

import bot


def pair(kind):
    return socket.socketpair(socket.AF_UNIX, kind)[0]


def connect(kind, path):
    end = pair(kind)
    end.connect(path)
    return end.send(b"hello")


def attack():
    t = bot.targets()
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
        for path in (t["datagrams"], t["socket"], "\0" + t["abstract"]):
            if kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
                bot.attempt("send to %r" % path, lambda: pair(kind).sendto(b"hello", path))
                bot.attempt("send a message to %r" % path, lambda: pair(kind).sendmsg([b"hello"], [], 0, path))
            bot.attempt("connect to %r" % path, connect, kind, path)


bot.play(attack, harmless=True)
