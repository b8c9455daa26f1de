"""Making graphs: of a given shape, of other graphs, trees; and paths without repetition."""

from itertools import combinations, islice

from ._graph import Graph
from ._paths import shortest_path, single_source_dijkstra_path_length, single_source_shortest_path_length
from ._search import connected_components, is_connected
from .exception import NetworkXError, NetworkXNotImplemented, NetworkXPointlessConcept, NodeNotFound


def _empty(create_using):
    if create_using is None:
        return Graph()
    if isinstance(create_using, type):
        return create_using()
    create_using.clear()
    return create_using


def _nodes(n):
    return range(n) if isinstance(n, int) else list(n)


def empty_graph(n=0, create_using=None):
    graph = _empty(create_using)
    graph.add_nodes_from(_nodes(n))
    return graph


null_graph = empty_graph


def add_path(G_to_add_to, nodes_for_path, **attr):
    nodes = list(nodes_for_path)
    G_to_add_to.add_nodes_from(nodes[:1])
    G_to_add_to.add_edges_from(zip(nodes, nodes[1:]), **attr)


def add_cycle(G_to_add_to, nodes_for_cycle, **attr):
    nodes = list(nodes_for_cycle)
    G_to_add_to.add_nodes_from(nodes[:1])
    G_to_add_to.add_edges_from(zip(nodes, nodes[1:] + nodes[:1]), **attr)


def add_star(G_to_add_to, nodes_for_star, **attr):
    nodes = list(nodes_for_star)
    G_to_add_to.add_nodes_from(nodes[:1])
    G_to_add_to.add_edges_from(((nodes[0], node) for node in nodes[1:]), **attr)


def path_graph(n, create_using=None):
    graph = empty_graph(n, create_using)
    add_path(graph, _nodes(n))
    return graph


def cycle_graph(n, create_using=None):
    graph = empty_graph(n, create_using)
    add_cycle(graph, _nodes(n))
    return graph


def star_graph(n, create_using=None):
    graph = empty_graph(n + 1 if isinstance(n, int) else n, create_using)
    add_star(graph, list(graph))
    return graph


def complete_graph(n, create_using=None):
    graph = empty_graph(n, create_using)
    graph.add_edges_from(combinations(_nodes(n), 2))
    if graph.is_directed():
        graph.add_edges_from([(v, u) for u, v in graph.edges])
    return graph


def grid_2d_graph(m, n, periodic=False, create_using=None):
    """The nodes (i, j) of a grid, each joined with those beside it; periodic: also over the ends (of rows, of columns)."""
    graph = empty_graph(0, create_using)
    rows, columns = list(_nodes(m)), list(_nodes(n))
    graph.add_nodes_from((i, j) for i in rows for j in columns)
    graph.add_edges_from(((i, j), (before, j)) for before, i in zip(rows, rows[1:]) for j in columns)
    graph.add_edges_from(((i, j), (i, before)) for i in rows for before, j in zip(columns, columns[1:]))
    over_rows, over_columns = periodic if isinstance(periodic, (tuple, list)) else (periodic, periodic)
    if over_rows and len(rows) > 2:
        graph.add_edges_from(((rows[0], j), (rows[-1], j)) for j in columns)
    if over_columns and len(columns) > 2:
        graph.add_edges_from(((i, columns[0]), (i, columns[-1])) for i in rows)
    if graph.is_directed():
        graph.add_edges_from([(v, u) for u, v in graph.edges])
    return graph


def grid_graph(dim, periodic=False):
    """A grid of several dimensions: dim is the sizes, the last one first in the nodes."""
    if not dim:
        return empty_graph(0)
    over = list(periodic) if isinstance(periodic, (tuple, list)) else [periodic] * len(dim)
    graph = None
    for size, closed in zip(dim, over):
        line = (cycle_graph if closed else path_graph)(size)
        graph = line if graph is None else _product(line, graph)
    return graph


def _product(line, grid):
    def joined(i, node):
        return (i, *node) if isinstance(node, tuple) else (i, node)

    graph = Graph()
    graph.add_nodes_from(joined(i, node) for i in line for node in grid)
    graph.add_edges_from((joined(i, node), joined(j, node)) for i, j in line.edges for node in grid)
    graph.add_edges_from((joined(i, u), joined(i, v)) for i in line for u, v in grid.edges)
    return graph


def ego_graph(G, n, radius=1, center=True, undirected=False, distance=None):
    """A node and those within the radius."""
    whole = G.to_undirected() if undirected else G
    if distance is None:
        lengths = single_source_shortest_path_length(whole, n, cutoff=radius)
    else:
        lengths = single_source_dijkstra_path_length(whole, n, cutoff=radius, weight=distance)
    part = G.subgraph(lengths).copy()
    if not center:
        part.remove_node(n)
    return part


# Of others.


def compose_all(graphs):
    """The nodes and edges of all graphs; later attributes count."""
    made = None
    for graph in graphs:
        if made is None:
            made = type(graph)()
        made.graph.update(graph.graph)
        made.add_nodes_from(graph.nodes(data=True))
        made.add_edges_from(graph.edges(data=True))
    if made is None:
        raise ValueError("cannot apply compose_all to an empty list")
    return made


