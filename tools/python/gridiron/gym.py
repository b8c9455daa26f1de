"""Gymnasium environments: one seat is stepped, a bundled bot plays the others.

    import gymnasium, gridiron.gym
    env = gymnasium.make("gridiron/Tron-v1", opponent="rules")
    envs = gymnasium.make_vec("gridiron/Tron-v1", num_envs=256, opponent="rules")

The number after -v is the version of the game's rules. An observation is a dict of copies: "observation" uint8 (codes, see
`env.unwrapped.batch.legend`), "scalars" int16 and "action_mask" int8 (1 for a legal action; when the game is over, for every action).
With observation="planes", the first two are float32 for networks, as Batch.encode makes them. `action_masks()` is the mask as booleans,
as sb3-contrib wants it. The reward of the last step is 1 for a win, -1 for a loss and 0 for a draw; every other reward is 0.

opponent is a player, "usual" (the default: one who teaches a beginner), "league" (drawn from several for each game), a dict of players and
weights, or a function or list of functions from observations of several games to an action for each.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import RULES
from ._selfplay import Policy, SelfPlay
from .raw import RENDER_FPS, RENDER_MODES, Batch, Observation, Screen, observe, observe_final

__all__ = ["GridironEnv", "GridironVectorEnv", "make", "make_vec"]

Opponent = Union[str, Mapping[str, int], Policy, Sequence[Policy]]


def observation_space(batch: Batch, observation: str = "codes") -> spaces.Dict:
    """Return the space of one seat's observation: of codes and scalars, or of planes and numbers."""
    mask = spaces.Box(0, 1, (batch.num_actions,), np.int8)
    if observation == "codes":
        return spaces.Dict({
            "observation": spaces.Box(np.zeros(batch.shape, np.uint8), batch.codes_high, dtype=np.uint8),
            "scalars": spaces.Box(batch.scalars_low, batch.scalars_high, dtype=np.int16), "action_mask": mask,
        })
    return spaces.Dict({
        "observation": spaces.Box(0, 1, batch.encoder.shape, np.float32),
        "scalars": spaces.Box(-1, 1, (len(batch.encoder.number_names),), np.float32), "action_mask": mask,
    })


MASK = np.dtype(np.int8)


