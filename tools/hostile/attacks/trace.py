"""Traces the others and reads and writes their memory with system calls."""
import ctypes
import os

import bot

libc = ctypes.CDLL(None, use_errno=True)
ATTACH, SEIZE, TRACEME = 16, 0x4206, 0
buffer = ctypes.create_string_buffer(64)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def attack():
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    local = Vector(ctypes.addressof(buffer), 8)
    remote = Vector(0x400000, 8)
    for pid in bot.pids() + [1, os.getppid()]:
        for request in (ATTACH, SEIZE):
            bot.attempt("trace %d" % pid, lambda: libc.ptrace(request, pid, None, None) == 0)
        for call in ("process_vm_readv", "process_vm_writev"):
            function = getattr(libc, call)
            bot.attempt("%s of %d" % (call, pid),
                        lambda: function(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0)
    bot.attempt("be traced", lambda: libc.ptrace(TRACEME, 0, None, None) == 0)


bot.play(attack)
