"""The raw interface: arrays of many games, without copies."""

from __future__ import annotations

import operator
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._server import GridironError, Server

__all__ = ["Batch", "Observation", "Replay", "make", "observe"]

Seed = Union[int, Sequence[int], None]
Observation = Dict[str, np.ndarray]


def observe(batch: Batch, at: Any) -> Observation:
    """Copy the observation at an index of the arrays [N, K], in the form that Gymnasium, PettingZoo and gridiron.bot use."""
    return {
        "observation": batch.codes[at].copy(), "scalars": batch.scalars[at].copy(), "action_mask": batch.mask[at].astype(np.int8),
    }


def _narrow(actions: np.ndarray) -> np.ndarray:
    """Return actions as int16. One that has no room there is not legal, and stays so."""
    if actions.dtype.kind not in "iub":
        raise ValueError(f"actions of type {actions.dtype}: want integers")
    return actions if actions.dtype.itemsize == 1 else np.where((actions < 0) | (actions > 32767), -1, actions).astype(np.int16)


class Batch:
    """Many games of one kind that are stepped together.

    N is the number of games, S that of seats. A slot is a seat that is stepped: K is 1 if seats answer in turn or one of them is stepped
    against an opponent, and S if all of them answer at the same time (Tron).

    Arrays are shared with the server: **the next step overwrites them**, so copy what you keep.

    ==========  =======  =================  ==========================================================
    codes       uint8    [N, K, *shape]     what the seat sees; `legend` says what the codes mean
    scalars     int16    [N, K, n]          numbers beside the codes; `scalar_names` names them
    mask        uint8    [N, K, A]          1 for each legal action
    reward      float32  [N, S]             1 for the winner and -1 for the others in the last step of a game
    terminated  uint8    [N]                1 when a game has ended by its rules
    truncated   uint8    [N]                1 when it was cut off by max_steps
    to_play     uint8    [N]                the seat of slot 0
    sample      int16    [N, K]             a legal action, each equally likely; -1 if there is none
    errors      uint8    [N]                0, or what went wrong in the last step: 1 an illegal action, 2 the opponent failed,
                                            3 the record is incomplete, 4 the next game could not be set up. `why(game)` says it in words
    ==========  =======  =================  ==========================================================
    """

    def __init__(self, game: str, num_envs: int = 1, *, opponent: Optional[str] = None, seat: Optional[str] = None, restart: str = "next",
                 max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, workers: int = 1,
                 record: Optional[str] = None, record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None,
                 shared: bool = True) -> None:
        self._arguments: Dict[str, Any] = dict(
            game=game, num_envs=num_envs, opponent=opponent, seat=seat, restart=restart, max_steps=max_steps, illegal=illegal, start=start,
            options=dict(options or {}), workers=workers, record=record, record_games=record_games, binary=binary, shared=shared)
        flags = ["--games", str(num_envs), "--restart", restart, "--max-steps", str(max_steps), "--illegal", illegal, "--workers", str(workers)]
        for name, value in (("opponent", opponent), ("seat", seat), ("start", start), ("record", record)):
            if value:
                flags.append(f"--{name}={value}")
        if record_games is not None:
            flags.append("--record-games=" + ",".join(map(str, record_games)))
        for name, value in self._arguments["options"].items():
            flags.append(f"--{name}={str(value).lower() if isinstance(value, bool) else value}")
        self._server = s = Server(game, flags, binary=binary, shared=shared)
        self.spec = s.spec
        self.game: str = game
        self.rules: str = s.spec["rules"]
        self.seats: List[str] = s.spec["seats"]
        self.num_envs: int = s.spec["games"]
        self.slots: int = s.spec["slots"]
        self.num_actions: int = s.spec["shape"]["actions"]
        self.shape: Tuple[int, ...] = tuple(s.spec["shape"]["codes"])
        self.scalar_names: List[str] = s.spec["shape"]["scalars"]
        self.legend: str = s.spec["shape"]["legend"]
        self.stepped: np.ndarray = np.array(s.spec["stepped"], np.int16)
        self.codes, self.scalars, self.mask, self.sample = s.codes, s.scalars, s.mask, s.sample
        self.reward, self.terminated, self.truncated, self.to_play, self.errors = s.reward, s.terminated, s.truncated, s.to_play, s.errors
        self._actions = s.actions
        self._flat = s.actions.reshape(-1)
        self._random = np.random.default_rng()

    def reset(self, seed: Seed = None, games: Optional[Sequence[int]] = None, *, start: Optional[str] = None,
              options: Optional[Mapping[str, Any]] = None) -> "Batch":
        """Begin new games: all of them, or those with these numbers.

        Game i gets the seed `seed + i`, or the i-th element of a sequence; None draws the seeds. `GAME play --seed` plays the same game
        with the same seed. start and options replace those of make for these games; an option that is not
        named has its default then, not the value of make.
        """
        chosen = list(range(self.num_envs)) if games is None else [int(g) for g in games]
        if seed is None:
            seeds = [int(n) for n in self._random.integers(0, 1 << 64, len(chosen), np.uint64)]
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + g for g in chosen]
        else:
            seeds = [int(n) for n in seed]
        fields: Dict[str, Any] = {"games": chosen, "seeds": [str(n) for n in seeds]}
        if start is not None:
            fields["start"] = start
        if options is not None:
            fields["options"] = {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in options.items()}
        self._server.request("reset", **fields)
        return self

    def step(self, actions: Any) -> "Batch":
        """Step all games. actions: integers [N, K], or [N] where K is 1. The arrays then show the games after the step."""
        if isinstance(actions, np.ndarray) and actions.shape == self._actions.shape:
            self._actions[...] = actions if actions.dtype == np.int16 else _narrow(actions)
        else:
            actions = np.asarray(actions)
            if actions.size != self._flat.size:
                raise ValueError(f"actions of shape {actions.shape}: want {self._actions.shape}")
            self._flat[:] = _narrow(actions).reshape(-1)
        self._server.step()
        return self

    def step_game(self, game: int, actions: Any) -> "Batch":
        """Step one game and leave the others unchanged. actions: an integer for each slot; where K is 1, the integer alone."""
        game, actions = operator.index(game), np.asarray(actions)
        if not 0 <= game < self.num_envs:
            raise IndexError(f"game {game}: want 0 to {self.num_envs - 1}")
        if actions.size != self.slots:
            raise ValueError(f"actions of shape {actions.shape}: want {self._actions.shape[1:]}")
        self._actions[game] = _narrow(actions).reshape(-1)
        self._server.step_range(game, game + 1)
        return self

    def legal_sample(self) -> np.ndarray:
        """Return a legal action for each slot, int16 [N, K], each equally likely: a copy of `sample`."""
        return self.sample.copy()

    @property
    def legal_mask(self) -> np.ndarray:
        """The legal actions as booleans [N, K, A], without a copy."""
        legal: np.ndarray = self.mask.view(np.bool_)
        return legal

    def legal_actions(self, game: int = 0, slot: int = 0) -> np.ndarray:
        """Return the legal actions of a slot, ascending."""
        legal: np.ndarray = np.flatnonzero(self.mask[game, slot])
        return legal

    def planes(self, count: int) -> np.ndarray:
        """Return a plane for each of the first `count` codes, uint8 [N, K, count, *shape], 1 where a cell has that code."""
        codes = np.arange(count, dtype=np.uint8).reshape((count,) + (1,) * len(self.shape))
        planes: np.ndarray = (self.codes[:, :, None] == codes).view(np.uint8)
        return planes

    def named(self, name: str) -> np.ndarray:
        """Return a scalar by its name, int16 [N, K], without a copy."""
        return self.scalars[:, :, self.scalar_names.index(name)]

    def state(self, game: int = 0) -> Dict[str, Any]:
        """Return a game as its setup and the actions since then: a value for json."""
        return dict(self._server.request("state", game=game)["state"])

    def set_state(self, state: Mapping[str, Any], game: int = 0) -> "Batch":
        """Replace a game by one that state() returned. Its actions are played again, and an opponent thinks again."""
        self._server.request("restore", game=game, state=dict(state))
        return self

    def clone_game(self, game: int, to: int) -> "Batch":
        """Replace another game of this batch by a copy of this game."""
        self._server.request("clone", game=game, to=to)
        return self

    def clone(self) -> "Batch":
        """Return a separate batch with the same games."""
        other = Batch(**self._arguments)
        for game in range(self.num_envs):
            state = self.state(game)
            if state["seed"]:
                other.set_state(state, game)
        return other

    def text(self, actions: Union[int, Sequence[int]], game: int = 0, slot: int = 0) -> str:
        """Return the answer that actions make, in the game's own notation."""
        list_ = [int(actions)] if isinstance(actions, (int, np.integer)) else [int(a) for a in actions]
        return str(self._server.request("text", game=game, slot=slot, actions=list_)["text"])

    def parse(self, text: str, game: int = 0, slot: int = 0) -> List[int]:
        """Return the actions that make an answer in the game's own notation."""
        return list(self._server.request("parse", game=game, slot=slot, text=text)["actions"])

    def legal_texts(self, game: int = 0, slot: int = 0) -> List[str]:
        """Return the legal answers in the game's own notation."""
        return list(self._server.request("legal", game=game, slot=slot).get("texts", []))

    def layout(self, game: int = 0) -> str:
        """Return the position as a layout text, which `start` takes. It has the whole position, also what seats do not see."""
        return str(self._server.request("layout", game=game).get("text", ""))

    def render(self, game: int = 0) -> str:
        """Draw the position as text. It shows the whole position, also what seats do not see."""
        return str(self._server.request("draw", game=game).get("text", ""))

    def svg(self, game: int = 0, *, dark: bool = False, width: int = 0) -> str:
        """Return a picture of the position, as wide as `width` pixels (0: 640). It also shows what seats do not see."""
        return str(self._server.request("svg", game=game, dark=dark, width=width)["text"])

    def _repr_svg_(self) -> Optional[str]:
        """Show game 0 in a notebook."""
        try:
            return self.svg()
        except GridironError:  # nothing to show before the first reset
            return None

    def see(self, view: Mapping[str, Any], actions: Sequence[int] = (), game: int = 0) -> Any:
        """In slot 0 of a game of this batch, show a question of a game that is played elsewhere. The game itself does not change.

        view: the view of that question (see PROTOCOL.md), on a board of the same size as this batch's. actions: those of the answer so
        far. Returns None if another action is needed: then codes, scalars, mask and sample show the question. Otherwise returns the
        answer that the actions make, as programs write it ("move").
        """
        return self._server.request("see", game=game, view=dict(view), actions=[int(a) for a in actions]).get("move")

    def why(self, game: int = 0) -> str:
        """Return in words the last thing that went wrong with a game."""
        return str(self._server.request("why", game=game).get("text", ""))

    def read_record(self, text: str, index: int = 0) -> Dict[str, Any]:
        """Return game `index` of a record (the text of the file) as a state. Needs a batch without an opponent.

        An answer that actions cannot make, such as a fault, becomes the action -1.
        """
        return dict(self._server.request("read", text=text, index=index)["state"])

    def close(self) -> None:
        """End the server. It also ends when this object is collected, and when this process does."""
        self._server.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __getstate__(self) -> Dict[str, Any]:
        return {"arguments": self._arguments, "states": [self.state(game) for game in range(self.num_envs)]}

    def __setstate__(self, saved: Dict[str, Any]) -> None:
        self.__init__(**saved["arguments"])  # type: ignore[misc]
        for game, state in enumerate(saved["states"]):
            if state["seed"]:
                self.set_state(state, game)

    def __repr__(self) -> str:
        return f"<gridiron {self.game}, {self.num_envs} games>"


