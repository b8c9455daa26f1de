"""A team of the bundled players."""

from ._players import random_explorer_player

TEAM_NAME = "Random Explorer Players"
move = random_explorer_player
