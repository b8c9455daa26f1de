"""Generators of random numbers for seeds."""

from random import Random


def default_rng(seed=None):
    """A generator for a seed; a generator is returned as it is."""
    return seed if isinstance(seed, Random) else Random(seed)