def render(batch: Batch, mode: Optional[str]) -> Optional[str]:
    """Draw game 0; mode is a render_mode of Gymnasium: "ansi" is text, "svg" a picture."""
    if mode == "svg":
        return batch.svg()
    return batch.render() if mode == "ansi" else None


def make(game: str, num_envs: int = 1, **arguments: Any) -> Batch:
    """Make a batch of games, which must be reset before they are stepped.

    game: amazons, pelita, reantics, sarena or tron. num_envs: the number of games.
    opponent: who plays the other seats, such as "champion:nodes=2000" (`GAME bots` lists them); None: all seats are stepped.
    seat: which seat is stepped against an opponent, or "each": game i steps seat i modulo their number. Default: the first.
    restart: "next" begins a new game in the step after the last one, "same" in the last step itself, "off" waits for reset.
    max_steps: a game is cut off after this many steps. illegal: for an illegal action, "rules" gives the referee that action, "replace"
    the sample.
    start, options: settings of the games, as in the flags of `GAME play`. workers: threads of the server.
    record: a folder for records, of the games in record_games. shared=False sends arrays through pipes.
    """
    return Batch(game, num_envs, **arguments)


class Replay:
    """A recorded game as arrays, one row per step: codes, scalars, mask (of the slots), actions [T, K], to_play [T], reward [S]."""

    def __init__(self, game: str, text: str, index: int = 0, **arguments: Any) -> None:
        with Batch(game, 1, restart="off", **arguments) as b:
            state = b.read_record(text, index)
            rows: List[List[np.ndarray]] = [[], [], [], [], []]
            b.set_state({**state, "actions": []})
            actions = np.array(state["actions"], np.int16).reshape(-1, b.slots)
            for row in actions:
                if b.terminated[0]:
                    raise GridironError("the record goes on after the end of the game")
                for list_, array in zip(rows, (b.codes, b.scalars, b.mask, b.to_play)):
                    list_.append(array[0].copy())
                b.step(row)
            self.codes, self.scalars, self.mask, self.to_play = (np.array(list_) for list_ in rows[:4])
            self.actions, self.reward, self.seats = actions, b.reward[0].copy(), b.seats
            self.ended = bool(b.terminated[0])
