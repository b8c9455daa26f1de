"""A stand-in for networkx: the part that Pelita bots use, for a Python that has no networkx.

It comes with the program pelita of the gridiron project. STAND_IN says that it is one. Where networkx is installed this is networkx.
"""

import os as _os
import sys as _sys


def _load_real():
    """Put an installed networkx in the place of this module. Returns whether there is one."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = _os.path.dirname(_os.path.dirname(_os.path.abspath(__file__)))
    spec = PathFinder.find_spec("networkx", [folder for folder in _sys.path if _os.path.abspath(folder) != here])
    if spec is None or spec.loader is None:
        return False
    real = module_from_spec(spec)
    ours = _sys.modules[__name__]
    _sys.modules[__name__] = real
    try:
        spec.loader.exec_module(real)
    except BaseException:
        _sys.modules[__name__] = ours
        raise
    return True


if __name__ != "networkx" or not _load_real():
    from . import exception
    from ._graph import DiGraph, Graph
    from ._flow import *  # noqa: F403
    from ._make import *  # noqa: F403
    from ._measures import *  # noqa: F403
    from ._paths import *  # noqa: F403
    from ._search import *  # noqa: F403
    from ._views import freeze, is_frozen, restricted_view, reverse_view, subgraph_view
    from .exception import *  # noqa: F403

    STAND_IN = True
    __version__ = "0+stand-in"
    # What is in networkx.algorithms.shortest_paths.generic, and the like, is found there, too: all of these are this module.
    algorithms = _sys.modules[__name__]
    for _path in (
        "algorithms", "algorithms.shortest_paths", "algorithms.shortest_paths.generic", "algorithms.shortest_paths.unweighted",
        "algorithms.shortest_paths.weighted", "algorithms.shortest_paths.astar", "algorithms.shortest_paths.dense",
        "algorithms.components", "algorithms.components.connected", "algorithms.components.biconnected", "algorithms.centrality",
        "algorithms.traversal", "algorithms.traversal.breadth_first_search", "algorithms.traversal.depth_first_search",
        "algorithms.simple_paths", "algorithms.cycles", "algorithms.dag", "algorithms.tree", "algorithms.flow", "algorithms.bipartite",
        "algorithms.connectivity", "algorithms.operators", "classes", "classes.graph", "classes.digraph", "classes.function",
    ):
        _sys.modules[__name__ + "." + _path] = globals()[_path.rpartition(".")[2]] = algorithms

    def __getattr__(name):
        """Report that the stand-in lacks a name."""
        raise AttributeError(
            f"module 'networkx' has no attribute '{name}': this is a stand-in that comes with pelita; `pip install networkx` has more"
        )
