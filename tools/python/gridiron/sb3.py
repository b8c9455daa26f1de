"""Many games as one environment of Stable-Baselines3.

    from gridiron.sb3 import VecEnv
    from sb3_contrib import MaskablePPO
    model = MaskablePPO("MultiInputPolicy", VecEnv("tron", 64, observation="planes"))
    model.learn(100_000)

It is a batch, so it is much faster than as many single environments. A single one, `gymnasium.make("gridiron/Tron-v1")`, works as well.
"""

from __future__ import annotations

import time
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Type, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv as _VecEnv

from .gym import Opponent, make_batch, observation_space
from .raw import observe, observe_final

__all__ = ["VecEnv"]

Indices = Union[None, int, Iterable[int]]


class VecEnv(_VecEnv):
    """Games in which one seat is stepped. Arguments are those of gridiron.make; opponent and observation are as in gridiron.gym.

    A game that has ended begins again in the same step. Then its info has "terminal_observation", "TimeLimit.truncated" and
    "episode", the reward and the length of the game, as of a Monitor.
    """

    def __init__(self, game: str, num_envs: int = 1, opponent: Opponent = "usual", *, observation: str = "codes", seat: Optional[str] = None,
                 max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, workers: int = 1,
                 record: Optional[str] = None, record_games: Optional[Sequence[int]] = None, binary: Optional[str] = None,
                 shared: bool = True) -> None:
        self.batch = make_batch(game, num_envs, opponent, observation, restart="same", seat=seat, max_steps=max_steps, illegal=illegal,
                                start=start, options=options, workers=workers, record=record, record_games=record_games, binary=binary,
                                shared=shared)
        self.render_mode: Optional[str] = None
        self._seen = observation
        self._rows = np.arange(num_envs), self.batch.stepped.astype(np.intp)
        self._length, self._began = np.zeros(num_envs, np.intp), time.time()
        super().__init__(num_envs, observation_space(self.batch, observation), spaces.Discrete(self.batch.num_actions))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, [N, actions]."""
        masks: NDArray[np.bool_] = self.batch.mask[:, 0].astype(np.bool_)
        return masks

    def reset(self) -> Any:
        options = self._options[0]
        seeds = [int(self.batch._random.integers(1 << 63)) if s is None else s for s in self._seeds]
        self.batch.reset(seeds, start=options.get("start"), options=options.get("game_options"))
        self._reset_seeds()
        self._reset_options()
        self._length[:] = 0
        return observe(self.batch, (slice(None), 0), self._seen)

    def step_async(self, actions: Any) -> None:
        self._waiting = actions

    def step_wait(self) -> Any:
        b = self.batch.step(self._waiting)
        reward = b.reward[self._rows].astype(np.float32)
        done = (b.terminated | b.truncated).astype(np.bool_)
        infos: List[Dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(b.errors):
            infos[row]["error"] = b.why(int(row))
        self._length += 1
        rows = np.flatnonzero(done)
        if rows.size:
            final = observe_final(b, (rows, 0), self._seen)
            passed = round(time.time() - self._began, 6)
            for at, row in enumerate(rows):
                infos[row]["terminal_observation"] = {key: array[at] for key, array in final.items()}
                infos[row]["TimeLimit.truncated"] = bool(b.truncated[row])
                infos[row]["episode"] = {"r": float(reward[row]), "l": int(self._length[row]), "t": passed}
            self._length[rows] = 0
        return observe(b, (slice(None), 0), self._seen), reward, done, infos

    def close(self) -> None:
        self.batch.close()

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> List[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise NotImplementedError(f"set_attr {attr_name}: the games of a batch have no attributes of their own")

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> List[Any]:
        """Call a method that answers for all games, and return the answers of some; there is action_masks."""
        if method_name != "action_masks":
            raise AttributeError(f"env_method {method_name}: want action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None) -> List[bool]:
        return [False for _ in self._get_indices(indices)]
