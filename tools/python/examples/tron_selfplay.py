"""Tron by self-play with numpy alone: a small network looks at each of the six actions, and learns from games against itself.

    python tron_selfplay.py                                    # one minute of processor time, then games against random and rules
    python tron_selfplay.py --seconds 300 --save policy.npz    # longer, and saves the policy
    tron play "exec:python -m gridiron.bot tron tron_selfplay.py" rules       # plays with policy.npz in the folder, or $TRON_POLICY

How it learns: actor and critic, advantages over the next steps (GAE), Adam. The reward of a step is the gain of one's own score over the
enemy's; the last step adds 1 for a win and -1 for a loss.
"""

import argparse
import os
import time
from typing import Dict, Optional, Tuple

import numpy as np

import gridiron

COUNT, HIDDEN = 22, 32  # features of an action, and the width of the hidden layers
EMPTY, AREA, OWN, ENEMY = range(4)
RUN = 8  # number of cells straight ahead that are features
FLOOD = 16  # steps within which cells count as reached
TURNS = np.array([0, 1, 3])  # quarter turns of straight, right and left
DX, DY = np.array([0, 1, 0, -1]), np.array([-1, 0, 1, 0])  # up, right, down, left
BITS = np.array([bin(n).count("1") for n in range(256)], np.uint8)

Weights = Dict[str, np.ndarray]


