"""PettingZoo environments: all seats are stepped.

    env = gridiron.pettingzoo.env("amazons")             # AEC
    env = gridiron.pettingzoo.parallel_env("tron")

Agents are the seats of the game. An observation is a dict as in gridiron.gym. A seat that is not to play sees its last observation, with
no legal action; in the parallel environment its action is ignored, so every action is legal there, and its info has "to_play": False.
When the game is over, every action is legal for every seat.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from .gym import Actions, observation_space
from .raw import RENDER_FPS, RENDER_MODES, Batch, Observation, Screen

__all__ = ["GridironAEC", "GridironParallel", "env", "parallel_env"]


class _Table:
    """A game whose seats are all stepped, and the last observation of each seat."""

    def __init__(self, game: str, observation: str, waiting: int, cycles: int, **arguments: Any) -> None:
        if observation not in ("codes", "planes"):
            raise ValueError(f"observation {observation!r}: want codes or planes")
        if cycles and arguments["max_steps"]:
            raise ValueError("max_cycles and max_steps: want one of them")
        b = Batch(game, 1, restart="off", **arguments)
        if cycles:
            b.close()
            each = 1 if waiting or b.slots > 1 else len(b.seats)  # steps of a cycle, in which each seat acts as often as the others
            b = Batch(game, 1, restart="off", **{**arguments, "max_steps": cycles * each})
        self.batch = b
        self._observation, self._waiting = observation, waiting  # the latter is the mask of a seat that is not to play
        self.agents: List[str] = list(b.seats)
        self.observation_spaces = {a: observation_space(b, observation) for a in self.agents}
        self.action_spaces: Dict[str, spaces.Discrete] = {a: Actions(b.num_actions) for a in self.agents}
        self._random = np.random.PCG64()
        self._past: Dict[str, bytes] = {}  # what seats saw when they were asked last; b"": they were not yet
        self._turns = [self.agents] if b.slots > 1 else [[a] for a in self.agents]  # by the seat of slot 0
        self.asked: List[str] = []  # the seats that are to play, by slot

    def reset(self, seed: Optional[int], options: Optional[Dict[str, Any]]) -> None:
        if seed is not None:
            self._random = np.random.PCG64(seed)
        game_seed = int(self._random.random_raw()) if seed is None else seed
        if seed is None and not options:
            self.batch._reset_one(game_seed)
        else:
            options = options or {}
            self.batch.reset([game_seed], start=options.get("start"), options=options.get("game_options"))
        self._past = dict.fromkeys(self.agents, b"")
        self._look()

    def _look(self) -> None:
        self.asked = self._turns[0 if self.batch.slots > 1 else self.batch.to_play.item(0)]

    def observe(self, agent: str) -> Observation:
        """Return what a seat sees, or what it saw when it was asked last; zeros if it was not yet."""
        b, asked = self.batch, self.asked
        if agent in asked:
            return b.observe(asked.index(agent), self._observation)
        past = self._past[agent]
        if past:
            seen = b._recall(past, 0, self._observation)
        else:
            seen = {key: np.zeros_like(array) for key, array in b.observe(0, self._observation).items()}
        seen["action_mask"].fill(1 if b.terminated.item(0) else self._waiting)
        return seen

    def step(self, given: List[int]) -> List[str]:
        """Step the game with the actions of the seats that are to play, and return who chose what is not legal, if anybody did."""
        b, asked, before = self.batch, self.asked, self.batch._shown.tobytes()
        if len(given) == 1:
            b.step(given[0])
            self._past[asked[0]] = before
        else:
            b.step(np.array([given], np.int16) if max(map(abs, given)) < 1 << 15 else given)
        self._look()
        if not b.errors.item(0):
            return []
        masks = [b._recall(before, slot)["action_mask"] for slot in range(len(asked))]
        return [a for a, action, mask in zip(asked, given, masks) if not (0 <= action < len(mask) and mask[action])]

    def rewards(self) -> Dict[str, float]:
        return dict(zip(self.agents, self.batch.reward[0].tolist()))


class GridironAEC(AECEnv):
    """Seats act one after the other; in a game where they act at the same time, no seat sees the others' actions."""

    def __init__(self, game: str, render_mode: Optional[str] = None, *, observation: str = "codes", max_cycles: int = 0,
                 max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None,
                 record: Optional[str] = None, binary: Optional[str] = None, shared: bool = True) -> None:
        super().__init__()
        self._table = _Table(game, observation, 0, max_cycles, max_steps=max_steps, illegal=illegal, start=start, options=options,
                             record=record, binary=binary, shared=shared)
        self.metadata = {"name": f"gridiron_{game}", "render_modes": RENDER_MODES, "render_fps": RENDER_FPS,
                         "is_parallelizable": self._table.batch.slots > 1}
        self.render_mode, self._screen, self._human = render_mode, Screen(self.batch, render_mode), render_mode == "human"
        self.possible_agents = list(self._table.agents)
        self.observation_spaces, self.action_spaces = self._table.observation_spaces, self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def batch(self) -> Batch:
        """The game's `Batch`, with state, notation and rendering."""
        return self._table.batch

    # The order of calls is checked here, with the errors of PettingZoo's wrapper, which would take more time than a step.

    def __getattr__(self, name: str) -> Any:  # only of what is not there
        if name in ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"):
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        if "agents" not in self.__dict__:
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._table.reset(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards: Dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: Dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {a: {} for a in self.agents}
        self._given: List[int] = []  # actions of seats that are to play
        self.agent_selection = self._table.asked[0]
        self._screen.changed()

    def observe(self, agent: str) -> Observation:
        """Return a seat's current or last observation."""
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        return self._table.observe(agent)

    def step(self, action: Any) -> None:
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._given.append(int(action))
        table, b = self._table, self._table.batch
        if len(self._given) < len(table.asked):
            self.agent_selection = table.asked[len(self._given)]
            return
        given, self._given = self._given, []
        wrong = table.step(given)
        self.infos = {}
        for a in self.agents:
            self.infos[a] = {}
        if b.errors.item(0):
            for a in wrong or self.agents:
                self.infos[a] = {"error": b.why()}
        if b.terminated.item(0) or b.truncated.item(0):  # before that, no seat has a reward
            self.rewards = table.rewards()
            self.terminations = dict.fromkeys(self.agents, bool(b.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, bool(b.truncated[0]))
            self._accumulate_rewards()
        self.agent_selection = table.asked[0]
        if self._human:
            self._screen.changed()

    def render(self) -> Any:
        if "agents" not in self.__dict__:
            EnvLogger.error_render_before_reset()
        return self._screen.draw()

    def close(self) -> None:
        self.batch.close()


class GridironParallel(ParallelEnv):
    """All seats act in every step; in a game where they act in turn, only the action of the seat to play counts."""

    def __init__(self, game: str, render_mode: Optional[str] = None, *, observation: str = "codes", max_cycles: int = 0,
                 max_steps: int = 0, illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None,
                 record: Optional[str] = None, binary: Optional[str] = None, shared: bool = True) -> None:
        self._table = _Table(game, observation, 1, max_cycles, max_steps=max_steps, illegal=illegal, start=start, options=options,
                             record=record, binary=binary, shared=shared)
        self.metadata = {"name": f"gridiron_{game}", "render_modes": RENDER_MODES, "render_fps": RENDER_FPS}
        self.render_mode, self._screen = render_mode, Screen(self.batch, render_mode)
        self.possible_agents = list(self._table.agents)
        self.agents: List[str] = []
        self.observation_spaces, self.action_spaces = self._table.observation_spaces, self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def batch(self) -> Batch:
        """The game's `Batch`, with state, notation and rendering."""
        return self._table.batch

    def _seen(self) -> Dict[str, Observation]:
        return {a: self._table.observe(a) for a in self.possible_agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
        self._table.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._screen.changed()
        return self._seen(), self._infos(self.agents)

    def _infos(self, agents: List[str]) -> Dict[str, Dict[str, Any]]:
        return {a: {"to_play": a in self._table.asked} for a in agents}

    def step(self, actions: Dict[str, Any]) -> Any:
        if not self._table.asked:
            EnvLogger.error_step_before_reset()
        self._table.step([int(actions[a]) for a in self._table.asked])
        self._screen.changed()
        b, agents = self._table.batch, self.agents
        over, cut = bool(b.terminated[0]), bool(b.truncated[0])
        infos = self._infos(agents)
        if b.errors[0]:
            for info in infos.values():
                info["error"] = b.why()
        if over or cut:
            self.agents = []
        return self._seen(), self._table.rewards(), dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> Any:
        return self._screen.draw()

    def close(self) -> None:
        self.batch.close()


def env(game: str, render_mode: Optional[str] = None, *, observation: str = "codes", max_cycles: int = 0, max_steps: int = 0,
        illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, record: Optional[str] = None,
        binary: Optional[str] = None, shared: bool = True) -> GridironAEC:
    """Make an AEC environment. Arguments are those of gridiron.make, observation is as in gridiron.gym. max_cycles, PettingZoo's limit, is
    the number of actions of each seat."""
    return GridironAEC(game, render_mode, observation=observation, max_cycles=max_cycles, max_steps=max_steps, illegal=illegal,
                       start=start, options=options, record=record, binary=binary, shared=shared)


def parallel_env(game: str, render_mode: Optional[str] = None, *, observation: str = "codes", max_cycles: int = 0, max_steps: int = 0,
                 illegal: str = "rules", start: str = "", options: Optional[Mapping[str, Any]] = None, record: Optional[str] = None,
                 binary: Optional[str] = None, shared: bool = True) -> GridironParallel:
    """Make a parallel environment. Arguments are those of gridiron.make, observation is as in gridiron.gym. max_cycles,
    PettingZoo's limit, is the number of steps."""
    return GridironParallel(game, render_mode, observation=observation, max_cycles=max_cycles, max_steps=max_steps, illegal=illegal,
                            start=start, options=options, record=record, binary=binary, shared=shared)
