"""Gymnasium environments: one seat is stepped, a bundled bot plays the others.

    import gymnasium, gridiron.gym
    env = gymnasium.make("gridiron/Tron-v1", opponent="rules")
    envs = gymnasium.make_vec("gridiron/Tron-v1", num_envs=256, opponent="rules")

The number after -v is the version of the game's rules. An observation is a dict of copies: "observation" uint8 (codes, see
`env.unwrapped.batch.legend`), "scalars" int16 and "action_mask" int8 (1 for a legal action). The reward of the last step is 1 for a win,
-1 for a loss and 0 for a draw; every other reward is 0.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import RULES
from .raw import Batch, Observation, observe, render

__all__ = ["GridironEnv", "GridironVectorEnv"]


def observation_space(batch: Batch) -> spaces.Dict:
    """Return the space of one seat's observation."""
    return spaces.Dict({
        "observation": spaces.Box(0, 255, batch.shape, np.uint8),
        "scalars": spaces.Box(-32768, 32767, (len(batch.scalar_names),), np.int16),
        "action_mask": spaces.Box(0, 1, (batch.num_actions,), np.int8),
    })


def _batch(game: str, num_envs: int, opponent: str, **arguments: Any) -> Batch:
    if not opponent:
        raise ValueError(f"opponent {opponent!r}: want a player for the other seats; gridiron.pettingzoo and gridiron.make step all seats")
    return Batch(game, num_envs, opponent=opponent, **arguments)


class GridironEnv(gymnasium.Env):
    """One game. Arguments are those of gridiron.make; opponent is "random" unless another is named."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 10}

    def __init__(self, game: str, opponent: str = "random", render_mode: Optional[str] = None, **arguments: Any) -> None:
        self.batch = _batch(game, 1, opponent, restart="off", **arguments)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.batch)
        self.action_space = spaces.Discrete(self.batch.num_actions)
        self._seat = int(self.batch.stepped[0])

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        """Begin a game. options may have "start" and "game_options", which are start and options of Batch.reset."""
        super().reset(seed=seed)
        options = options or {}
        # Its seed is in the infos, which vectors of environments keep as int64.
        game_seed = int(self.np_random.integers(0, 1 << 63)) if seed is None else seed
        self.batch.reset([game_seed], start=options.get("start"), options=options.get("game_options"))
        return observe(self.batch, (0, 0)), {"seed": game_seed}

    def step(self, action: Any) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        b = self.batch
        b.step(action)
        info: Dict[str, Any] = {"error": b.why()} if b.errors[0] else {}
        return observe(b, (0, 0)), float(b.reward[0, self._seat]), bool(b.terminated[0]), bool(b.truncated[0]), info

    def render(self) -> Optional[str]:
        """Return the position as text or as an SVG picture, as render_mode says. It also shows what the seat does not see."""
        return render(self.batch, self.render_mode)

    def _repr_svg_(self) -> Optional[str]:
        return self.batch._repr_svg_()

    def close(self) -> None:
        self.batch.close()


class GridironVectorEnv(VectorEnv):
    """Many games; one that has ended begins again with the next step, whose action is ignored."""

    metadata: Dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, game: str, num_envs: int = 1, opponent: str = "random", render_mode: Optional[str] = None, **arguments: Any) -> None:
        self.batch = _batch(game, num_envs, opponent, restart="next", **arguments)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs), self.batch.stepped.astype(np.intp)

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        """Begin all games: game i with the seed seed + i, or the i-th element of a sequence."""
        options = options or {}
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
        else:
            seed = [None] * self.num_envs if seed is None else seed
            seed = [int(self.np_random.integers(0, 1 << 63)) if s is None else int(s) for s in seed]
        self.batch.reset(seed, start=options.get("start"), options=options.get("game_options"))
        return observe(self.batch, (slice(None), 0)), {}

    def step(self, actions: Any) -> Tuple[Observation, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        b = self.batch.step(actions)
        info: Dict[str, Any] = {}
        if b.errors.any():
            info = {"error": b.errors.copy(), "_error": b.errors != 0}
        reward = b.reward[self._rows].astype(np.float64)
        return observe(b, (slice(None), 0)), reward, b.terminated.astype(np.bool_), b.truncated.astype(np.bool_), info

    def close_extras(self, **_: Any) -> None:
        self.batch.close()


def _register() -> None:
    for game, rules in RULES.items():
        name = f"gridiron/{game.capitalize()}-v{rules}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point="gridiron.gym:GridironEnv", vector_entry_point="gridiron.gym:GridironVectorEnv", kwargs={"game": game},
                disable_env_checker=True, order_enforce=True)


_register()
