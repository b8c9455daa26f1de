"""What can go wrong with a game."""

from ._common import NEW as _NEW


class NoFoodWarning(Warning):
    """A team has no pellets from the start."""


if _NEW:

    class GameOverError(Exception):
        """The game is over."""

    class PelitaBotError(Exception):
        """A bot failed in a game that raises exceptions of bots."""

    class PelitaIllegalGameState(Exception):
        """A state of a game contradicts itself."""

else:

    class FatalException(Exception):
        """A fault that costs the game."""

    class NonFatalException(Exception):
        """A fault that is counted."""

    class PlayerTimeout(NonFatalException):
        """A team did not answer in time."""

    class PlayerDisconnected(FatalException):
        """A team is gone."""
