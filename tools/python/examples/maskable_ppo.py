"""MaskablePPO of sb3-contrib learns Tron or Sarena against a league, or against earlier versions of itself, and then plays.

    python maskable_ppo.py tron --steps 300000 --save tron.zip
    python maskable_ppo.py sarena --self-play --save sarena.zip
    PPO_MODEL=tron.zip tron play "exec:python -m gridiron.bot tron maskable_ppo.py" rules

It needs stable-baselines3 and sb3-contrib.
"""

import argparse
import io
import os
from typing import Any, List

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import gridiron
from gridiron.raw import Observation
from gridiron.sb3 import VecEnv


class Window(BaseFeaturesExtractor):
    """What Tron's bike has around it, and the numbers: the whole board is six times as large, and learnt as much slower."""

    size, bike = 15, 3  # cells a side; the plane of one's own bike

    def __init__(self, space: Any) -> None:
        planes = space["observation"].shape[0]
        super().__init__(space, planes * self.size**2 + space["scalars"].shape[0])

    def forward(self, seen: Any) -> Any:
        planes, edge = seen["observation"], self.size // 2
        at = planes[:, self.bike].flatten(1).argmax(1)
        row, column = at // planes.shape[3], at % planes.shape[3]
        windows = torch.nn.functional.pad(planes, (edge, edge, edge, edge)).unfold(2, self.size, 1).unfold(3, self.size, 1)
        return torch.cat([windows[torch.arange(len(at)), :, row, column].flatten(1), seen["scalars"]], 1)


class Agent:
    """A saved model, for python -m gridiron.bot."""

    observation = "planes"

    def __init__(self) -> None:
        self.model = MaskablePPO.load(os.environ["PPO_MODEL"], device="cpu")

    def act(self, observation: Observation) -> Any:
        return self.model.predict(observation, action_masks=observation["action_mask"] != 0, deterministic=True)[0]


agent = Agent if "PPO_MODEL" in os.environ else None


def policy(model: MaskablePPO) -> Any:
    """Return a player of other seats that does what a model does now."""
    saved = io.BytesIO()
    model.save(saved)
    saved.seek(0)
    old = MaskablePPO.load(saved, device="cpu")

    def play(observation: Observation) -> Any:
        return old.predict(observation, action_masks=observation["action_mask"] != 0)[0]
    return play


def first(observation: Observation) -> Any:
    """The first legal action: what a beginner should beat."""
    return observation["action_mask"].argmax(1)


def score(model: MaskablePPO, game: str, opponent: str, games: int) -> float:
    """Return the share of points that a model gets, in the seats in turn."""
    env = VecEnv(game, games, opponent, observation="planes", seat="each")
    env.seed(10_000)
    seen, points = env.reset(), np.full(games, np.nan)
    while np.isnan(points).any():
        actions = model.predict(seen, action_masks=env.action_masks(), deterministic=True)[0]
        seen, reward, done, _ = env.step(actions)
        ended = done & np.isnan(points)
        points[ended] = (1 + reward[ended]) / 2
    env.close()
    return float(points.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("tron", "sarena"))
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--self-play", action="store_true", help="the opponents are the model as it was, instead of the league")
    parser.add_argument("--test", type=int, default=100, help="games against each of two bundled bots at the end")
    parser.add_argument("--save", default="")
    a = parser.parse_args()
    opponents: List[Any] = [first]
    env = VecEnv(a.game, a.envs, opponents if a.self_play else "league", observation="planes", seat="each")
    env.seed(1)
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=64, batch_size=512, n_epochs=4, learning_rate=1e-3, ent_coef=0.01, seed=1, device="cpu",
        policy_kwargs={"features_extractor_class": Window} if a.game == "tron" else None)
    parts = 10
    for part in range(parts):
        model.learn(max(1, a.steps // parts), reset_num_timesteps=part == 0)
        if a.self_play:  # games that begin from now on draw from these
            opponents[:] = [*opponents, policy(model)][-8:]
        lengths = [e["r"] for e in model.ep_info_buffer or []]
        print(f"{model.num_timesteps} steps: mean reward of the last games {np.mean(lengths) if lengths else 0:+.2f}", flush=True)
    for opponent in ("random", "usual"):
        print(f"{a.game}: {score(model, a.game, opponent, a.test):.1%} of the points against {opponent}")
    if a.save:
        model.save(a.save)
    env.close()


if __name__ == "__main__":
    main()
