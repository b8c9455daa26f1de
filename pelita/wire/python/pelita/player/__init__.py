"""The bundled players. Each is a function move(bot, state)."""

from . import (  # isort: skip
    FoodEatingPlayer, RandomExplorerPlayer, RandomPlayers, SmartEatingPlayer, SmartRandomPlayer, StoppingPlayer, base,
)
from ._players import (
    food_eating_player, nq_random_player, random_explorer_player, random_player, smart_eating_player, smart_random_player,
    stopping_player,
)
from .base import debuggable_player, move_exception_player, round_based_player, speaking_player, stepping_player

SANE_PLAYERS = [
    random_player, nq_random_player, food_eating_player, smart_eating_player, random_explorer_player, smart_random_player,
]
