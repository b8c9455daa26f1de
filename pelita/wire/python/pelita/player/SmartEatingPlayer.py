"""A team of the bundled players."""

from ._players import smart_eating_player

TEAM_NAME = "Smart Eating Players"
move = smart_eating_player
