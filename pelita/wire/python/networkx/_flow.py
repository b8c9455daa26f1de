"""Connectivity and smallest cuts: the size of a cut is the largest number of paths that share no node or edge (Menger)."""

from itertools import combinations, permutations

from ._search import is_connected, is_strongly_connected, is_weakly_connected
from .exception import NetworkXError



def _arcs(G):
    """The edges in both directions, or those of a digraph."""
    for u, v in G.edges():
        if u != v:
            yield u, v
            if not G.is_directed():
                yield v, u


def _apart(G, wide=1):
    """Capacities, if each node can be passed once: a node is an entrance (node, 0) and an exit (node, 1). wide is the capacity of an
    edge."""
    room = {(node, side): {} for node in G for side in (0, 1)}
    for node in G:
        room[node, 0][node, 1] = 1
    for u, v in _arcs(G):
        room[u, 1][v, 0] = wide
    return room


def _flow(room, source, target, most):
    """Push flow along paths until there is no path left, or most were used. Returns their number, and what can still be reached."""
    rest = {u: dict(ends) for u, ends in room.items()}
    for u, ends in room.items():
        for v in ends:
            rest[v].setdefault(u, 0)
    pushed = 0
    while True:
        came = {source: None}
        queue = [source]
        for u in queue:
            for v, left in rest[u].items():
                if left and v not in came:
                    came[v] = u
                    queue.append(v)
        if target not in came or pushed >= most:
            return pushed, came
        v = target
        while came[v] is not None:
            u = came[v]
            rest[u][v] -= 1
            rest[v][u] += 1
            v = u
        pushed += 1


def _both(G, s, t):
    """Whether two nodes were given. They must be in the graph."""
    if (s is None) != (t is None):
        raise NetworkXError("Both source and target must be specified.")
    for node in () if s is None else (s, t):
        if node not in G:
            raise NetworkXError(f"node {node} not in graph")
    return s is not None


def _whole(G):
    return is_weakly_connected(G) if G.is_directed() else is_connected(G)


def _around(G, v):
    return set(G.predecessors(v)) | set(G.successors(v)) if G.is_directed() else set(G.neighbors(v))


def _pairs(G):
    """Pairs of nodes, one of which has a smallest cut: a node of the least degree with each node that is not its neighbour, and its
    neighbours with each other."""
    v = min(G, key=G.degree)
    around = _around(G, v)
    for w in G:
        if w != v and w not in around:
            yield v, w
            if G.is_directed():
                yield w, v
    for x, y in (permutations if G.is_directed() else combinations)(around, 2):
        if y not in G[x]:
            yield x, y


def node_connectivity(G, s=None, t=None, flow_func=None):
    """How many nodes must be removed to separate two given nodes, or any two."""
    room = _apart(G)
    if _both(G, s, t):
        return _flow(room, (s, 1), (t, 0), len(G))[0]
    if not (is_strongly_connected(G) if G.is_directed() else is_connected(G)):
        return 0
    least = len(G) - 1
    for x, y in _pairs(G):
        least = min(least, _flow(room, (x, 1), (y, 0), least)[0])
    return least


def minimum_node_cut(G, s=None, t=None, flow_func=None):
    """A smallest set of nodes whose removal separates two given nodes, or any two."""
    room = _apart(G, len(G))  # edges are wide, so that only nodes limit the flow
    if _both(G, s, t):
        if t in G[s] or s in G[t]:
            return {}
        reached = _flow(room, (s, 1), (t, 0), len(G))[1]
        return {node for node in G if node not in (s, t) and (node, 0) in reached and (node, 1) not in reached}
    if not _whole(G):
        raise NetworkXError("Input graph is not connected")
    cut = _around(G, min(G, key=G.degree))
    for x, y in _pairs(G):
        pushed, reached = _flow(room, (x, 1), (y, 0), len(cut))
        if pushed < len(cut):
            cut = {node for node in G if (node, 0) in reached and (node, 1) not in reached}
    return cut


def _between(G, s, t, most):
    room = {node: {} for node in G}
    for u, v in _arcs(G):
        room[u][v] = 1
    return _flow(room, s, t, most)


def _rounds(G):
    """Pairs of nodes, one of which has a smallest cut of edges."""
    nodes = list(G)
    if G.is_directed():
        yield from zip(nodes, nodes[1:] + nodes[:1])
    else:
        yield from ((nodes[0], node) for node in nodes[1:])


def edge_connectivity(G, s=None, t=None, flow_func=None, cutoff=None):
    """How many edges must be removed to separate two given nodes, or any two."""
    most = G.number_of_edges() if cutoff is None else cutoff
    if _both(G, s, t):
        return _between(G, s, t, most)[0]
    if not (is_strongly_connected(G) if G.is_directed() else is_connected(G)):
        return 0
    least = min([degree for _, degree in G.degree()] + [most])
    for x, y in _rounds(G):
        least = min(least, _between(G, x, y, least)[0])
    return least


def minimum_edge_cut(G, s=None, t=None, flow_func=None):
    """A smallest set of edges whose removal separates two given nodes, or any two."""
    if not _both(G, s, t) and not _whole(G):
        raise NetworkXError("Input graph is not connected")
    cut = None
    for x, y in [(s, t)] if s is not None else _rounds(G):
        pushed, reached = _between(G, x, y, G.number_of_edges())
        if cut is None or pushed < len(cut):
            cut = {(u, v) for u, v in _arcs(G) if u in reached and v not in reached}
    return cut or set()


__all__ = [name for name, value in globals().items() if name[0] != "_" and getattr(value, "__module__", "") == __name__]
