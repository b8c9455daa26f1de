"""Holds the stand-in for networkx against networkx itself: check_networkx.py FALLBACK."""

import importlib.util
import random
import sys

import networkx as real

spec = importlib.util.spec_from_file_location("ours", sys.argv[1] + "/networkx/__init__.py")
ours = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ours)


def same(name, *args, listed=False, **kwargs):
    """Both return the same, or fail alike."""
    outcomes = []
    for library, graph in ((real, theirs), (ours, mine)):
        try:
            value = getattr(library, name)(graph, *args, **kwargs)
            outcomes.append(sorted(map(sorted, value)) if listed else value if isinstance(value, (list, bool)) else plain(value))
        except Exception as e:
            outcomes.append(type(e).__name__)
    assert outcomes[0] == outcomes[1], (name, args, outcomes)


def plain(value):
    return value if isinstance(value, (int, float)) else dict(value)


for seed in range(40):
    rng = random.Random(seed)
    cells = [(x, y) for x in range(9) for y in range(7) if rng.random() < 0.7]
    theirs, mine = real.Graph(), ours.Graph()
    for graph in (theirs, mine):
        for x, y in cells:
            graph.add_node((x, y))
            for near in ((x - 1, y), (x, y - 1)):
                if near in cells:
                    graph.add_edge((x, y), near, weight=1 + (x * 7 + y * 3) % 5)
    assert list(theirs) == list(mine) and list(theirs.edges) == list(mine.edges)
    assert [list(theirs.neighbors(c)) for c in cells] == [list(mine.neighbors(c)) for c in cells]
    assert dict(theirs.degree) == dict(mine.degree) and theirs.number_of_edges() == mine.number_of_edges()
    for _ in range(20):
        a, b = rng.choice(cells), rng.choice(cells)
        same("shortest_path", a, b)
        same("shortest_path_length", a, b)
        same("has_path", a, b)
        same("dijkstra_path_length", a, b)
        same("shortest_path", a)
        same("shortest_path_length", a, listed=False)
        same("single_source_shortest_path_length", a, cutoff=3)
        same("all_shortest_paths", a, b, listed=True)
        same("shortest_path", a, (99, 99))
    same("connected_components", listed=True)
    same("is_connected")
    part = rng.sample(cells, 20)
    theirs, mine = real.Graph(theirs.subgraph(part)), mine.subgraph(part)
    assert set(theirs) == set(mine) and set(map(frozenset, theirs.edges)) == set(map(frozenset, mine.edges))
    theirs.remove_node(part[0])
    mine.remove_node(part[0])
    same("connected_components", listed=True)
print("networkx", real.__version__)
