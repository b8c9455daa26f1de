"""Connects to the referee's and everybody's servers: loopback, the machine's addresses, abstract sockets, sockets with a path."""
import socket

import bot


def tcp(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.settimeout(1)
        s.connect(address)
    return True


def udp(family, address):
    with socket.socket(family, socket.SOCK_DGRAM) as s:
        s.connect(address)
        s.send(b"hello")
    return True


def unix(name):
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(1)
        s.connect(name)
    return True


def raw():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    return True


def attack():
    t = bot.targets()
    for host in ("127.0.0.1", "0.0.0.0", "localhost") + tuple(t["hosts"]):
        bot.attempt("connect to %s" % host, tcp, socket.AF_INET, (host, t["port"]))
    bot.attempt("connect to ::1", tcp, socket.AF_INET6, ("::1", t["port"]))
    bot.attempt("connect to an abstract socket", unix, "\0" + t["abstract"])
    bot.attempt("connect to a socket with a path", unix, t["socket"])
    if bot.jailed():
        own = () if t.get("loopback") else ("127.0.0.1",)  # a jail may have a loopback of its own
        for host in own + ("192.0.2.1", "8.8.8.8") + tuple(t["hosts"]):
            bot.attempt("send to %s" % host, udp, socket.AF_INET, (host, 53))
        bot.attempt("make a raw socket", raw)
        for family in (17, 38, 40, 31, 29):  # packets, ciphers, the host of a virtual machine, Bluetooth, CAN
            bot.attempt("make a socket of family %d" % family, lambda: socket.socket(family, socket.SOCK_DGRAM).close() or True)


bot.play(attack, harmless=True)
