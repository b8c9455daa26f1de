"""Ends at its first decision, like a program with an error in it."""
import bot


def attack():
    raise ValueError("an error at the first decision")


bot.play(attack, harmless=True)
