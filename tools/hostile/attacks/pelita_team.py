"""A team of Pelita that attacks with its first move."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import hosted  # noqa: E402

TEAM_NAME = "Attackers"
attacks = [hosted.load(here)]


def move(bot, state):
    while attacks:
        attacks.pop()()
    return bot.legal_positions[0]