def territory(open_: np.ndarray, mine: np.ndarray, theirs: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return how many open cells each side reaches first. All are bits of rows, uint64 [..., rows]."""
    def spread(front: np.ndarray, other: np.ndarray) -> np.ndarray:
        grown = front | front << np.uint64(1) | front >> np.uint64(1)
        grown[..., 1:] |= front[..., :-1]
        grown[..., :-1] |= front[..., 1:]
        reached: np.ndarray = front | grown & open_ & ~other
        return reached

    def count(side: np.ndarray) -> np.ndarray:
        cells: np.ndarray = BITS[np.ascontiguousarray(side).view(np.uint8)].sum(-1, dtype=np.int32)
        return cells

    for _ in range(FLOOD):
        mine = spread(mine, theirs)
        theirs = spread(theirs, mine)
    return count(mine), count(theirs)


def features(codes: np.ndarray, scalars: np.ndarray) -> np.ndarray:
    """Return the features of each action, float32 [M, 6, F], from codes [M, rows, columns] and scalars [M, 19] of the environment."""
    m, rows, columns = codes.shape
    s = scalars.astype(np.float32)
    x, y, direction = scalars[:, 2].astype(np.intp), scalars[:, 3].astype(np.intp), scalars[:, 4].astype(np.intp)
    health, cooldown, remaining = s[:, 5], s[:, 6], s[:, 7]
    enemy_x, enemy_y, enemy_direction = scalars[:, 10].astype(np.intp), scalars[:, 11].astype(np.intp), scalars[:, 12].astype(np.intp)
    every = np.arange(m)
    ways = (direction[:, None] + TURNS) % 4  # [M, 3]
    # The cells straight ahead, [M, 3, RUN]; cells outside the board are area walls.
    steps = np.arange(1, RUN + 1)
    ax, ay = x[:, None, None] + DX[ways][..., None] * steps, y[:, None, None] + DY[ways][..., None] * steps
    inside = (ax >= 0) & (ay >= 0) & (ax < columns) & (ay < rows)
    ahead = np.where(inside, codes[every[:, None, None], np.clip(ay, 0, rows - 1), np.clip(ax, 0, columns - 1)], AREA)
    wall = ahead & 3
    clear = np.cumprod(wall == EMPTY, -1).sum(-1) / RUN
    first = wall[..., 0]
    bike = ahead[..., 0] >= 8
    # The enemy usually drives straight on.
    nx, ny = ax[..., 0], ay[..., 0]
    meets = (nx == (enemy_x + DX[enemy_direction])[:, None]) & (ny == (enemy_y + DY[enemy_direction])[:, None])
    # Territory beyond each of the three next cells.
    power = np.uint64(1) << np.arange(columns, dtype=np.uint64)
    open_ = ((codes & 3 == EMPTY) * power).sum(-1, dtype=np.uint64)[:, None, :]  # [M, 1, rows]
    start = np.zeros((m, 3, rows), np.uint64)
    theirs = np.zeros((m, 3, rows), np.uint64)
    safe_x, safe_y = np.clip(nx, 0, columns - 1), np.clip(ny, 0, rows - 1)
    start[every[:, None], np.arange(3), safe_y] = power[safe_x] * (first == EMPTY)
    theirs[every, :, enemy_y] = power[enemy_x][:, None]
    own_room, enemy_room = territory(open_, start, theirs)
    own_room, enemy_room = own_room / 100, enemy_room / 100
    out = np.zeros((m, 2, 3, COUNT), np.float32)
    for breaker in (0, 1):
        on = ((remaining > 1) | bool(breaker))[:, None]
        last = (health <= 1)[:, None]
        for i, column in enumerate((
                first == EMPTY, first == AREA, (first == OWN) & on, (first == OWN) & ~on, (first == OWN) & ~on & last,
                (first == ENEMY) & on, (first == ENEMY) & ~on, (first == ENEMY) & ~on & last, bike, meets, clear,
                own_room, enemy_room, own_room - enemy_room, (wall == ENEMY).sum(-1) / RUN, (wall == ENEMY).sum(-1) / RUN * on,
                (wall == OWN).sum(-1) / RUN, (wall[..., 1] == AREA) & (first != AREA),
                np.full((m, 3), float(breaker)), np.broadcast_to(on, (m, 3)), np.broadcast_to(last, (m, 3)),
                np.broadcast_to((cooldown == 0)[:, None], (m, 3)))):
            out[:, breaker, :, i] = column
    return out.reshape(m, 6, -1)


def fresh(chance: np.random.Generator) -> Weights:
    """Return the weights of an untrained policy."""
    return {
        "w1": (chance.standard_normal((COUNT, HIDDEN)) * 0.3).astype(np.float32), "b1": np.zeros(HIDDEN, np.float32),
        "w2": np.zeros(HIDDEN, np.float32),
        "v1": (chance.standard_normal((6 * COUNT, HIDDEN)) * 0.1).astype(np.float32), "c1": np.zeros(HIDDEN, np.float32),
        "v2": np.zeros(HIDDEN, np.float32),
    }


def policy(w: Weights, seen: np.ndarray, mask: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return probabilities of the actions, [M, 6], and the hidden layer, [M, 6, HIDDEN]."""
    hidden = np.tanh(seen @ w["w1"] + w["b1"])
    score = np.where(mask == 1, hidden @ w["w2"], -1e9)
    chances = np.exp(score - score.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True), hidden


def value(w: Weights, seen: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return the critic's values of positions, [M], and its hidden layer."""
    hidden = np.tanh(seen.reshape(len(seen), -1) @ w["v1"] + w["c1"])
    return hidden @ w["v2"], hidden


class Adam:
    """The Adam optimizer."""

    def __init__(self, w: Weights, rate: float) -> None:
        self.w, self.rate, self.n = w, rate, 0
        self.mean = {k: np.zeros_like(v) for k, v in w.items()}
        self.square = {k: np.zeros_like(v) for k, v in w.items()}

    def ascend(self, gradient: Weights) -> None:
        self.n += 1
        for k, g in gradient.items():
            self.mean[k] += 0.1 * (g - self.mean[k])
            self.square[k] += 0.001 * (g * g - self.square[k])
            mean, square = self.mean[k] / (1 - 0.9 ** self.n), self.square[k] / (1 - 0.999 ** self.n)
            self.w[k] += (self.rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def learn(seconds: float, steps: int, seed: int, games: int = 128, horizon: int = 32) -> Tuple[Weights, int]:
    """Learn for some seconds of processor time or a number of steps, and return the weights and the number of steps played."""
    chance = np.random.default_rng(seed)
    w = fresh(chance)
    rate = 3e-3
    adam = Adam(w, rate)
    discount, trace, curious = 0.98, 0.9, 0.01
    begin, said, played = time.process_time(), 0.0, 0
    with gridiron.make("tron", games) as batch:
        batch.reset(seed=seed)
        rows = 2 * games
        own, enemy = batch.scalar_names.index("score"), batch.scalar_names.index("enemy_score")

        def look() -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
            scalars = batch.scalars.reshape(rows, -1)
            lead = scalars[:, own].astype(np.float32) - scalars[:, enemy]
            return features(batch.codes.reshape(rows, *batch.shape), scalars), batch.mask.reshape(rows, -1).copy(), lead

        seen, mask, lead = look()
        while time.process_time() - begin < seconds and played < steps:
            story = []
            for _ in range(horizon):
                chances, _ = policy(w, seen, mask)
                action = (chances.cumsum(1) > chance.random((rows, 1))).argmax(1)
                live = np.repeat(batch.terminated == 0, 2)  # the others only begin their next game
                batch.step(action)
                after, mask_after, lead_after = look()
                reward = np.where(live, (lead_after - lead) / 20 + batch.reward.reshape(-1), 0)
                story.append((seen, mask, action, live, reward.astype(np.float32), np.repeat(batch.terminated, 2)))
                seen, mask, lead = after, mask_after, lead_after
                played += int(live.sum())
            following, _ = value(w, seen)
            advantage = np.zeros(rows, np.float32)
            advantages, targets = [], []
            for before, _, _, live, reward, over in reversed(story):
                worth, _ = value(w, before)
                advantage = reward + (1 - over) * discount * (following + trace * advantage) - worth
                advantage = np.where(live, advantage, 0)
                advantages.append(advantage)
                targets.append(worth + advantage)
                following = worth
            all_live = np.concatenate([s[3] for s in story])
            inputs, masks, actions = (np.concatenate([s[i] for s in story])[all_live] for i in range(3))
            gains = np.concatenate(advantages[::-1])[all_live]
            goals = np.concatenate(targets[::-1])[all_live]
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            # Steps become shorter towards the end, so that the policy settles down.
            adam.rate = rate * (1 - 0.95 * min(1.0, max((time.process_time() - begin) / seconds, played / steps)))
            for part in np.array_split(chance.permutation(len(gains)), 4):
                adam.ascend(gradient(w, inputs[part], masks[part], actions[part], gains[part], goals[part], curious))
            spent = time.process_time() - begin
            if spent - said >= 10:
                said = spent
                print(f"  {spent:4.0f} s, {played:,} steps: against random {test(w, 'random', 64, 1):.0%}, against rules {test(w, 'rules', 64, 1):.0%}",
                      flush=True)
    return w, played


def gradient(w: Weights, seen: np.ndarray, mask: np.ndarray, action: np.ndarray, gain: np.ndarray, goal: np.ndarray, curious: float) -> Weights:
    """Return the gradient of the objective: probabilities of actions that gained, variety, and the critic's accuracy."""
    n = len(action)
    chances, hidden = policy(w, seen, mask)
    d = -chances * gain[:, None]
    d[np.arange(n), action] += gain
    logs = np.log(chances + 1e-9)
    d -= curious * chances * (logs - (chances * logs).sum(1, keepdims=True))
    d /= n
    back = d[..., None] * w["w2"] * (1 - hidden ** 2)
    worth, inner = value(w, seen)
    e = (goal - worth) / n
    back_v = e[:, None] * w["v2"] * (1 - inner ** 2)
    return {
        "w1": np.tensordot(seen, back, ((0, 1), (0, 1))), "b1": back.sum((0, 1)), "w2": (d[..., None] * hidden).sum((0, 1)),
        "v1": seen.reshape(n, -1).T @ back_v, "c1": back_v.sum(0), "v2": (e[:, None] * inner).sum(0),
    }


def test(w: Weights, opponent: str, games: int, seed: int) -> float:
    """Return the share of points against a bundled bot, seats in turn; a draw is half a point. The best action is played."""
    points = 0.0
    with gridiron.make("tron", games, opponent=opponent, seat="each", restart="off") as batch:
        batch.reset(seed=seed)
        while not batch.terminated.all():
            live = batch.terminated == 0
            chances, _ = policy(w, features(batch.codes[:, 0], batch.scalars[:, 0]), batch.mask[:, 0])
            batch.step(chances.argmax(1))
            points += float((batch.terminated * (1 + batch.reward[np.arange(games), batch.stepped]) * live).sum()) / 2
    return points / games


class agent:
    """The learnt policy as a player: `exec:python -m gridiron.bot tron tron_selfplay.py`."""

    name = "selfplay"

    def __init__(self, path: Optional[str] = None) -> None:
        with np.load(path or os.environ.get("TRON_POLICY", "policy.npz")) as file:
            self.w = {name: file[name] for name in file.files}

    def act(self, observation: Dict[str, np.ndarray]) -> int:
        seen = features(observation["observation"][None], observation["scalars"][None])
        return int(policy(self.w, seen, observation["action_mask"][None])[0].argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of processor time of Python to learn")
    parser.add_argument("--steps", type=int, default=1 << 60, help="learn from at most so many steps")
    parser.add_argument("--test", type=int, default=400, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep the policy")
    a = parser.parse_args()
    w, played = learn(a.seconds, a.steps, a.seed)
    if a.save:
        with open(a.save, "wb") as file:
            np.savez(file, **w)  # type: ignore[arg-type]
    for opponent in ("random", "rules"):
        print(f"tron: after {played:,} steps of self-play {test(w, opponent, a.test, 1_000_000):.1%} of {a.test} games against {opponent}",
              flush=True)


if __name__ == "__main__":
    main()
