"""PPO with legal actions in one file, in the manner of CleanRL, over Gymnasium's vector interface. It needs torch and gymnasium.

    python ppo.py tron --steps 1000000 --save tron.pt          # against the league, then games against random and the usual opponent
    python ppo.py sarena --self-play                           # against earlier versions of itself
    PPO_POLICY=tron.pt tron play "exec:python -m gridiron.bot tron ppo.py" rules
"""

import argparse
import os
import time
from typing import Any, Dict, List, Tuple

import gymnasium
import numpy as np
import torch
from torch import nn

import gridiron
import gridiron.gym

WINDOW = 15  # cells a side of what is seen of Tron's board around the bike
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, EPOCHS, PARTS = 0.99, 0.95, 0.2, 0.01, 0.5, 4, 4

Observation = Dict[str, np.ndarray]


def flatten(seen: Observation) -> np.ndarray:
    """Return one row of numbers for each observation: planes and numbers; in Tron, whose planes are turned, those around the bike."""
    planes = seen["observation"]
    if planes.shape[1:] == (5, 35, 35):
        edge = WINDOW // 2
        at = planes[:, 3].reshape(len(planes), -1).argmax(1)
        wide = np.pad(planes, ((0, 0), (0, 0), (edge, edge), (edge, edge)))
        windows = np.lib.stride_tricks.sliding_window_view(wide, (WINDOW, WINDOW), (2, 3))
        planes = windows[np.arange(len(planes)), :, at // 35, at % 35]
    return np.concatenate([planes.reshape(len(planes), -1), seen["scalars"]], 1, dtype=np.float32)


def first(seen: Observation) -> np.ndarray:
    """The first legal action: what a beginner should beat."""
    return np.asarray(seen["action_mask"].argmax(1))


class Policy(nn.Module):
    """Actor and critic."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()

        def layers(outputs: int, gain: float) -> nn.Sequential:
            last = nn.Linear(128, outputs)
            nn.init.orthogonal_(last.weight, gain)
            return nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), last)
        self.actor, self.critic = layers(actions, 0.01), layers(1, 1.0)

    def forward(self, x: Any, mask: Any) -> Tuple[Any, Any]:
        """Return the distribution of legal actions, and the values. A mask is never all false, so there is no NaN."""
        return torch.distributions.Categorical(logits=self.actor(x).masked_fill(~mask, -1e9)), self.critic(x)[:, 0]

    def player(self) -> Any:
        """Return a function that plays as this policy does now."""
        copy = Policy(self.actor[0].in_features, self.actor[4].out_features)
        copy.load_state_dict(self.state_dict())
        return lambda seen: copy.play(seen, True)

    @torch.no_grad()
    def play(self, seen: Observation, draw: bool) -> np.ndarray:
        """Return an action for each observation: one that is drawn, or the most likely one."""
        chances, _ = self(torch.from_numpy(flatten(seen)), torch.from_numpy(seen["action_mask"] != 0))
        return np.asarray((chances.sample() if draw else chances.logits.argmax(1)).numpy())


def learn(envs: Any, steps: int, seconds: float, length: int, opponents: List[Any]) -> Policy:
    """Learn from so many steps, or for some seconds of processor time. The policy, as it is now and then, is put into opponents, if there
    are any."""
    seen, _ = envs.reset(seed=1)
    n = envs.num_envs
    x, mask = torch.from_numpy(flatten(seen)), torch.from_numpy(seen["action_mask"] != 0)
    policy = Policy(x.shape[1], mask.shape[1])
    adam = torch.optim.Adam(policy.parameters(), lr=1e-3, eps=1e-5)
    begin, update, said, done = time.process_time(), 0, 0.0, 0.0
    results: List[float] = []
    while done < 1:
        adam.param_groups[0]["lr"] = 1e-3 * (1 - done)
        xs, masks = torch.zeros((length, n, x.shape[1])), torch.zeros((length, n, mask.shape[1]), dtype=torch.bool)
        actions, logs, values, rewards, dones = (torch.zeros((length, n)) for _ in range(5))
        for t in range(length):
            with torch.no_grad():
                chances, values[t] = policy(x, mask)
                action = chances.sample()
            xs[t], masks[t], actions[t], logs[t] = x, mask, action, chances.log_prob(action)
            seen, reward, over, cut, _ = envs.step(action.numpy())
            rewards[t], dones[t] = torch.from_numpy(reward), torch.from_numpy((over | cut).astype(np.float32))
            results += reward[over].tolist()
            x, mask = torch.from_numpy(flatten(seen)), torch.from_numpy(seen["action_mask"] != 0)
        with torch.no_grad():
            following, gain = policy(x, mask)[1], torch.zeros(n)
            gains = torch.zeros((length, n))
            for t in reversed(range(length)):
                gain = rewards[t] + GAMMA * (1 - dones[t]) * following - values[t] + GAMMA * LAMBDA * (1 - dones[t]) * gain
                gains[t], following = gain, values[t]
        flat = [a.flatten(0, 1) for a in (xs, masks, actions, logs, gains, gains + values)]
        for _ in range(EPOCHS):
            for part in torch.randperm(n * length).chunk(PARTS):
                px, pm, pa, pl, pg, goal = (a[part] for a in flat)
                chances, value = policy(px, pm)
                ratio = (chances.log_prob(pa) - pl).exp()
                pg = (pg - pg.mean()) / (pg.std() + 1e-8)
                actor = torch.max(-pg * ratio, -pg * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                loss = actor - ENTROPY * chances.entropy().mean() + VALUE * (value - goal).pow(2).mean()
                adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                adam.step()
        update += 1
        spent = time.process_time() - begin
        done = max(update * n * length / steps, spent / seconds)
        if done >= said:
            said += 0.1
            if opponents:  # games that begin from now on draw from these
                opponents[:] = [*opponents, policy.player()][-8:]
            mean = np.mean(results[-500:]) if results else 0.0
            print(f"  {spent:4.0f} s, {update * n * length:,} steps: mean result of the last games {mean:+.2f}", flush=True)
    return policy


def train(game: str, steps: int, seconds: float, games: int = 64, self_play: bool = False) -> Policy:
    """Make the environments and learn in them."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # threads cost more than they bring in networks as small as these
    opponents: List[Any] = [first] if self_play else []
    envs = gymnasium.make_vec(
        f"gridiron/{game.capitalize()}-v{gridiron.RULES[game]}", num_envs=games, opponent=opponents or "league", seat="each",
        restart="same", observation="planes")
    policy = learn(envs, steps, seconds, 64, opponents)
    envs.close()
    return policy


def test(policy: Policy, game: str, opponent: str, games: int) -> float:
    """Return the share of points against a bundled bot, seats in turn."""
    envs = gridiron.gym.make_vec(game, games, opponent, restart="off", seat="each", observation="planes")
    seen, _ = envs.reset(seed=1_000_000)
    points = np.full(games, np.nan)
    while np.isnan(points).any():
        seen, reward, over, _, _ = envs.step(policy.play(seen, False))
        points[over & np.isnan(points)] = (1 + reward[over & np.isnan(points)]) / 2
    envs.close()
    return float(points.mean())


class Agent:
    """A saved policy, for python -m gridiron.bot."""

    observation = "planes"

    def __init__(self) -> None:
        weights = torch.load(os.environ["PPO_POLICY"])
        self.policy = Policy(weights["actor.0.weight"].shape[1], len(weights["actor.4.bias"]))
        self.policy.load_state_dict(weights)

    def act(self, observation: Observation) -> int:
        return int(self.policy.play({name: array[None] for name, array in observation.items()}, False)[0])


agent = Agent if "PPO_POLICY" in os.environ else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=gridiron.GAMES)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of processor time of Python to learn, at most")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--self-play", action="store_true", help="the opponents are the policy as it was, instead of the league")
    parser.add_argument("--test", type=int, default=200, help="games against each of two bundled bots at the end")
    parser.add_argument("--save", metavar="FILE", help="keep the policy")
    a = parser.parse_args()
    policy = train(a.game, a.steps, a.seconds, a.envs, a.self_play)
    if a.save:
        torch.save(policy.state_dict(), a.save)
    for opponent in ("random", "usual"):
        print(f"{a.game}: {test(policy, a.game, opponent, a.test):.1%} of the points against {opponent}", flush=True)


if __name__ == "__main__":
    main()