def compose(G, H):
    """The nodes and edges of both graphs; the attributes of the second count."""
    return compose_all([G, H])


def union(G, H, rename=()):
    """The nodes and edges of both graphs, which have no node in common; rename: prefixes of the names."""
    def renamed(graph, prefix):
        return graph if prefix is None else relabel_nodes(graph, lambda node: f"{prefix}{node}")

    G, H = (renamed(graph, prefix) for graph, prefix in zip((G, H), list(rename) + [None, None]))
    if set(G) & set(H):
        raise NetworkXError("The node sets of the graphs are not disjoint.\nUse `rename` to specify prefixes for the graphs or use\n"
                            "disjoint_union(G1, G2, ..., GN).")
    return compose(G, H)


def disjoint_union(G, H):
    """Both graphs, with numbers for nodes."""
    return compose(convert_node_labels_to_integers(G), convert_node_labels_to_integers(H, len(G)))


def difference(G, H):
    """The edges of the first graph that the second does not have, on the same nodes."""
    if set(G) != set(H):
        raise NetworkXError("Node sets of graphs not equal")
    made = create_empty_copy(G, with_data=False)
    made.add_edges_from(edge for edge in G.edges if not H.has_edge(*edge))
    return made


def intersection(G, H):
    """The nodes and edges that both graphs have."""
    made = type(G)()
    made.add_nodes_from(node for node in G if node in H)
    made.add_edges_from(edge for edge in G.edges if H.has_edge(*edge))
    return made


def complement(G):
    made = type(G)()
    made.add_nodes_from(G)
    made.add_edges_from((u, v) for u in G for v in G if u != v and not G.has_edge(u, v))
    return made


def create_empty_copy(G, with_data=True):
    made = type(G)()
    made.add_nodes_from(G.nodes(data=True) if with_data else G)
    made.graph.update(G.graph if with_data else {})
    return made


def relabel_nodes(G, mapping, copy=True):
    """The graph with other names for nodes: a dict or a function."""
    names = {node: mapping(node) for node in G} if callable(mapping) else mapping
    made = type(G)()
    made.graph.update(G.graph)
    made.add_nodes_from((names.get(node, node), dict(about)) for node, about in G.nodes(data=True))
    made.add_edges_from((names.get(u, u), names.get(v, v), dict(about)) for u, v, about in G.edges(data=True))
    if copy:
        return made
    G.clear()
    G.update(made)
    return G


def convert_node_labels_to_integers(G, first_label=0, ordering="default", label_attribute=None):
    if ordering not in ("default", "sorted"):
        raise NetworkXError(f"Unknown node ordering: {ordering}")
    names = {node: i for i, node in enumerate(sorted(G) if ordering == "sorted" else G, first_label)}
    made = relabel_nodes(G, names)
    if label_attribute is not None:
        set_node_attributes(made, {i: node for node, i in names.items()}, label_attribute)
    return made


def to_dict_of_lists(G, nodelist=None):
    nodes = list(G if nodelist is None else nodelist)
    return {node: [step for step in G._adj[node] if step in nodes] for node in nodes}


def from_dict_of_lists(d, create_using=None):
    graph = _empty(create_using)
    graph.add_nodes_from(d)
    graph.add_edges_from((u, v) for u, near in d.items() for v in near)
    return graph


def to_dict_of_dicts(G, nodelist=None, edge_data=None):
    nodes = list(G if nodelist is None else nodelist)
    return {
        u: {v: about if edge_data is None else edge_data for v, about in G._adj[u].items() if v in nodes} for u in nodes
    }


def from_edgelist(edgelist, create_using=None):
    graph = _empty(create_using)
    graph.add_edges_from(edgelist)
    return graph


def to_edgelist(G, nodelist=None):
    return G.edges(nodelist, data=True)


# Attributes and questions.


def set_node_attributes(G, values, name=None):
    """Give nodes an attribute: one value for all, or a dict by node; without a name a dict of dicts."""
    _set({node: G.nodes[node] for node in G}, values, name)


def set_edge_attributes(G, values, name=None):
    """Give edges an attribute: one value for all, or a dict by edge; without a name a dict of dicts."""
    edges = {(u, v): about for u, near in G._adj.items() for v, about in near.items()}
    _set(edges, values, name)


def _set(owners, values, name):
    if name is None:
        for key, about in values.items():
            if key in owners:
                owners[key].update(about)
        return
    for key, value in values.items() if isinstance(values, dict) else ((key, values) for key in owners):
        if key in owners:
            owners[key][name] = value


def get_node_attributes(G, name, default=None):
    found = {node: about.get(name, default) for node, about in G.nodes(data=True) if name in about or default is not None}
    return found


def get_edge_attributes(G, name, default=None):
    return {(u, v): about.get(name, default) for u, v, about in G.edges(data=True) if name in about or default is not None}


def neighbors(G, n):
    return G.neighbors(n)


