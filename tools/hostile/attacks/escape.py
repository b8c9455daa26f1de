"""Leaves the jail the way it was built: namespaces, mounts, roots, handles, keys, modules."""
import ctypes
import os

import bot

libc = ctypes.CDLL(None, use_errno=True)
NAMESPACES = {"mount": 0x20000, "user": 0x10000000, "pid": 0x20000000, "network": 0x40000000, "cgroup": 0x2000000}
CALLS = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "keyctl": 250, "open_tree": 428, "fsopen": 430,
         "init_module": 175, "kexec_load": 246, "iopl": 172, "pidfd_getfd": 438, "setns": 308}


def attack():
    for name, flag in NAMESPACES.items():
        bot.attempt("make a %s namespace" % name, lambda: libc.unshare(flag) == 0)
        bot.attempt("start in a %s namespace" % name, lambda: clone(flag))
    for name in ("mnt", "user", "pid", "net"):
        bot.attempt("enter the %s namespace of process 1" % name, lambda: os.open("/proc/1/ns/" + name, os.O_RDONLY) >= 0)
    for kind, source, target in ((b"proc", b"proc", b"/tmp"), (b"tmpfs", b"x", b"/tmp"), (b"cgroup2", b"x", b"/tmp"), (b"sysfs", b"x", b"/tmp")):
        bot.attempt("mount %s" % kind.decode(), lambda: libc.mount(source, target, kind, 0, None) == 0)
    bot.attempt("make the root writable", lambda: libc.mount(None, b"/", None, 32 | 4096, None) == 0)
    bot.attempt("unmount /usr", lambda: libc.umount2(b"/usr", 2) == 0)
    bot.attempt("chroot", lambda: os.chroot("/tmp") or True)
    bot.attempt("pivot_root", lambda: libc.syscall(155, b"/tmp", b"/tmp") == 0)
    bot.attempt("become root", lambda: os.setuid(0) or True)
    bot.attempt("make a device", lambda: os.mknod("/tmp/mem", 0o20666, os.makedev(1, 1)) or True)
    bot.attempt("set the name of the machine", lambda: libc.sethostname(b"x", 1) == 0)
    if os.uname().machine == "x86_64":
        for name, number in CALLS.items():
            ctypes.set_errno(0)
            result = libc.syscall(number, 0, 0, 0, 0, 0)
            if result >= 0 or ctypes.get_errno() not in (1, 38):
                bot.won("call %s: %d, errno %d" % (name, result, ctypes.get_errno()))


def clone(flag):
    if os.uname().machine != "x86_64":
        return False
    pid = libc.syscall(56, flag | 17, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return pid > 0


bot.play(attack)
