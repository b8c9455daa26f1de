"""Children that continue each other, and have the system continue them, when they are stopped while the opponent thinks."""
import ctypes
import os
import signal

import bot


class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_void_p), ("signo", ctypes.c_int), ("notify", ctypes.c_int), ("pad", ctypes.c_char * 64)]


def attack():
    for kind in range(4):
        try:
            if os.fork() == 0:
                os.setsid()
                siblings() if kind < 2 else timers()
        except OSError:
            return


def siblings():
    while True:
        os.kill(-1, signal.SIGCONT)


def timers():
    libc, event, list = ctypes.CDLL(None), Event(None, signal.SIGCONT, 0), []
    signal.signal(signal.SIGCONT, lambda *_: None)
    for _ in range(64):
        timer = ctypes.c_void_p()
        if libc.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) == 0:
            list.append(timer)
    while True:
        for n, timer in enumerate(list):
            times = (ctypes.c_long * 4)(0, 1000000 + 10000 * n, 0, 1000000 + 300000 * n)
            libc.timer_settime(timer, 0, times, None)


bot.play(attack)
