"""Sets the clock back, by every call there is."""
import ctypes
import time

import bot

libc = ctypes.CDLL(None, use_errno=True)


class Time(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("rest", ctypes.c_long)]


def attack():
    an_hour_ago = Time(int(time.time()) - 3600, 0)
    bot.attempt("set the clock", lambda: time.clock_settime(time.CLOCK_REALTIME, time.time() - 3600) or True)
    bot.attempt("set the clock", lambda: libc.clock_settime(0, ctypes.byref(an_hour_ago)) == 0)
    bot.attempt("set the time of day", lambda: libc.settimeofday(ctypes.byref(an_hour_ago), None) == 0)
    bot.attempt("adjust the clock", lambda: libc.adjtimex(ctypes.create_string_buffer(b"\x01" + b"\0" * 300)) >= 0)
    bot.attempt("adjust the clock", lambda: libc.clock_adjtime(0, ctypes.create_string_buffer(b"\x01" + b"\0" * 300)) >= 0)


bot.play(attack)
