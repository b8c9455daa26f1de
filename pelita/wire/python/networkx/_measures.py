"""Measures of nodes and graphs."""

from heapq import heappop, heappush
from itertools import count
from math import hypot, nan
from random import Random

from ._paths import _cost, multi_source_dijkstra_path, shortest_path_length, single_source_dijkstra_path_length
from ._paths import single_source_shortest_path_length
from .exception import NetworkXError, NetworkXNotImplemented, NetworkXPointlessConcept, PowerIterationFailedConvergence


def eccentricity(G, v=None, sp=None, weight=None):
    """How far the farthest node is, by node."""
    found = {}
    for node in G.nbunch_iter(v):
        lengths = shortest_path_length(G, node, weight=weight) if sp is None else sp[node]
        if len(lengths) != len(G):
            strongly = "the digraph is not strongly connected" if G.is_directed() else "the graph is not connected"
            raise NetworkXError(f"Found infinite path length because {strongly}")
        found[node] = max(lengths.values())
    return found[v] if v in G else found


def diameter(G, e=None, usebounds=False, weight=None):
    return max((e or eccentricity(G, weight=weight)).values())


def radius(G, e=None, usebounds=False, weight=None):
    return min((e or eccentricity(G, weight=weight)).values())


def center(G, e=None, usebounds=False, weight=None):
    """The nodes with the least distance to their farthest node."""
    e = e or eccentricity(G, weight=weight)
    least = min(e.values())
    return [node for node in e if e[node] == least]


def periphery(G, e=None, usebounds=False, weight=None):
    e = e or eccentricity(G, weight=weight)
    most = max(e.values())
    return [node for node in e if e[node] == most]


def density(G):
    n, m = len(G), G.number_of_edges()
    return 0 if m == 0 or n <= 1 else m / (n * (n - 1)) * (1 if G.is_directed() else 2)


def triangles(G, nodes=None):
    """In how many triangles a node is, by node."""
    if G.is_directed():
        raise NetworkXNotImplemented("not implemented for directed type")
    found = {}
    for node in G.nbunch_iter(nodes):
        near = set(G._adj[node]) - {node}
        found[node] = sum(len(near & (set(G._adj[step]) - {step})) for step in near) // 2
    return found[nodes] if nodes in G else found


def clustering(G, nodes=None, weight=None):
    """The share of pairs of neighbours that are neighbours, by node."""
    if weight is not None or G.is_directed():
        raise NetworkXError("this stand-in for networkx has clustering without directions and weights only")
    found = {}
    for node in G.nbunch_iter(nodes):
        n, t = len(set(G._adj[node]) - {node}), triangles(G, node)
        found[node] = 0 if t == 0 else 2 * t / (n * (n - 1))
    return found[nodes] if nodes in G else found


def degree_centrality(G):
    """The share of the other nodes that are neighbours, by node."""
    if len(G) <= 1:
        return {node: 1 for node in G}
    one = 1.0 / (len(G) - 1.0)
    return {node: degree * one for node, degree in G.degree}


def closeness_centrality(G, u=None, distance=None, wf_improved=True):
    """The inverse of the mean distance, by node."""
    if G.is_directed():
        G = G.reverse()
    found = {}
    for node in G if u is None else [u]:
        if distance is None:
            lengths = single_source_shortest_path_length(G, node)
        else:
            lengths = single_source_dijkstra_path_length(G, node, weight=distance)
        total, others = sum(lengths.values()), len(lengths) - 1.0
        value = 0.0
        if total > 0 and len(G) > 1:
            value = others / total
            if wf_improved:
                value *= others / (len(G) - 1)
        found[node] = value
    return found if u is None else found[u]


def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    """The sum of the inverse distances from all other nodes, by node."""
    wanted = list(G.nbunch_iter(nbunch))
    total = dict.fromkeys(wanted, 0)
    for source in G.nbunch_iter(sources):
        for node, length in shortest_path_length(G, source, weight=distance).items():
            if node in total and length:
                total[node] += 1 / length
    return total


def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    """The share of the shortest paths on which a node lies, by node (Brandes, 2001)."""
    total = dict.fromkeys(G, 0.0)
    sampled = _sample(G, k, seed)
    for source in G if sampled is None else sampled:
        order, before, paths = _brandes(G, source, weight)
        if endpoints:
            total[source] += len(order) - 1
        share = dict.fromkeys(order, 0)
        for node in reversed(order):
            part = (1 + share[node]) / paths[node]
            for parent in before[node]:
                share[parent] += paths[parent] * part
            if node != source:
                total[node] += share[node] + (1 if endpoints else 0)
    return _scaled(G, total, normalized, endpoints, sampled)


