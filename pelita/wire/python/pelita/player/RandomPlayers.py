"""A team of the bundled players."""

from ._players import nq_random_player, random_player

TEAM_NAME = "Random Players"
move = nq_random_player
