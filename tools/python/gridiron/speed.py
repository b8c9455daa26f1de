"""python -m gridiron.speed: steps per second of processor time, Python's and the server's together, and those of other libraries. The games run
in both ways if there is a library."""

from __future__ import annotations

import argparse
import datetime
import math
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import GAMES, find, make
from ._library import NAME


def _ticks(pid: int) -> float:
    """Return the processor time of another process in seconds (Linux)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(step: Callable[[], int], seconds: float, pid: Optional[int] = None) -> float:
    """Return the steps per second of processor time: the best of several parts, because others' work empties caches and slows the
    processor, after a tenth of the time to warm up."""
    def spent() -> float:
        return time.process_time() + (_ticks(pid) if pid else 0.0)

    best, number = 0.0, 20
    parts = 5 if pid else 25  # the time of another process is counted in hundredths of a second
    for part in range(parts + 1):
        share = 1 / parts if part else 0.1
        begin, count, taken = spent(), 0, 0.0
        while taken < share * seconds:
            for _ in range(number):
                count += step()
            before, taken = taken, spent() - begin
            if taken - before < 0.02:  # keep the cost of the clock out of the measurement
                number *= 2
        if part:
            best = max(best, count / taken)
    return best


def ours(game: str, games: int, seconds: float, policy: str = "given") -> float:
    """Return agent steps per second of processor time. policy: "given", legal samples of the server, or "numpy", drawn from the mask."""
    with make(game, games, restart="same") as batch:
        batch.reset(seed=1)
        chance = np.random.default_rng(1)
        noise = chance.random((64, batch.num_actions), np.float32)
        turn = 0

        def given() -> int:
            batch.step(batch.sample)
            return batch.sample.size

        def masked() -> int:
            nonlocal turn
            turn = (turn + 1) % 64
            rows = batch.mask.reshape(-1, batch.num_actions)
            # The first legal action in an order that changes with every step: one multiplication and one search per row.
            batch.step((rows * noise[turn]).argmax(1))
            return len(rows)

        return measure(given if policy == "given" else masked, seconds, batch._server.pid)


def on_one_core(rate: Callable[[], float]) -> float:
    """Return a rate that is measured on one processor, where two processes take turns."""
    if not hasattr(os, "sched_setaffinity"):
        return math.nan
    all_ = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_)})
    try:
        return rate()
    finally:
        os.sched_setaffinity(0, all_)


def waking(seconds: float) -> float:
    """Return how often two processes can wake each other up: no game in another process can be stepped more often."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as echo:
        assert echo.stdin is not None and echo.stdout is not None
        there, back = echo.stdin.fileno(), echo.stdout.fileno()

        def step() -> int:
            os.write(there, b"s")
            os.read(back, 1)
            return 1
        rate = measure(step, seconds, echo.pid)
        echo.stdin.close()
    return rate