def edge_betweenness_centrality(G, k=None, normalized=True, weight=None, seed=None):
    """The share of the shortest paths on which an edge lies, by edge."""
    total = dict.fromkeys(G.edges, 0.0)
    sampled = _sample(G, k, seed)
    for source in G if sampled is None else sampled:
        order, before, paths = _brandes(G, source, weight)
        share = dict.fromkeys(order, 0)
        for node in reversed(order):
            part = (1 + share[node]) / paths[node]
            for parent in before[node]:
                flow = paths[parent] * part
                total[(parent, node) if (parent, node) in total else (node, parent)] += flow
                share[parent] += flow
    return _scaled(G, total, normalized, True, sampled)


def _sample(G, k, seed):
    if k is None or k == len(G):
        return None
    rng = seed if isinstance(seed, Random) else Random(seed)
    return rng.sample(list(G), k)


def _brandes(G, source, weight):
    """Nodes by distance, the nodes before each, and how many shortest paths lead to it."""
    cost = None if weight is None else _cost(weight)
    before, paths = {node: [] for node in G}, dict.fromkeys(G, 0.0)
    paths[source] = 1.0
    order, done, seen = [], {}, {source: 0}
    number = count()
    heap = [(0, next(number), source)]
    while heap:
        distance, _, node = heappop(heap)
        if node in done:
            continue
        order.append(node)
        done[node] = distance
        for step, about in G._adj[node].items():
            length = distance + (1 if cost is None else cost(node, step, about))
            if step not in done and (step not in seen or length < seen[step]):
                seen[step] = length
                heappush(heap, (length, next(number), step))
                paths[step], before[step] = 0.0, []
            if length == seen[step]:
                paths[step] += paths[node]
                before[step].append(node)
    return order, before, paths


def _scaled(G, total, normalized, endpoints, sampled):
    n = len(G) if endpoints else len(G) - 1
    if n < 2:
        return total
    halves = 1 if G.is_directed() else 2
    sources = n if sampled is None else len(sampled)

    def scale(sources):
        return 1 / (sources * (n - 1)) if normalized else n / (sources * halves)

    if sampled is None or endpoints:
        factor = scale(sources)
        return {key: value * factor for key, value in total.items()} if factor != 1 else total
    of_sources = scale(sources - 1) if sources > 1 else nan
    chosen = set(sampled)
    return {key: value * (of_sources if key in chosen else scale(sources)) for key, value in total.items()}


def eigenvector_centrality(G, max_iter=100, tol=1e-06, nstart=None, weight=None):
    """The eigenvector of the largest eigenvalue, by node, by iteration."""
    if len(G) == 0:
        raise NetworkXPointlessConcept("cannot compute centrality for the null graph")
    start = nstart or dict.fromkeys(G, 1)
    total = sum(start.values())
    vector = {node: value / total for node, value in start.items()}
    for _ in range(max_iter):
        last, vector = vector, dict(vector)
        for node in vector:
            for step, about in G._adj[node].items():
                vector[step] += last[node] * (about.get(weight, 1) if weight else 1)
        norm = hypot(*vector.values()) or 1
        vector = {node: value / norm for node, value in vector.items()}
        if sum(abs(vector[node] - last[node]) for node in vector) < len(G) * tol:
            return vector
    raise PowerIterationFailedConvergence(max_iter)


def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1e-06, nstart=None, weight="weight", dangling=None):
    """How often a random walk that now and then jumps visits a node, by node (Brin and Page, 1998)."""
    if len(G) == 0:
        return {}

    def shares(values):
        total = sum(values.values())
        return {node: value / total for node, value in values.items()}

    even = dict.fromkeys(G, 1.0 / len(G))
    rank, jump = shares(nstart) if nstart else even, shares(personalization) if personalization else even
    lost = shares(dangling) if dangling else jump
    out = {node: sum(about.get(weight, 1) for about in G._adj[node].values()) for node in G}
    for _ in range(max_iter):
        last, rank = rank, dict.fromkeys(G, 0)
        nowhere = alpha * sum(last.get(node, 0) for node in G if not out[node])
        for node in rank:
            for step, about in G._adj[node].items():
                rank[step] += alpha * last.get(node, 0) * about.get(weight, 1) / out[node]
            rank[node] += nowhere * lost.get(node, 0) + (1.0 - alpha) * jump.get(node, 0)
        if sum(abs(rank[node] - last.get(node, 0)) for node in rank) < len(G) * tol:
            return rank
    raise PowerIterationFailedConvergence(max_iter)


def voronoi_cells(G, center_nodes, weight="weight"):
    """By center, the set of the nodes to which it is the nearest center."""
    paths = multi_source_dijkstra_path(G, center_nodes, weight=weight)
    cells = {}
    for node, path in paths.items():
        cells.setdefault(path[0], set()).add(node)
    rest = set(G) - set(paths)
    return {**cells, "unreachable": rest} if rest else cells


__all__ = [name for name, value in globals().items() if name[0] != "_" and getattr(value, "__module__", "") == __name__]
