"""A team of the bundled players."""

from ._players import food_eating_player

TEAM_NAME = "Food Eating Players"
move = food_eating_player
