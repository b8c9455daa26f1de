"""Compares the stand-in for networkx with networkx itself: check_networkx.py FOLDER SEEDS. The stand-in is in FOLDER."""

import importlib.util
import random
import sys
from types import GeneratorType

import networkx as real

folder = sys.argv[1] + "/networkx"
spec = importlib.util.spec_from_file_location("ours", folder + "/__init__.py", submodule_search_locations=[folder])
ours = sys.modules["ours"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ours)
assert ours.STAND_IN
checked = set()
sets_sorted = False


def plain(value):
    """A value that can be compared: ordered values keep their order, sets become lists in their order."""
    if isinstance(value, (real.Graph, ours.Graph)):
        return type(value).__name__, plain(dict(value.nodes(data=True))), [plain(edge) for edge in value.edges(data=True)]
    if isinstance(value, dict) or hasattr(value, "items"):
        return [(plain(k), plain(v)) for k, v in value.items()]
    if isinstance(value, (set, frozenset)) and len(value) > 1 and sets_sorted:
        return sorted(map(plain, value), key=repr)
    if isinstance(value, (list, tuple, set, GeneratorType)) or hasattr(value, "__iter__") and not isinstance(value, str):
        return [plain(v) for v in value]
    return value


def difference(want, got):
    """The first parts that differ."""
    if isinstance(want, (list, tuple)) and isinstance(got, (list, tuple)) and len(want) == len(got):
        return next((difference(*pair) for pair in zip(want, got) if pair[0] != pair[1]), (want, got))
    return want, got


def rounded(value):
    return round(value, 9) if isinstance(value, float) else tuple(map(rounded, value)) if isinstance(value, (list, tuple)) else value


def outcome(function, *args, **kwargs):
    try:
        return plain(function(*args, **kwargs))
    except Exception as e:
        return [cls.__name__ for cls in type(e).__mro__]


def same(name, *args, loose=False, **kwargs):
    """Check that both libraries return the same, or fail in the same way; loose: in any order."""
    global sets_sorted
    sets_sorted, found = loose, []
    for library, graph in ((real, theirs), (ours, mine)):
        value = outcome(getattr(library, name), graph, *args, **kwargs)
        found.append(sorted(map(rounded, value), key=repr) if loose and isinstance(value, list) else value)
    checked.add(name)
    sets_sorted = False
    assert found[0] == found[1], (name, args, kwargs, *difference(*found))


def both(change):
    change(theirs, real)
    change(mine, ours)


def paths(a, b):
    for name in ("shortest_path", "shortest_path_length"):
        for options in ({}, {"weight": "weight"}, {"weight": "weight", "method": "bellman-ford"}, {"weight": lambda u, v, d: d["weight"] * 2}):
            same(name, a, b, loose="method" in options, **options)
        same(name, a, weight="weight")
        same(name, target=b)
    same("shortest_path", b, (99, 99))
    same("shortest_path", (99, 99), b)
    for name in (
        "has_path", "dijkstra_path", "dijkstra_path_length", "bidirectional_dijkstra", "bellman_ford_path_length", "astar_path",
        "astar_path_length", "all_shortest_paths", "single_source_dijkstra",
    ):
        same(name, a, b)
    same("all_shortest_paths", a, b, weight="weight")
    same("astar_path", a, b, heuristic=lambda u, v: abs(u[0] - v[0]) + abs(u[1] - v[1]))
    same("single_source_shortest_path_length", a, cutoff=3)
    same("single_source_shortest_path", a, cutoff=3)
    same("single_target_shortest_path", a)
    same("single_target_shortest_path_length", a)
    same("single_source_dijkstra", a, cutoff=6)
    same("multi_source_dijkstra", [a, b])
    same("multi_source_dijkstra_path_length", {a, b})
    same("predecessor", a)
    same("all_simple_paths", a, b, cutoff=6)
    same("all_simple_edge_paths", a, [b, a], cutoff=5)
    same("is_simple_path", [a, b])
    same("voronoi_cells", [a, b], loose=True)


def searches(a):
    for name in ("bfs_edges", "bfs_tree", "bfs_predecessors", "bfs_successors", "bfs_layers", "descendants"):
        same(name, a)
    for name in ("dfs_edges", "dfs_tree", "dfs_predecessors", "dfs_successors", "dfs_preorder_nodes", "dfs_postorder_nodes", "dfs_labeled_edges"):
        same(name, a)
        same(name)
        same(name, a, depth_limit=3)
    same("bfs_edges", a, depth_limit=2, sort_neighbors=sorted)
    same("bfs_edges", a, reverse=True)
    same("ancestors", a)
    same("descendants_at_distance", a, 3)
    same("ego_graph", a, 2)
    same("ego_graph", a, 4, center=False, distance="weight", undirected=True)
    same("neighbors", a)
    same("all_neighbors", a)
    same("non_neighbors", a, loose=True)
    same("degree", a)
    same("degree", a, weight="weight")
    same("node_connected_component", a)


