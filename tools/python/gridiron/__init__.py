"""Learning environments of five games: amazons, pelita, reantics, sarena and tron.

    import gridiron
    games = gridiron.make("tron", num_envs=1024)
    games.reset(seed=1)
    while True:
        games.step(games.legal_sample())

`gridiron.gym` has Gymnasium environments, `gridiron.pettingzoo` those of PettingZoo.
"""

from ._server import GridironError, find
from .raw import Batch, Replay, make

# The versions of the rules, as in the Gymnasium ids; a test compares them with the programs.
RULES = {"amazons": 1, "pelita": 1, "reantics": 1, "sarena": 1, "tron": 1}
GAMES = tuple(RULES)

__all__ = ["Batch", "GAMES", "GridironError", "RULES", "Replay", "find", "make"]
