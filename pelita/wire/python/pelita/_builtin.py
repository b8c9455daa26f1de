"""The layouts that are built in, which version 2.5 has. The program that this package came with knows them all."""

import subprocess

from ._setting import PROGRAM
from .base_utils import default_rng

_COUNTS = {"normal": 1000, "small": 100, "big": 100}


def get_available_layouts(size="normal", dead_ends=False):
    """The names of the layouts of a size (small, normal, big or all), sorted: without dead ends, or those with some."""
    valid = ("small", "normal", "big", "all")
    if size not in valid:
        raise ValueError(f"Invalid layout size ('{size}' given). Valid: {valid}")
    prefix = "dead_ends_" if dead_ends else ""
    sizes = _COUNTS if size == "all" else [size]
    return sorted(f"{prefix}{name}_{i:03d}" for name in sizes for i in range(_COUNTS[name]))


def get_layout_by_name(layout_name):
    """The text of a layout. Raises ValueError for an unknown name."""
    if layout_name not in get_available_layouts("all", dead_ends=layout_name.startswith("dead_ends_")):
        raise ValueError(f"Layout: '{layout_name}' is not known.")
    done = subprocess.run(
        [PROGRAM, "layouts", layout_name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise ValueError(f"{PROGRAM} layouts {layout_name}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def get_random_layout(size="normal", dead_ends=0, rng=None):
    """The name and the text of a layout that is drawn; dead_ends is the share of those with dead ends."""
    rng = default_rng(rng)
    with_dead_ends = bool(dead_ends) and rng.random() < dead_ends
    name = rng.choice(get_available_layouts(size, with_dead_ends))
    return name, get_layout_by_name(name)
