"""Functions of Python in the other seats, such as earlier versions of what is being trained."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from .raw import Batch, Observation, Seed, observe

__all__ = ["Policy", "SelfPlay"]

# Takes observations with a row for each of several games, as in gridiron.gym, and returns an action for each row.
Policy = Callable[[Observation], Any]


class SelfPlay(Batch):
    """A Batch in which one seat is stepped, and functions play the others: for each game, one of them is drawn.

    The arrays have one slot and are copies. `policies`, which is `opponent` if that is a list, may be changed between steps; games that
    begin later draw from what is in it then.
    max_steps counts the steps of the stepped seat. A seat that is not to play when the game ends sees it as the last seat does.
    """

    def __init__(self, game: str, num_envs: int = 1, *, opponent: Sequence[Policy], seat: Optional[str] = None, restart: str = "next",
                 max_steps: int = 0, observation: str = "codes", **arguments: Any) -> None:
        for policy in opponent:
            if not callable(policy):
                raise TypeError(f"opponent {policy!r}: want functions, or the name of a player, or a dict of names and weights")
        if restart not in ("next", "same", "off"):
            raise ValueError(f"restart {restart!r}: want next, same or off")
        super().__init__(game, num_envs, restart="off", **arguments)
        self.policies = opponent if isinstance(opponent, list) else list(opponent)
        if seat is not None and seat != "each" and seat not in self.seats:
            raise ValueError(f"seat {seat!r}: want {', '.join(self.seats)} or each")
        self._rows = np.arange(num_envs)
        mine = self._rows % len(self.seats) if seat == "each" else np.full(num_envs, self.seats.index(seat) if seat else 0)
        self.stepped = mine.astype(np.int16)
        self._together = self.slots > 1
        self._slot = mine if self._together else np.zeros(num_envs, np.intp)
        self._restart, self._limit, self._seen = restart, max_steps, observation
        self._steps = np.zeros(num_envs, np.intp)
        self._over = np.ones(num_envs, np.bool_)
        self._playing: List[Policy] = [self.policies[0]] * num_envs  # by game
        self._chance = [np.random.default_rng() for _ in range(num_envs)]
        self._setup: Dict[str, Any] = {}
        self.slots, self._wide = 1, self.slots

    def reset(self, seed: Seed = None, games: Optional[Sequence[int]] = None, *, start: Optional[str] = None,
              options: Optional[Mapping[str, Any]] = None) -> "SelfPlay":
        """Begin new games, as Batch.reset does; those that follow them have the same start and options."""
        chosen = list(range(self.num_envs)) if games is None else [int(g) for g in games]
        seeds = self._seeds(seed, chosen)
        self._setup = {"start": start, "options": options}
        for n, g in zip(seeds, chosen):
            self._chance[g] = np.random.default_rng(abs(n))
        self._new(chosen, seeds)
        return self

    def _reset_one(self, seed: int) -> None:
        self.reset([seed])

    def _new(self, games: Sequence[int], seeds: Sequence[int]) -> None:
        super().reset(seeds, games, **self._setup)
        self._steps[games], self._over[games] = 0, False
        for g in games:
            self._playing[g] = self.policies[self._chance[g].integers(len(self.policies))]
        self._others()
        self._pick()

    def _asked(self, waits: NDArray[np.bool_]) -> Iterator[Tuple[Policy, NDArray[np.intp]]]:
        """Yield each function with the games in which it is to play."""
        groups: Dict[int, List[int]] = {}
        for g in np.flatnonzero(waits).tolist():
            groups.setdefault(id(self._playing[g]), []).append(g)
        for games in groups.values():
            yield self._playing[games[0]], np.array(games, np.intp)

    def _ask(self, policy: Policy, games: NDArray[np.intp], slots: NDArray[np.intp]) -> NDArray[np.int16]:
        server = self._server
        self.codes, self.scalars, self.mask = server.codes, server.scalars, server.mask
        answer = np.asarray(policy(observe(self, (games, slots), self._seen)))
        if answer.shape != games.shape or answer.dtype.kind not in "iu":
            raise ValueError(f"the opponent {policy!r} answered {answer!r}: want {len(games)} integers")
        return answer.astype(np.int16)

    def _others(self) -> None:
        """Let the others play until the stepped seats are to play."""
        server = self._server
        while not self._together:
            waits = (server.to_play != self.stepped) & (server.terminated == 0) & self._begun & ~self._over
            if not waits.any():
                return
            actions = np.zeros(self.num_envs, np.int16)
            for policy, games in self._asked(waits):
                actions[games] = self._ask(policy, games, np.zeros_like(games))
            super().step(actions, only=waits)

    def _pick(self) -> None:
        """Show the slots of the stepped seats."""
        server, at = self._server, (self._rows, self._slot)
        self.codes, self.scalars, self.mask = server.codes[at][:, None], server.scalars[at][:, None], server.mask[at][:, None]
        self.sample = server.sample[at][:, None]
        self._look()
        self.reward, self.terminated, self.errors = server.reward.copy(), server.terminated.copy(), server.errors.copy()
        self.truncated = np.zeros(self.num_envs, np.uint8)

    def step(self, actions: Any, *, only: Optional[NDArray[np.bool_]] = None) -> "SelfPlay":
        """Step the seats, and let the others play until it is their turn again."""
        if only is not None:
            raise ValueError("only: not with functions as opponents")
        if not self._ready:
            raise self._missing()
        actions = np.asarray(actions).reshape(self.num_envs)
        again = self._over & (self._restart == "next")
        live = ~self._over
        if self._together:
            both = np.zeros((self.num_envs, self._wide), np.int64)
            for policy, games in self._asked(live):
                for seat in range(self._wide):
                    rows = games[self.stepped[games] != seat]
                    if rows.size:
                        both[rows, seat] = self._ask(policy, rows, np.full(len(rows), seat))
            both[self._rows, self.stepped] = actions
            actions = both
        if live.any():
            super().step(actions, only=live)
        self._steps[live] += 1
        self._others()
        ended = self._server.terminated != 0
        cut = live & ~ended & (self._limit > 0) & (self._steps >= self._limit)
        self._pick()
        self.reward[~live], self.terminated[~live], self.truncated = 0, 0, cut.astype(np.uint8)
        if self._restart == "off":
            self.terminated[~live] = ended[~live]
        self._over = self._over | ended | cut
        if self._restart == "same":
            again = live & (ended | cut)
        if again.any():
            kept = self.reward, self.terminated, self.truncated, self.errors
            if self._restart == "same":
                self.final_codes, self.final_scalars, self.final_mask = self.codes, self.scalars, self.mask
            next_: List[int] = np.flatnonzero(again).tolist()
            self._new(next_, [int(self._chance[g].integers(1 << 63)) for g in next_])
            self.reward, self.terminated, self.truncated, self.errors = kept
        return self

    def step_game(self, game: int, actions: Any) -> "SelfPlay":
        raise NotImplementedError("step_game: not with functions as opponents")

    def clone_game(self, game: int, to: int) -> "SelfPlay":
        return self.clone_games([game], [to])

    def clone_games(self, games: Any, to: Any) -> "SelfPlay":
        raise NotImplementedError("clone_games: not with functions as opponents")

    def set_state(self, state: Mapping[str, Any], game: int = 0) -> "SelfPlay":
        raise NotImplementedError("set_state: not with functions as opponents")

    def __getstate__(self) -> Dict[str, Any]:
        raise TypeError("an environment with functions as opponents cannot be copied")
