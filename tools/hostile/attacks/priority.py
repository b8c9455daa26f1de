"""Takes the processors for itself: real time, better priority, all processors."""
import os

import bot


def attack():
    bot.attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or True)
    bot.attempt("a better priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -10) or True)
    bot.attempt("all processors", lambda: os.sched_setaffinity(0, range(os.cpu_count())) or True)
    bot.attempt("a better score when memory is short", lambda: open("/proc/self/oom_score_adj", "w").write("-1000"))


bot.play(attack)
