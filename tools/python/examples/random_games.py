"""Random games of all kinds: how long they are, and how often the first seat wins."""

import argparse

import numpy as np

import gridiron


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games of each kind")
    wanted = parser.parse_args().games
    options = {"reantics": {"cap": 60}, "pelita": {"rounds": 60}}
    for game in gridiron.GAMES:
        with gridiron.make(game, 64, options=options.get(game)) as batch:
            batch.reset(seed=1)
            steps, ended, won, drawn = 0, 0, 0, 0
            while ended < wanted:
                batch.step(batch.sample)
                over = batch.terminated == 1
                steps += 64
                ended += int(over.sum())
                won += int((batch.reward[:, 0] > 0).sum())
                drawn += int((over & (batch.reward[:, 0] == 0)).sum())
        print(f"{game:9} {ended} games of {steps / ended:.0f} steps: the first seat wins {won / ended:.0%}, {drawn / ended:.0%} draws")


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