class Actions(spaces.Discrete):
    """A Discrete space that draws the same legal actions in a quarter of the time, which is most of the time of a random policy."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if probability is not None or not isinstance(mask, np.ndarray) or mask.dtype != MASK or mask.shape != (self.n,):
            return super().sample(mask) if probability is None else super().sample(mask, probability)
        legal = mask.nonzero()[0]
        return legal[self.np_random.integers(len(legal))] if len(legal) else self.start


def draw(chance: np.random.Generator) -> int:
    """Return chance.integers(0, 1 << 63), of which a Generator of Gymnasium takes a word of its source and drops the lowest bit. Infos
    have it as the seed of a game, and vectors of environments keep those as int64."""
    source = chance.bit_generator
    return int(source.random_raw()) >> 1 if type(source) is np.random.PCG64 else int(chance.integers(0, 1 << 63))


def make_batch(game: str, num_envs: int, opponent: Opponent, observation: str, **arguments: Any) -> Batch:
    """Make a batch in which one seat is stepped."""
    if observation not in ("codes", "planes"):
        raise ValueError(f"observation {observation!r}: want codes or planes")
    if not opponent:
        raise ValueError(f"opponent {opponent!r}: want a player for the other seats; gridiron.pettingzoo and gridiron.make step all seats")
    if isinstance(opponent, (str, Mapping)):
        return Batch(game, num_envs, opponent=opponent, **arguments)
    return SelfPlay(game, num_envs, opponent=[opponent] if callable(opponent) else opponent, observation=observation, **arguments)


class GridironEnv(gymnasium.Env[Observation, Any]):
    """One game. Arguments are those of gridiron.make; opponent and observation are as at the top of this file."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}

    def __init__(self, game: str, opponent: Opponent = "usual", render_mode: Optional[str] = None, *, observation: str = "codes",
                 seat: Optional[str] = None, max_steps: int = 0, illegal: str = "rules", start: str = "",
                 options: Optional[Mapping[str, Any]] = None, record: Optional[str] = None, binary: Optional[str] = None,
                 shared: bool = True) -> None:
        self.batch = make_batch(game, 1, opponent, observation, restart="off", seat=seat, max_steps=max_steps, illegal=illegal, start=start,
                                options=options, record=record, binary=binary, shared=shared)
        self._screen = Screen(self.batch, render_mode)
        self.render_mode, self._seen, self._human = render_mode, observation, render_mode == "human"
        self.observation_space: spaces.Space[Any] = observation_space(self.batch, observation)
        self.action_space: spaces.Space[Any] = Actions(self.batch.num_actions)
        self._seat = int(self.batch.stepped[0])
        self._begun = False

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal."""
        masks: NDArray[np.bool_] = self.batch.mask[0, 0].astype(np.bool_)
        return masks

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        """Begin a game. options may have "start" and "game_options", which are start and options of Batch.reset."""
        if seed is not None:
            super().reset(seed=seed)
        game_seed = draw(self.np_random) if seed is None else seed
        if seed is None and not options:
            self.batch._reset_one(game_seed)
        else:
            options = options or {}
            self.batch.reset([game_seed], start=options.get("start"), options=options.get("game_options"))
        self._begun = True
        if self._human:
            self._screen.changed()
        return self.batch.observe(0, self._seen), {"seed": game_seed}

    def step(self, action: Any) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        if not self._begun:
            raise ResetNeeded("Cannot call env.step() before calling env.reset()")
        b = self.batch
        b.step(action)
        if self._human:
            self._screen.changed()
        info: Dict[str, Any] = {"error": b.why()} if b.errors.item(0) else {}
        return b.observe(0, self._seen), b.reward.item(self._seat), b.terminated.item(0) != 0, b.truncated.item(0) != 0, info

    def render(self) -> Any:
        """Return the position as render_mode says, see raw.Screen."""
        if not self._begun:
            raise ResetNeeded("Cannot call `env.render()` before calling `env.reset()`")
        return self._screen.draw()

    def _repr_svg_(self) -> Optional[str]:
        return self.batch._repr_svg_()

    def close(self) -> None:
        self.batch.close()


# The names of gridiron.make and of Gymnasium for the same thing.
MODES = {"next": AutoresetMode.NEXT_STEP, "same": AutoresetMode.SAME_STEP, "off": AutoresetMode.DISABLED}


class GridironVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """Many games. Arguments are those of gridiron.make; opponent and observation are as at the top of this file.

    restart says when a game that has ended begins again: "next" in the next step, whose action is ignored; "same" in the last step
    itself, and then its infos have "final_obs" and "final_info" of the end; "off" when reset gets options={"reset_mask": booleans}.
    Gymnasium calls them NEXT_STEP, SAME_STEP and DISABLED, and autoreset_mode takes those. A game that was truncated can be bootstrapped
    with what its last step shows, with "same" with its final_obs.
    """

    def __init__(self, game: str, num_envs: int = 1, opponent: Opponent = "usual", render_mode: Optional[str] = None, *,
                 restart: Optional[str] = None, autoreset_mode: Union[AutoresetMode, str, None] = None, observation: str = "codes",
                 seat: Optional[str] = None, max_steps: int = 0, illegal: str = "rules", start: str = "",
                 options: Optional[Mapping[str, Any]] = None, workers: int = 1, record: Optional[str] = None,
                 record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None, shared: bool = True) -> None:
        if autoreset_mode is not None:
            named = {mode: name for name, mode in MODES.items()}[AutoresetMode(autoreset_mode)]
            if restart not in (None, named):
                raise ValueError(f"restart {restart!r} and autoreset_mode {autoreset_mode}: want one of them")
            restart = named
        restart = restart or "next"
        if restart not in MODES:
            raise ValueError(f"restart {restart!r}: want {', '.join(MODES)}")
        self.batch = make_batch(game, num_envs, opponent, observation, restart=restart, seat=seat, max_steps=max_steps, illegal=illegal,
                                start=start, options=options, workers=workers, record=record, record_games=record_games, binary=binary,
                                shared=shared)
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode {render_mode!r}: want rgb_array for many games")
        self.metadata: Dict[str, Any] = {"autoreset_mode": MODES[restart], "render_modes": ["rgb_array"], "render_fps": RENDER_FPS}
        self.num_envs, self.render_mode, self._seen = num_envs, render_mode, observation
        self.single_observation_space = observation_space(self.batch, observation)
        self.single_action_space = Actions(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs), self.batch.stepped.astype(np.intp)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, [N, actions]."""
        masks: NDArray[np.bool_] = self.batch.mask[:, 0].astype(np.bool_)
        return masks

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        """Begin all games, or those of options["reset_mask"]: game i with the seed seed + i, or the i-th element of a sequence."""
        options = options or {}
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seed = [int(seed) + i for i in range(self.num_envs)]
        seed = [None] * self.num_envs if seed is None else seed
        seed = [draw(self.np_random) if s is None else int(s) for s in seed]
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds: want {self.num_envs}, one for each game")
        mask = options.get("reset_mask")
        games = list(range(self.num_envs)) if mask is None else np.flatnonzero(mask).tolist()
        self.batch.reset([seed[g] for g in games], games, start=options.get("start"), options=options.get("game_options"))
        return observe(self.batch, (slice(None), 0), self._seen), {}

    def step(self, actions: Any) -> Tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Dict[str, Any]]:
        b = self.batch.step(actions)
        over, cut = b.terminated.astype(np.bool_), b.truncated.astype(np.bool_)
        ended = over | cut
        if self.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP or not ended.any():
            info = _errors(b.errors)
        else:
            final: NDArray[Any] = np.full(self.num_envs, None, dtype=object)
            rows = np.flatnonzero(ended)
            seen = observe_final(b, (rows, 0), self._seen)
            for at, row in enumerate(rows):
                final[row] = {key: array[at] for key, array in seen.items()}
            info = {"final_obs": final, "_final_obs": ended, "final_info": _errors(b.errors * ended), "_final_info": ended.copy(),
                    **_errors(b.errors * ~ended)}
        reward = b.reward[self._rows].astype(np.float64)
        return observe(b, (slice(None), 0), self._seen), reward, over, cut, info

    def render(self) -> Optional[Tuple[NDArray[np.uint8], ...]]:
        """Return the pixels of every game, with render_mode="rgb_array"."""
        return tuple(self.batch.rgb(game) for game in range(self.num_envs)) if self.render_mode else None

    def close_extras(self, **_: Any) -> None:
        self.batch.close()


