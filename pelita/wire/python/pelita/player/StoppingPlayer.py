"""A team of the bundled players."""

from ._players import stopping_player

TEAM_NAME = "Stopping Players"
move = stopping_player