def whole(rng):
    for name in (
        "connected_components", "is_connected", "number_connected_components", "biconnected_components", "is_biconnected",
        "biconnected_component_edges", "articulation_points", "bridges", "has_bridges", "cycle_basis", "betweenness_centrality",
        "edge_betweenness_centrality", "closeness_centrality", "harmonic_centrality", "degree_centrality", "eccentricity", "center", "diameter",
        "radius", "periphery", "density", "triangles", "clustering", "average_shortest_path_length", "minimum_spanning_tree",
        "maximum_spanning_tree", "is_tree", "is_forest", "isolates", "number_of_isolates", "degree_histogram", "complement", "is_empty",
        "selfloop_edges", "to_dict_of_lists", "to_edgelist", "strongly_connected_components", "weakly_connected_components",
        "is_directed_acyclic_graph", "topological_sort", "nodes", "edges", "number_of_nodes", "number_of_edges", "is_directed",
        "convert_node_labels_to_integers", "create_empty_copy", "reverse_view",
    ):
        loose = name in ("strongly_connected_components", "weakly_connected_components", "harmonic_centrality", "complement")
        if name != "clustering" or not theirs.is_directed():
            same(name, loose=loose)
    same("betweenness_centrality", weight="weight", normalized=False, endpoints=True)
    same("betweenness_centrality", k=5, seed=7)
    same("closeness_centrality", distance="weight")
    same("eccentricity", weight="weight")
    if not real.is_frozen(theirs):  # there networkx fails
        same("to_dict_of_dicts")
    same("get_edge_attributes", "weight")
    same("get_node_attributes", "weight")
    same("relabel_nodes", {cells[0]: "first"})
    assert outcome(real.shortest_path_length, theirs) == outcome(ours.shortest_path_length, mine)
    assert outcome(real.shortest_path, theirs) == outcome(ours.shortest_path, mine)
    for name in ("pagerank", "eigenvector_centrality"):
        try:
            want = getattr(real, name)(theirs) if name != "pagerank" else real.algorithms.link_analysis.pagerank_alg._pagerank_python(theirs)
        except real.NetworkXException as e:
            assert outcome(getattr(ours, name), mine)[0] == type(e).__name__
            continue
        got = getattr(ours, name)(mine)
        assert list(want) == list(got) and all(abs(want[n] - got[n]) < 1e-9 for n in want), name


def views(rng):
    """Check graphs that are made of a graph, and whether they can be changed."""
    part = rng.sample(cells, rng.randrange(3, len(cells)))
    hidden = rng.sample(cells, 3), rng.sample(list(theirs.edges), 2) if len(theirs.edges) > 1 else []
    made = []
    for library, graph in ((real, theirs), (ours, mine)):
        found = [
            graph.subgraph(part), graph.copy(), graph.copy(as_view=True), graph.to_directed(), graph.to_undirected(),
            library.restricted_view(graph, *hidden), library.subgraph_view(graph, filter_node=lambda n: n[0] > 2),
            library.compose(graph.subgraph(part).copy(), graph), library.Graph(graph), library.DiGraph(graph),
            library.Graph(library.to_dict_of_lists(graph)), library.Graph(list(graph.edges)), graph.edge_subgraph(list(graph.edges)[::2]).copy(),
        ]
        made.append([[plain(g), outcome(g.add_node, "new"), outcome(g.remove_nodes_from, part[:1]), library.is_frozen(g)] for g in found])
    for i, (want, got) in enumerate(zip(*made)):
        if i == 12:
            want, got = sorted(map(repr, want)), sorted(map(repr, got))
        assert want == got, (i, *difference(want, got))


