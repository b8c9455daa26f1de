"""A team of the bundled players."""

from ._players import smart_random_player

TEAM_NAME = "Smart Random Players"
move = smart_random_player
