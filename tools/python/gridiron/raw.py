"""The raw interface: arrays of many games, without copies."""

from __future__ import annotations

import base64
import operator
import sys
import time
import webbrowser
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._planes import Encoder
from ._server import GridironError, serve

__all__ = ["Batch", "Observation", "Replay", "make", "observe"]

Seed = Union[int, Sequence[int], None]
Opponent = Union[str, Mapping[str, int], None]
Observation = Dict[str, NDArray[Any]]


def observe(batch: Batch, at: Any, seen: str = "codes") -> Observation:
    """Copy the observation at an index of the arrays [N, K], in the form that Gymnasium, PettingZoo and gridiron.bot use. seen: "codes", or
    "planes" for what Batch.encode returns."""
    return _observation(batch, batch.codes[at], batch.scalars[at], batch.mask[at], seen)


def observe_final(batch: Batch, at: Any, seen: str = "codes") -> Observation:
    """The same of the last game that has ended, with restart="same"."""
    return _observation(batch, batch.final_codes[at], batch.final_scalars[at], batch.final_mask[at], seen)


def _observation(batch: Batch, codes: NDArray[np.uint8], scalars: NDArray[np.int16], mask: NDArray[np.uint8], seen: str) -> Observation:
    if seen == "codes":
        return {"observation": codes.copy(), "scalars": scalars.copy(), "action_mask": mask.astype(np.int8)}
    e = batch.encoder
    return {"observation": e.planes(codes, scalars), "scalars": e.numbers(scalars), "action_mask": mask.astype(np.int8)}


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Batch:
    """Many games of one kind that are stepped together.

    N is the number of games, S that of seats. A slot is a seat that is stepped: K is 1 if seats answer in turn or one of them is stepped
    against an opponent, and S if all of them answer at the same time (Tron).

    Arrays are shared with the server: **the next step overwrites them**, so copy what you keep.

    ==========  =======  =================  ==========================================================
    codes       uint8    [N, K, *shape]     what the seat sees; `legend` says what the codes mean, `meaning` what an action does
    scalars     int16    [N, K, n]          numbers beside the codes; `scalar_names` names them
    mask        uint8    [N, K, A]          1 for each legal action; when a game is over, 1 for every action, so that a policy that
                                            divides by the chances of legal actions never divides by 0
    reward      float32  [N, S]             1 for the winner and -1 for the others in the last step of a game
    terminated  uint8    [N]                1 when a game has ended by its rules
    truncated   uint8    [N]                1 when it was cut off by max_steps
    to_play     uint8    [N]                the seat of slot 0
    sample      int16    [N, K]             a legal action, each equally likely; -1 if the slot has none while the game goes on
    errors      uint8    [N]                0, or what went wrong in the last step: 1 an illegal action, 2 the opponent failed,
                                            3 the record is incomplete, 4 the next game could not be set up. `why(game)` says it in words
    ==========  =======  =================  ==========================================================

    With restart="same", final_codes, final_scalars, final_mask and final_to_play show the end of the last game that has ended, which
    the other arrays do not show any more: a game that was truncated can be bootstrapped with them.
    """

    final_codes: NDArray[np.uint8]
    final_scalars: NDArray[np.int16]
    final_mask: NDArray[np.uint8]
    final_to_play: NDArray[np.uint8]

    def __init__(self, game: str, num_envs: int = 1, *, opponent: Opponent = None, seat: Optional[str] = None, restart: str = "next",
                 max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, workers: int = 1,
                 record: Optional[str] = None, record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None,
                 shared: bool = True) -> None:
        self._arguments: Dict[str, Any] = dict(
            game=game, num_envs=num_envs, opponent=opponent, seat=seat, restart=restart, max_steps=max_steps, illegal=illegal, start=start,
            options=dict(options or {}), workers=workers, record=record, record_games=record_games, binary=binary, shared=shared)
        flags = ["--games", str(num_envs), "--restart", restart, "--max-steps", str(max_steps), "--illegal", illegal, "--workers", str(workers)]
        if isinstance(opponent, str):
            opponent = {opponent: 1} if opponent else {}
        elif opponent is not None and not isinstance(opponent, Mapping):
            raise TypeError(f"opponent {opponent!r}: want the name of a player, or a dict of names and weights")
        for name in opponent or {}:
            flags.append(f"--opponent={name}")
        if opponent:
            flags.append("--opponent-weights=" + ",".join(map(str, opponent.values())))
        for name, value in (("seat", seat), ("start", start), ("record", record)):
            if value:
                flags.append(f"--{name}={value}")
        if record_games is not None:
            flags.append("--record-games=" + ",".join(map(str, record_games)))
        for name, value in self._arguments["options"].items():
            flags.append(f"--{name}={_word(value)}")
        self._server = s = serve(game, flags, binary=binary, shared=shared)
        self.spec = s.spec
        self.game: str = game
        self.rules: str = s.spec["rules"]
        self.seats: List[str] = s.spec["seats"]
        self.num_envs: int = s.spec["games"]
        self.slots: int = s.spec["slots"]
        self.num_actions: int = s.spec["shape"]["actions"]
        self.shape: Tuple[int, ...] = tuple(s.spec["shape"]["codes"])
        self.scalar_names: List[str] = [n["name"] for n in s.spec["shape"]["scalars"]]
        self.legend: str = s.spec["shape"]["legend"]
        self.opponents: Dict[str, int] = {r["player"]: r["weight"] for r in s.spec["rivals"] or []}
        self.stepped: NDArray[np.int16] = np.array(s.spec["stepped"], np.int16)
        self.codes, self.scalars, self.mask, self.sample = s.codes, s.scalars, s.mask, s.sample
        self.reward, self.terminated, self.truncated, self.to_play, self.errors = s.reward, s.terminated, s.truncated, s.to_play, s.errors
        if restart == "same":
            self.final_codes, self.final_scalars, self.final_mask = s.final_codes, s.final_scalars, s.final_mask
            self.final_to_play = s.final_to_play
        self._look()
        self._shown = s.window("codes", "mask")  # what all slots see
        self._actions = s.actions
        self._flat = s.actions.reshape(-1)
        self._given: Any = None  # the actions of the last step, if int16 has no room for them
        self._begun, self._ready = np.zeros(self.num_envs, np.bool_), False
        self._only: Optional[memoryview] = None  # the action, if there is one in a step and all games have begun
        self._random = np.random.default_rng()

    def _look(self) -> None:
        """Keep the parts of the arrays that show game 0, by slot: to index them takes longer than to copy them."""
        self._first = list(zip(self.codes[0], self.scalars[0], self.mask[0].view(np.int8)))

    def _recall(self, past: bytes, slot: int = 0, seen: str = "codes") -> Observation:
        """Return what observe returned when _shown.tobytes() was this."""
        def view(array: NDArray[Any]) -> NDArray[Any]:
            at = array.ctypes.data - self.codes.ctypes.data
            seen: NDArray[Any] = np.frombuffer(past, array.dtype, array.size, at).reshape(array.shape)[0, slot]
            return seen
        return _observation(self, view(self.codes), view(self.scalars), view(self.mask), seen)

    def observe(self, slot: int = 0, seen: str = "codes") -> Observation:
        """Return a copy of what a slot of game 0 sees: the dict that Gymnasium, PettingZoo and gridiron.bot use."""
        codes, scalars, mask = self._first[slot]
        if seen == "codes":
            return {"observation": codes.copy(), "scalars": scalars.copy(), "action_mask": mask.copy()}
        return _observation(self, codes, scalars, mask, seen)

    @property
    def encoder(self) -> Encoder:
        """Makes the arrays of `encode`; its plane_names and number_names name them, its shape is that of the planes."""
        made: Optional[Encoder] = self.__dict__.get("_encoder")
        if made is None:
            made = self._encoder = Encoder(self.spec["shape"])
        return made

    def encode(self) -> Tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what the slots see for networks: planes [N, K, P, rows, columns] within 0 and 1, each of one kind of thing, and numbers
        [N, K, n] within -1 and 1. Both are copies. `encoder` has their names, and `spec["shape"]` says what each of them means.

        In Tron the planes are a square that is turned so that the seat's bike looks up, as its actions are turned, too.
        """
        return self.encoder.planes(self.codes, self.scalars), self.encoder.numbers(self.scalars)

    def describe(self) -> str:
        """Return as Markdown what the seats see and do: every plane, number, scalar and action."""
        shape, e = self.spec["shape"], self.encoder
        named = {n["name"]: n for n in shape["scalars"]}

        def number(name: str) -> str:
            if name in named:
                n = named[name]
                unit = n.get("unit") or max(abs(n["low"]), abs(n["high"]), 1)
                return f"{n['what']}; divided by {unit}" if unit > 1 else str(n["what"])
            name, value = name.rsplit("_", 1)
            turned = f", counted from `{shape['turned']}`" if named[name].get("kind") == "course" else ""
            return f"1 if `{name}` is {value}{turned}"

        def actions(m: Mapping[str, Any]) -> str:
            if m["from"] == m["to"]:
                return str(m["from"])
            return f"{m['from']} to {m['to']}" if m["step"] == 1 else f"{m['from']}, {m['from'] + m['step']} to {m['to']}"

        lines = [f"# {self.game.capitalize()}: what agents see and do", "", f"`{self.game}` has {self.num_actions} actions:", "",
                 "| action | |", "|---|---|"]
        lines += [f"| {actions(m)} | {m['what']} |" for m in shape["meanings"]]
        lines += ["", f"Codes are uint8 {list(self.shape)}, at most {', '.join(map(str, shape['largest']))}: {self.legend}.", "",
                  "Scalars are int16:", "", "| scalar | from | to | |", "|---|---|---|---|"]
        lines += [f"| `{n['name']}` | {n['low']} | {n['high']} | {n['what']} |" for n in shape["scalars"]]
        size = " x ".join(map(str, e.shape[1:]))
        turned = ", turned so that the seat looks up" if shape.get("turned") else ""
        lines += ["", f"Planes for networks are float32, {size}{turned}:", "", "| plane | 1 for |", "|---|---|"]
        lines += [f"| `{p['name']}` | {p['what']} |" for p in shape["planes"]]
        lines += ["", "The numbers beside them, within -1 and 1:", "", "| number | |", "|---|---|"]
        lines += [f"| `{name}` | {number(name)} |" for name in e.number_names]
        lines += ["", f"`opponent=\"usual\"` is `{self.spec['usual']}`; `\"league\"` draws from " +
                  ", ".join(f"`{r['player']}` ({r['weight']})" for r in self.spec["league"]) + ".", ""]
        return "\n".join(lines)

    def meaning(self, action: int) -> str:
        """Return in words what an action means."""
        action = operator.index(action)
        for m in self.spec["shape"]["meanings"]:
            if action in range(m["from"], m["to"] + 1, m["step"]):
                return str(m["what"])
        raise IndexError(f"action {action}: want 0 to {self.num_actions - 1}")

    @property
    def codes_high(self) -> NDArray[np.uint8]:
        """The largest codes, of the shape of one seat's codes."""
        largest = np.array(self.spec["shape"]["largest"], np.uint8)
        return np.broadcast_to(largest.reshape((-1,) + (1,) * (len(self.shape) - 1)) if largest.size > 1 else largest, self.shape).copy()

    @property
    def scalars_low(self) -> NDArray[np.int16]:
        """The lowest value of each scalar."""
        return np.array([n["low"] for n in self.spec["shape"]["scalars"]], np.int16)

    @property
    def scalars_high(self) -> NDArray[np.int16]:
        """The highest value of each scalar."""
        return np.array([n["high"] for n in self.spec["shape"]["scalars"]], np.int16)

    def reset(self, seed: Seed = None, games: Optional[Sequence[int]] = None, *, start: Optional[str] = None,
              options: Optional[Mapping[str, Any]] = None) -> "Batch":
        """Begin new games: all of them, or those with these numbers.

        Game i gets the seed `seed + i`, or the i-th element of a sequence; None draws the seeds. `GAME play --seed` plays the same game
        with the same seed. start and options replace those of make for these games; an option that is not
        named has its default then, not the value of make.
        """
        chosen = list(range(self.num_envs)) if games is None else [int(g) for g in games]
        seeds = self._seeds(seed, chosen)
        more: Dict[str, Any] = {} if start is None else {"start": start}
        if options is not None:
            more["options"] = {k: _word(v) for k, v in options.items()}
        self._server.reset(chosen, seeds, **more)
        self._begin(chosen)
        return self

    def _reset_one(self, seed: int) -> None:
        """Begin game 0 with a seed from 0 to 2**64-1, as reset does; where only that is wanted, in less time."""
        self._server.reset_one(0, seed)
        self._begin(0)

    def _seeds(self, seed: Seed, games: List[int]) -> List[int]:
        if seed is None:
            return [int(n) for n in self._random.integers(0, 1 << 64, len(games), np.uint64)]
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + g for g in games]
        return [int(n) for n in seed]

    def _begin(self, games: Any) -> None:
        if not self._ready:
            self._begun[games] = True
            self._ready = bool(self._begun.all())
            if self._ready and self._flat.size == 1:
                self._only = self._flat.data

    def _missing(self) -> GridironError:
        return GridironError(f"game {int(self._begun.argmin())} was never reset: call reset before step")

    def _put(self, into: NDArray[np.int16], actions: NDArray[Any]) -> None:
        """Write actions of other types. One for which int16 has no room is not legal: -1 stands for it, and it is kept for `why`."""
        if actions.dtype.kind not in "iub":
            raise ValueError(f"actions of type {actions.dtype}: want integers")
        actions = actions.reshape(into.shape)
        into[...] = actions
        wide = into != actions
        if wide.any():
            into[wide] = -1
            self._given = actions

    def step(self, actions: Any, *, only: Optional[NDArray[np.bool_]] = None) -> "Batch":
        """Step all games, or only those where `only` [N] is true; the others stay as they are. actions: integers [N, K], or [N] where K
        is 1. The arrays then show the games after the step."""
        self._given = None
        if self._only is not None and only is None:  # the usual path of one game, kept short
            try:
                self._only[0] = actions
            except (TypeError, ValueError):
                pass  # no integer, or one for which int16 has no room
            else:
                self._server.step()
                return self
        if isinstance(actions, np.ndarray) and actions.shape == self._actions.shape and actions.dtype == np.int16:
            self._actions[...] = actions
        else:
            actions = np.asarray(actions)
            if actions.size != self._flat.size:
                raise ValueError(f"actions of shape {actions.shape}: want {self._actions.shape}")
            self._put(self._actions, actions)
        if not self._ready and (only is None or not self._begun[only].all()):
            raise self._missing()
        if only is None:
            self._server.step()
            return self
        self._server.hold[:] = ~np.asarray(only, np.bool_)
        try:
            self._server.step()
        finally:
            self._server.hold[:] = 0
        return self

    def step_game(self, game: int, actions: Any) -> "Batch":
        """Step one game and leave the others unchanged. actions: an integer for each slot; where K is 1, the integer alone."""
        game, actions = operator.index(game), np.asarray(actions)
        if not 0 <= game < self.num_envs:
            raise IndexError(f"game {game}: want 0 to {self.num_envs - 1}")
        if actions.size != self.slots:
            raise ValueError(f"actions of shape {actions.shape}: want {self._actions.shape[1:]}")
        if not self._begun[game]:
            raise GridironError(f"game {game} was never reset: call reset before step_game")
        self._given = None
        self._put(self._actions[game], actions)
        if self._given is not None:
            self._given = np.broadcast_to(self._given, self._actions.shape)
        self._server.step_range(game, game + 1)
        return self

    def legal_sample(self) -> NDArray[np.int16]:
        """Return a legal action for each slot, int16 [N, K], each equally likely: a copy of `sample`."""
        return self.sample.copy()

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """The legal actions as booleans [N, K, A], without a copy."""
        legal: NDArray[np.bool_] = self.mask.view(np.bool_)
        return legal

    def legal_actions(self, game: int = 0, slot: int = 0) -> NDArray[np.intp]:
        """Return the legal actions of a slot, ascending."""
        legal: NDArray[np.intp] = np.flatnonzero(self.mask[game, slot])
        return legal

    def planes(self, count: int) -> NDArray[np.uint8]:
        """Return a plane for each of the first `count` codes, uint8 [N, K, count, *shape], 1 where a cell has that code."""
        codes = np.arange(count, dtype=np.uint8).reshape((count,) + (1,) * len(self.shape))
        planes: NDArray[np.uint8] = (self.codes[:, :, None] == codes).view(np.uint8)
        return planes

    def named(self, name: str) -> NDArray[np.int16]:
        """Return a scalar by its name, int16 [N, K], without a copy."""
        return self.scalars[:, :, self.scalar_names.index(name)]

    def state(self, game: int = 0) -> Dict[str, Any]:
        """Return a game as its setup and the actions since then: a value for json."""
        return dict(self._server.request("state", game=game)["state"])

    def set_state(self, state: Mapping[str, Any], game: int = 0) -> "Batch":
        """Replace a game by one that state() returned. Its actions are played again, and an opponent thinks again."""
        self._server.request("restore", game=game, state=dict(state))
        self._begin(game)
        return self

    def clone_game(self, game: int, to: int) -> "Batch":
        """Replace another game of this batch by a copy of this game."""
        game, to = operator.index(game), operator.index(to)
        if not (0 <= game < self.num_envs and 0 <= to < self.num_envs and self._begun[game]):
            return self.clone_games([game], [to])  # says what is wrong
        self._server.clone_one(game, to)
        self._begin(to)
        return self

    def clone_games(self, games: Any, to: Any) -> "Batch":
        """Replace games by copies of others as they are before the call: game to[i] becomes a copy of games[i].

        Against an opponent and in records, the actions of a copy are played again; otherwise its cost does not depend on the length of
        the game.
        """
        games, to = np.asarray(games, np.intp).reshape(-1), np.asarray(to, np.intp).reshape(-1)
        if len(games) != len(to):
            raise ValueError(f"{len(games)} games and {len(to)} copies: want as many of both")
        for game in games.tolist() + to.tolist():
            if not 0 <= game < self.num_envs:
                raise IndexError(f"game {game}: want 0 to {self.num_envs - 1}")
        if np.bincount(to, minlength=1).max() > 1:
            raise ValueError(f"game {int(np.bincount(to).argmax())} cannot become a copy of two games")
        if not self._begun[games].all():
            raise GridironError(f"game {int(games[self._begun[games].argmin()])} was never reset: call reset before clone_games")
        self._server.clone(games, to)
        self._begin(to)
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

    def rgb(self, game: int = 0, *, dark: bool = False, width: int = 0) -> NDArray[np.uint8]:
        """Return the pixels of the picture, uint8 [height, width, 3]."""
        reply = self._server.request("rgb", game=game, dark=dark, width=width)
        pixels = np.frombuffer(base64.b64decode(reply["pixels"]), np.uint8)
        return pixels.reshape(reply["height"], reply["width"], 3)

    def watch(self, game: int = 0) -> str:
        """Show a game as it is now on a page, and return the address of that page, which only this machine reaches. The page has the
        positions of all calls since the game began."""
        return str(self._server.request("watch", game=game)["text"])

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
        if self._given is not None and self.errors[game] == 1:
            for action, kept in zip(self._given[game].tolist(), self._actions[game].tolist()):
                if action != kept:
                    return f"action {action} is not legal: want 0 to {self.num_actions - 1}"
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


RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
RENDER_FPS = 10


class Screen:
    """Draws game 0 of a batch as a render_mode of Gymnasium says. It also shows what seats do not see.

    "ansi" is text, "svg" a picture, "rgb_array" the picture's pixels, uint8 [height, width, 3]. "human" is a page in the browser, which
    every reset and step brings up to date, at most RENDER_FPS times a second; the page can go back to earlier positions.
    """

    def __init__(self, batch: Batch, mode: Optional[str]) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode {mode!r}: want {', '.join(RENDER_MODES)}")
        self._batch, self.mode = batch, mode
        self._next = 0.0
        self._open = False

    def draw(self) -> Any:
        """Return what render returns."""
        b = self._batch
        if self.mode == "ansi":
            return b.render()
        if self.mode == "svg":
            return b.svg()
        if self.mode == "rgb_array":
            return b.rgb()
        if self.mode == "human":
            self._show()
        return None

    def changed(self) -> None:
        """Show what reset or step have changed."""
        if self.mode == "human":
            self._show()

    def _show(self) -> None:
        address = self._batch.watch()
        if not self._open:
            self._open = True
            if not webbrowser.open(address):
                print(f"open {address} to watch", file=sys.stderr)
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / RENDER_FPS


def make(game: str, num_envs: int = 1, *, opponent: Opponent = None, seat: Optional[str] = None, restart: str = "next", max_steps: int = 0,
         illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, workers: int = 1, record: Optional[str] = None,
         record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None, shared: bool = True) -> Batch:
    """Make a batch of games, which must be reset before they are stepped.

    game: amazons, pelita, reantics, sarena or tron. num_envs: the number of games.
    opponent: who plays the other seats: a player such as "champion:nodes=2000" (`GAME bots` lists them), "usual" (one who teaches a
    beginner), "league" (drawn from several for each game), or a dict of players and their weights; None: all seats are stepped.
    seat: which seat is stepped against an opponent, or "each": game i steps seat i modulo their number. Default: the first.
    restart: "next" begins a new game in the step after the last one, "same" in the last step itself, "off" waits for reset.
    max_steps: a game is cut off after this many steps. illegal: for an illegal action, "rules" gives the referee that action, "replace"
    the sample.
    start, options: settings of the games, as in the flags of `GAME play`. workers: threads of the server.
    record: a folder for records, of the games in record_games. binary: the program of the game. shared=False sends arrays through
    pipes. Both mean a process; otherwise the games run in this process if there is a library (GRIDIRON_ENGINE=process or library chooses).
    """
    return Batch(game, num_envs, opponent=opponent, seat=seat, restart=restart, max_steps=max_steps, illegal=illegal, start=start,
                 options=options, workers=workers, record=record, record_games=record_games, binary=binary, shared=shared)


class Replay:
    """A recorded game as arrays, one row per step: codes, scalars, mask (of the slots), actions [T, K], to_play [T], reward [S]."""

    def __init__(self, game: str, text: str, index: int = 0, **arguments: Any) -> None:
        with Batch(game, 1, restart="off", **arguments) as b:
            state = b.read_record(text, index)
            rows: List[List[Any]] = [[], [], [], []]
            b.set_state({**state, "actions": []})
            actions = np.array(state["actions"], np.int16).reshape(-1, b.slots)
            for row in actions:
                if b.terminated[0]:
                    raise GridironError("the record goes on after the end of the game")
                shown: List[NDArray[Any]] = [b.codes, b.scalars, b.mask, b.to_play]
                for list_, array in zip(rows, shown):
                    list_.append(array[0].copy())
                b.step(row)
            self.codes, self.scalars, self.mask, self.to_play = (np.array(list_) for list_ in rows)
            self.actions, self.reward, self.seats = actions, b.reward[0].copy(), b.seats
            self.ended = bool(b.terminated[0])