def _errors(errors: NDArray[Any]) -> Dict[str, Any]:
    return {"error": errors.copy(), "_error": errors != 0} if errors.any() else {}


def _register() -> None:
    for game, rules in RULES.items():
        name = f"gridiron/{game.capitalize()}-v{rules}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point="gridiron.gym:GridironEnv", vector_entry_point="gridiron.gym:GridironVectorEnv", kwargs={"game": game},
                disable_env_checker=True, order_enforce=False)  # it enforces the order itself


def make(game: str, opponent: Opponent = "usual", render_mode: Optional[str] = None, *, observation: str = "codes", seat: Optional[str] = None,
         max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None,
         record: Optional[str] = None, binary: Optional[str] = None, shared: bool = True) -> GridironEnv:
    """Make one game without wrappers; gymnasium.make wraps it."""
    return GridironEnv(game, opponent, render_mode, observation=observation, seat=seat, max_steps=max_steps, illegal=illegal, start=start,
                       options=options, record=record, binary=binary, shared=shared)


def make_vec(game: str, num_envs: int = 1, opponent: Opponent = "usual", render_mode: Optional[str] = None, *, restart: Optional[str] = None,
             autoreset_mode: Union[AutoresetMode, str, None] = None, observation: str = "codes", seat: Optional[str] = None,
             max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, workers: int = 1,
             record: Optional[str] = None, record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None,
             shared: bool = True) -> GridironVectorEnv:
    """Make many games; gymnasium.make_vec does the same by an id."""
    return GridironVectorEnv(
        game, num_envs, opponent, render_mode, restart=restart, autoreset_mode=autoreset_mode, observation=observation, seat=seat,
        max_steps=max_steps, illegal=illegal, start=start, options=options, workers=workers, record=record, record_games=record_games,
        binary=binary, shared=shared)


_register()
