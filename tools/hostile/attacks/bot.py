"""What all attacks share: a player of PROTOCOL.md that attacks while it is asked, and answers the first legal move.

An attack is called as `python3 NAME.py TARGETS`, where TARGETS is a JSON object of what it knows of the others. It says WON on its
standard error for each thing that it should not have been able to do. Outside of a jail only attacks that do no harm run.
"""
import json
import os
import sys


def jailed():
    try:
        with open("/proc/1/cmdline", "rb") as f:
            return f.read().startswith(b"gridiron-jail")
    except OSError:
        return False


def won(what):
    sys.stderr.write("WON %s\n" % what)
    sys.stderr.flush()


def attempt(what, action, *arguments):
    """Does something that should fail. What it returns counts as a success unless it is false or None."""
    try:
        result = action(*arguments)
    except (OSError, ValueError, OverflowError):
        return None
    if result:
        won(what)
    return result


def targets():
    return json.loads(sys.argv[1])


def pids():
    return targets()["pids"]


def answer(message):
    legal = message.get("legal")
    return legal[0] if legal else None


def play(attack, harmless=False, always=False):
    """Plays a game. The attack comes with the first question, or with each."""
    if not harmless and not jailed():
        sys.exit("this attack runs in a jail only")
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            reply = {"type": "hello", "name": "attacker", "legal": True}
        elif message["type"] == "ask":
            asked += 1
            if asked == 1 or always:
                attack()
            reply = {"type": "answer", "id": message["id"], "move": answer(message)}
        else:
            continue
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