def changes(rng):
    """Check that graphs stay equal after equal changes."""
    for _ in range(30):
        a, b = rng.choice(cells), rng.choice(cells)
        found = []
        kind = rng.randrange(9)
        for library, graph in ((real, theirs), (ours, mine)):
            found.append([
                outcome(change, graph, library) for i, change in enumerate((
                    lambda g, nx: g.remove_node(a), lambda g, nx: g.add_edge(a, b, weight=3), lambda g, nx: g.remove_edge(a, b),
                    lambda g, nx: g.add_weighted_edges_from([(a, b, 2)]), lambda g, nx: g.add_nodes_from([a, (b, {"colour": 1})]),
                    lambda g, nx: g.remove_edges_from([(a, b), (b, a)]), lambda g, nx: nx.set_edge_attributes(g, 5, "weight"),
                    lambda g, nx: nx.add_path(g, [a, b, cells[0]], weight=1), lambda g, nx: g.update(edges=[(a, b)], nodes=[a]),
                )) if i == kind
            ])
        assert found[0] == found[1], (kind, *difference(*found))
        looked = []
        for graph in (theirs, mine):
            looked.append([
                plain(graph), outcome(list, graph.edges([a, b], data="weight")), outcome(lambda: graph.edges[a, b]), outcome(lambda: graph[a][b]),
                outcome(lambda: dict(graph[a])), (a, b) in graph.edges, graph.has_edge(a, b), len(graph.edges), dict(graph.degree),
                outcome(lambda: graph.degree[a]), outcome(lambda: graph.degree([a, b])), graph.number_of_edges(), graph.size(), str(graph),
                sorted(graph.nodes - {a}), sorted(graph.nodes & {a, b}), graph.get_edge_data(a, b), list(graph.nodes(data="colour")),
                outcome(lambda: graph.edges(a)), a in graph, [] in graph, outcome(lambda: graph[a].__setitem__(b, {})), list(graph.nbunch_iter([a])),
            ])
        assert looked[0] == looked[1], (kind, *difference(*looked))


def made():
    for name, *args in (
        ("grid_2d_graph", 3, 4), ("grid_2d_graph", 3, 4, True), ("grid_2d_graph", range(2), 3, (False, True)), ("grid_graph", (2, 3, 4)),
        ("grid_graph", (3, 4), True), ("path_graph", 4), ("cycle_graph", 4), ("star_graph", 4), ("complete_graph", 4), ("empty_graph", 3),
    ):
        assert outcome(getattr(real, name), *args) == outcome(getattr(ours, name), *args), name
        checked.add(name)
    graphs = [(nx.path_graph(3), nx.cycle_graph(3)) for nx in (real, ours)]
    for name in ("disjoint_union", "compose", "union", "difference", "intersection"):
        assert outcome(getattr(real, name), *graphs[0]) == outcome(getattr(ours, name), *graphs[1]), name
    for name in dir(real):
        one = getattr(real, name)
        if isinstance(one, type) and one.__module__ == "networkx.exception":
            assert [c.__name__ for c in one.__mro__] == [c.__name__ for c in getattr(ours, name).__mro__], name
            assert getattr(ours.exception, name) is getattr(ours, name)


def parted(a, b):
    """Check that cuts have the same sizes. The cuts may differ, because there may be several."""
    for name in ("node_connectivity", "edge_connectivity"):
        same(name)
        same(name, a, b)
    for name in ("minimum_node_cut", "minimum_edge_cut"):
        for pair in ((), (a, b)):
            found = [outcome(getattr(library, name), graph, *pair) for library, graph in ((real, theirs), (ours, mine))]
            assert len(found[0]) == len(found[1]), (name, pair, found)
        checked.add(name)


for seed in range(int(sys.argv[2])):
    rng = random.Random(seed)
    cells = [(x, y) for x in range(9) for y in range(7) if rng.random() < 0.7]
    directed = seed % 3 == 2
    theirs, mine = (real.DiGraph(), ours.DiGraph()) if directed else (real.Graph(), ours.Graph())
    for graph in (theirs, mine):
        for x, y in cells:
            graph.add_node((x, y))
            for near in ((x - 1, y), (x, y - 1)):
                if near in cells:
                    graph.add_edge((x, y), near, weight=1 + (x * 7 + y * 3) % 5)
                    if directed and (x + y) % 3:
                        graph.add_edge(near, (x, y), weight=2)
    for _ in range(8):
        paths(rng.choice(cells), rng.choice(cells))
    searches(rng.choice(cells))
    whole(rng)
    if not directed:
        biggest = max(real.connected_components(theirs), key=len)
        theirs, mine = theirs.subgraph(biggest), mine.subgraph(biggest)
        whole(rng)
        parted(*rng.sample(list(theirs), 2))
        theirs, mine = theirs.copy(), mine.copy()
    cells = list(theirs)
    views(rng)
    changes(rng)
made()
print("networkx", real.__version__, "functions:", len(checked))