def nothing(seconds: float) -> Dict[str, float]:
    """Return the rates of environments that do nothing, behind the same wrappers and with the same policy as ours."""
    import gymnasium
    import pettingzoo
    seen = {"observation": np.zeros((10, 10), np.uint8), "scalars": np.zeros(7, np.int16), "action_mask": np.ones(100, np.int8)}

    class Empty(gymnasium.Env):
        action_space = gymnasium.spaces.Discrete(100)
        observation_space = gymnasium.spaces.Dict({})

        def reset(self, **_: Any) -> Any:
            return seen, {}

        def step(self, action: Any) -> Any:
            return seen, 0.0, False, False, {}

    class EmptyAEC(pettingzoo.AECEnv):
        def reset(self, seed: Any = None, options: Any = None) -> None:
            self.agents = self.possible_agents = ["0", "1"]
            self.terminations = self.truncations = dict.fromkeys(self.agents, False)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.infos: Any = dict.fromkeys(self.agents, {})
            self.agent_selection = "0"

        def observe(self, agent: str) -> Any:
            return seen

        def action_space(self, agent: str) -> Any:
            return Empty.action_space

        def step(self, action: Any) -> None:
            self.agent_selection = "1" if self.agent_selection == "0" else "0"

    gymnasium.register("gridiron/Empty-v0", lambda **_: Empty(), disable_env_checker=True)
    env, aec = gymnasium.make("gridiron/Empty-v0"), EmptyAEC()
    env.reset()
    aec.reset()
    return {"Gymnasium": measure(lambda: len(env.step(0)) // 5, seconds), "AEC": measure(lambda: _play(aec), seconds)}


def gymnasium_rate(game: str, seconds: float) -> float:
    """Return the steps of a Gymnasium environment against random, which plays as often."""
    import gymnasium

    from . import RULES, gym  # noqa: F401 - gym registers the environments
    env: Any = gymnasium.make(f"gridiron/{game.capitalize()}-v{RULES[game]}", opponent="random")
    batch = env.unwrapped.batch
    env.reset(seed=1)

    def step() -> int:
        _, _, over, cut, _ = env.step(int(batch.sample[0, 0]))
        if over or cut:
            env.reset()
        return 1
    rate = measure(step, seconds, batch._server.pid)
    env.close()
    return rate


def aec_rate(game: str, seconds: float) -> float:
    """Return the steps of a PettingZoo environment."""
    from . import pettingzoo
    env = pettingzoo.env(game)
    env.reset(seed=1)
    rate = measure(lambda: _play(env), seconds, env.batch._server.pid)
    env.close()
    return rate


def _play(env: Any) -> int:
    """Make a random legal step in an environment of PettingZoo."""
    observation, _, over, cut, _ = env.last()
    if over or cut:
        env.reset()
        return 0
    env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    return 1


def copies(game: str, seconds: float, count: int = 256) -> Tuple[float, float]:
    """Return microseconds of processor time of a copy in a batch of copies, and of a single copy, of games that have gone on for a while."""
    with make(game, 2 * count, illegal="replace") as batch:
        batch.reset(seed=1)
        for _ in range(20):  # no random game has ended by then but some of Tron's
            batch.step(batch.sample)
        games, to = np.arange(count), np.arange(count, 2 * count)

        def many() -> int:
            batch.clone_games(games, to)
            return count

        def one() -> int:
            batch.clone_game(0, count)
            return 1

        return 1e6 / measure(many, seconds, batch._server.pid), 1e6 / measure(one, seconds, batch._server.pid)


def others(seconds: float) -> Iterator[Tuple[str, Dict[str, float]]]:
    """Yield the limits and the figures of other libraries, if they are installed, by column."""
    if os.name != "nt":
        yield "limit: two processes that only wake each other up", {
            "N=1": waking(seconds), "N=1, on one core": on_one_core(lambda: waking(seconds))}
    try:
        yield "limit: an environment that does nothing", nothing(seconds)
    except ImportError as error:
        print(f"Gymnasium or PettingZoo is not installed ({error})", file=sys.stderr)
    try:
        import pyspiel
        game = pyspiel.load_game("amazons")
        chance = np.random.default_rng(1)
        for name, look in (("OpenSpiel amazons", False), ("OpenSpiel amazons, with observation", True)):
            state = game.new_initial_state()

            def step() -> int:
                nonlocal state
                if state.is_terminal():
                    state = game.new_initial_state()
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                if look:
                    state.observation_tensor(0)
                return 1
            yield f"{name} ({version('open_spiel')})", {"N=1": measure(step, seconds)}
    except ImportError as error:
        print(f"OpenSpiel is not installed ({error})", file=sys.stderr)
    try:
        from pettingzoo.classic import connect_four_v3
        env = connect_four_v3.env()
        env.reset(seed=1)
        yield f"PettingZoo connect_four ({version('pettingzoo')})", {"AEC": measure(lambda: _play(env), seconds)}
    except Exception as error:  # PettingZoo has its own for packages that are missing
        print(f"PettingZoo with its classic games is not installed ({error})", file=sys.stderr)
    try:
        import gymnasium
        cart = gymnasium.make("CartPole-v1")
        cart.reset(seed=1)

        def push() -> int:
            if any(cart.step(1)[2:4]):
                cart.reset()
            return 1
        yield f"Gymnasium CartPole ({version('gymnasium')})", {"Gymnasium": measure(push, seconds)}
    except ImportError as error:
        print(f"Gymnasium is not installed ({error})", file=sys.stderr)
    try:
        import jax
        import pgx
        yield f"pgx connect_four ({version('pgx')}, on the processor)", {
            f"N={n}": _pgx(jax, pgx, n, seconds) for n in (256, 1024)}
    except ImportError as error:
        print(f"pgx is not installed ({error})", file=sys.stderr)


def _pgx(jax: Any, pgx: Any, games: int, seconds: float) -> float:
    """Return the steps of random legal play in pgx, which begins games again as they end."""
    env = pgx.make("connect_four")
    again = pgx.experimental.wrappers.auto_reset(env.step, env.init) if hasattr(pgx.experimental, "wrappers") else None
    step = again or __import__("pgx.experimental", fromlist=["auto_reset"]).auto_reset(env.step, env.init)

    @jax.jit
    def turn(state: Any, key: Any) -> Any:
        key, draw, begin = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return jax.vmap(step)(state, jax.random.categorical(draw, logits), jax.random.split(begin, games)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def play() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(turn(state, key))
        return games
    play()  # compiles
    return measure(play, seconds)


COLUMNS: Dict[str, Callable[[str, float], float]] = {
    "N=1": lambda game, seconds: ours(game, 1, seconds), "N=1, on one core": lambda game, seconds: on_one_core(lambda: ours(game, 1, seconds)),
    "Gymnasium": gymnasium_rate, "AEC": aec_rate,
    "N=256": lambda game, seconds: ours(game, 256, seconds), "N=1024": lambda game, seconds: ours(game, 1024, seconds),
    "N=1024, masked random policy in numpy": lambda game, seconds: ours(game, 1024, seconds, "numpy"),
}


def short(rate: float) -> str:
    """Write a rate with two digits, such as 67 k or 3.9 M."""
    if math.isnan(rate):
        return ""
    number, unit = (rate / 1e6, " M") if rate >= 999_500 else (rate / 1e3, " k")
    return (f"{number:.1f}" if number < 9.95 else f"{number:.0f}") + unit


# What is not measured if there are both ways: a library wakes nobody up, and with many games both take the same time.
LEFT_OUT = {"library": ("N=1, on one core",), "process": tuple(name for name in COLUMNS if name.startswith(("N=256", "N=1024")))}


def table(games: Sequence[str], seconds: float, compared: bool) -> Iterator[str]:
    """Yield the lines of the table as they are measured, for each way in which the games run."""
    yield "| | " + " | ".join(COLUMNS) + " |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    both = os.path.isfile(os.path.join(os.path.dirname(find(GAMES[0])), NAME))
    for game in games:
        for way in ("library", "process") if both else ("process",):
            os.environ["GRIDIRON_ENGINE"] = way
            cells = []
            for name, rate in COLUMNS.items():
                try:
                    cells.append("" if both and name in LEFT_OUT[way] else short(rate(game, seconds)))
                except ImportError as error:
                    print(f"{game}, {name}: {error}", file=sys.stderr)
                    cells.append("")
            yield f"| {game}, {way} | " + " | ".join(cells) + " |"
    if compared:
        for other, rates in others(seconds):
            yield f"| {other} | " + " | ".join(short(rates.get(name, math.nan)) for name in COLUMNS) + " |"


def machine() -> str:
    """Return the date and what this machine is."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            processor = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{datetime.date.today()}, {os.cpu_count()} cores of {processor}, {platform.system()}, Python {platform.python_version()}:"


COMMAND = "python -m gridiron.speed --others --write README.md"


def within(file: str, command: str) -> Tuple[str, List[str], str]:
    """Return a text before a table, its lines, and the text after it. Comments around it say which command writes it."""
    with open(file, encoding="utf-8") as text:
        before, begin, rest = text.read().partition(f"<!-- {command} -->\n")
    lines, end, after = rest.partition("<!-- end -->")
    if not begin or not end:
        raise SystemExit(f"{file}: want the lines <!-- {command} --> and <!-- end -->")
    return before + begin, lines.splitlines(), end + after


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m gridiron.speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.5, help="processor time of each figure")
    parser.add_argument("--games", default=",".join(GAMES), help="games to measure, with commas between them")
    parser.add_argument("--others", action="store_true", help="measure limits and other libraries, too")
    parser.add_argument("--copies", action="store_true", help="measure copies of games instead of steps")
    parser.add_argument("--write", metavar="FILE", help="also write the table into FILE, where its comments are")
    a = parser.parse_args()
    if a.copies:
        print("microseconds of processor time for each copy of a game, Python's and the server's together; step: of one step of one game")
        for game in a.games.split(","):
            many, one = copies(game, a.seconds)
            step = 1e6 / ours(game, 1, a.seconds) * (2 if game == "tron" else 1)  # both seats are stepped at once
            print(f"{game:10} in batches of 256 {many:8.2f}   single {one:8.1f}   step {step:8.1f}   single / step {one / step:.1f}", flush=True)
        return
    before, _, after = within(a.write, COMMAND) if a.write else ("", [], "")
    lines = [machine(), ""]
    print(lines[0] + "\n", flush=True)
    for line in table([g for g in a.games.split(",") if g], a.seconds, a.others):
        print(line, flush=True)
        lines.append(line)
    if a.write:
        with open(a.write, "w", encoding="utf-8") as file:
            file.write(before + "\n".join(lines) + "\n" + after)


if __name__ == "__main__":
    main()