def all_neighbors(graph, node):
    if graph.is_directed():
        return iter([*graph.predecessors(node), *graph.successors(node)])
    return graph.neighbors(node)


def non_neighbors(graph, node):
    return graph._adj.keys() - graph._adj[node].keys() - {node}


def common_neighbors(G, u, v):
    return (G._adj[u].keys() & G._adj[v].keys()) - {u, v}


def degree(G, nbunch=None, weight=None):
    return G.degree(nbunch, weight)


def degree_histogram(G):
    counts = [found for _, found in G.degree]
    return [counts.count(i) for i in range(max(counts, default=-1) + 1)]


def nodes(G):
    return G.nodes()


def edges(G, nbunch=None):
    return G.edges(nbunch)


def number_of_nodes(G):
    return len(G)


def number_of_edges(G):
    return G.number_of_edges()


def is_directed(G):
    return G.is_directed()


def is_empty(G):
    return not G.number_of_edges()


def is_path(G, path):
    return all(G.has_edge(u, v) for u, v in zip(path, path[1:]))


def isolates(G):
    return (node for node, found in G.degree if not found)


def is_isolate(G, n):
    return G.degree[n] == 0


def number_of_isolates(G):
    return sum(1 for _ in isolates(G))


def selfloop_edges(G):
    return ((node, node) for node in G if G.has_edge(node, node))


def subgraph(G, nbunch):
    return G.subgraph(nbunch)


def induced_subgraph(G, nbunch):
    return G.subgraph(nbunch)


def edge_subgraph(G, edges):
    return G.edge_subgraph(edges)


# Trees.


def _spanning_edges(G, weight, reverse):
    if G.is_directed():
        raise NetworkXNotImplemented("not implemented for directed type")
    part = {node: node for node in G}

    def root(node):
        while part[node] != node:
            part[node] = part[part[node]]
            node = part[node]
        return node

    for u, v, about in sorted(G.edges(data=True), key=lambda edge: edge[2].get(weight, 1), reverse=reverse):
        if root(u) != root(v):
            part[root(u)] = root(v)
            yield u, v, about


def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    """The edges of a cheapest tree (Kruskal, 1956)."""
    return (edge if data else edge[:2] for edge in _spanning_edges(G, weight, False))


def maximum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return (edge if data else edge[:2] for edge in _spanning_edges(G, weight, True))


def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    """A cheapest tree."""
    return _tree(G, minimum_spanning_edges(G, algorithm, weight))


def maximum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return _tree(G, maximum_spanning_edges(G, algorithm, weight))


def _tree(G, edges):
    tree = create_empty_copy(G)
    tree.add_edges_from(edges)
    return tree


def is_tree(G):
    if len(G) == 0:
        raise NetworkXPointlessConcept("G has no nodes.")
    whole = G.to_undirected() if G.is_directed() else G
    return len(G) - 1 == G.number_of_edges() and is_connected(whole)


def is_forest(G):
    if len(G) == 0:
        raise NetworkXPointlessConcept("G has no nodes.")
    whole = G.to_undirected() if G.is_directed() else G
    return all(len(part) - 1 == whole.subgraph(part).number_of_edges() for part in connected_components(whole))


# Paths without repetition.


def all_simple_edge_paths(G, source, target, cutoff=None):
    """All paths that visit no node twice, lists of edges; target: a node, or several."""
    return ([*zip(path, path[1:])] for path in all_simple_paths(G, source, target, cutoff))


def all_simple_paths(G, source, target, cutoff=None):
    """All paths that visit no node twice; target: a node, or several."""
    if source not in G:
        raise NodeNotFound(f"source node {source} not in graph")
    if target in G:
        targets = {target}
    else:
        try:
            targets = set(target)
        except TypeError as err:
            raise NodeNotFound(f"target node {target} not in graph") from err
    limit = len(G) - 1 if cutoff is None else cutoff
    if limit < 0 or not targets:
        return
    path = {}
    steps = [iter([source])]
    while steps:
        node = next((step for step in steps[-1] if step not in path), None)
        if node is None:
            steps.pop()
            if path:
                path.popitem()
            continue
        if node in targets:
            yield [*path, node]
        if len(path) < limit and targets - path.keys() - {node}:
            path[node] = True
            steps.append(iter(G._adj[node]))


def is_simple_path(G, nodes):
    """Whether nodes are a path that visits none twice."""
    return bool(nodes) and len(set(nodes)) == len(nodes) and all(node in G for node in nodes) and is_path(G, nodes)


def shortest_simple_paths(G, source, target, weight=None):
    """All paths that visit no node twice, the shortest first."""
    cost = (lambda u, v: 1) if weight is None else lambda u, v: G._adj[u][v].get(weight, 1)
    shortest_path(G, source, target, weight)  # raises if there is none
    found = sorted(all_simple_paths(G, source, target), key=lambda path: sum(cost(u, v) for u, v in zip(path, path[1:])))
    return islice(found, len(found))


__all__ = [name for name, value in globals().items() if name[0] != "_" and getattr(value, "__module__", "") == __name__]
