"""Shortest paths. Of several equally short paths, the result is that of networkx."""

from heapq import heappop, heappush
from itertools import count

from .exception import NetworkXError, NetworkXNoPath, NetworkXPointlessConcept, NetworkXUnbounded, NodeNotFound


def _known(G, node, what="Node"):
    if node not in G:
        raise NodeNotFound(f"{what} {node} is not in G")


def _no_path(source, target):
    return NetworkXNoPath(f"No path between {source} and {target}.")


def _cost(weight):
    """The function that says what an edge costs; None hides it."""
    return weight if callable(weight) else lambda u, v, about: about.get(weight, 1)


def _pick(weight, method, unweighted, dijkstra, bellman_ford):
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")
    return unweighted if weight is None else dijkstra if method == "dijkstra" else bellman_ford


def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    """The nodes of a shortest path; without a target, or without a source, those of or to all nodes, by node; without both by both."""
    about = {} if weight is None else {"weight": weight}
    if source is not None and target is not None:
        if weight is not None and method == "dijkstra":
            return bidirectional_dijkstra(G, source, target, weight)[1]
        return _pick(weight, method, bidirectional_shortest_path, None, bellman_ford_path)(G, source, target, **about)
    if source is None and target is None:
        every = _pick(weight, method, all_pairs_shortest_path, all_pairs_dijkstra_path, all_pairs_bellman_ford_path)
        return every(G, **about)
    one = _pick(weight, method, single_source_shortest_path, single_source_dijkstra_path, single_source_bellman_ford_path)
    if source is not None:
        return one(G, source, **about)
    turned = G.reverse(copy=False) if G.is_directed() else G
    return {node: path[::-1] for node, path in one(turned, target, **about).items()}


def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    """How long a shortest path is; without a target, or without a source, by node; without both (node, lengths by node) of all."""
    about = {} if weight is None else {"weight": weight}
    if source is not None and target is not None:
        if weight is None:
            _pick(weight, method, None, None, None)
            return len(bidirectional_shortest_path(G, source, target)) - 1
        return _pick(weight, method, None, dijkstra_path_length, bellman_ford_path_length)(G, source, target, **about)
    if source is None and target is None:
        return _pick(
            weight, method, all_pairs_shortest_path_length, all_pairs_dijkstra_path_length, all_pairs_bellman_ford_path_length
        )(G, **about)
    one = _pick(
        weight, method, single_source_shortest_path_length, single_source_dijkstra_path_length,
        single_source_bellman_ford_path_length,
    )
    if source is not None:
        return one(G, source, **about)
    return one(G.reverse(copy=False) if G.is_directed() else G, target, **about)


def has_path(G, source, target):
    """Whether there is a path."""
    try:
        bidirectional_shortest_path(G, source, target)
    except NetworkXNoPath:
        return False
    return True


def bidirectional_shortest_path(G, source, target):
    """A shortest path by a search from both ends, the smaller fringe first."""
    _known(G, source, "Source")
    _known(G, target, "Target")
    if source == target:
        return [source]
    behind = G._pred if G.is_directed() else G._adj
    sides = [({source: None}, [source], G._adj), ({target: None}, [target], behind)]
    while sides[0][1] and sides[1][1]:
        side = 0 if len(sides[0][1]) <= len(sides[1][1]) else 1
        known, fringe, near = sides[side]
        other = sides[1 - side][0]
        following = []
        for node in fringe:
            for step in near[node]:
                if step not in known:
                    following.append(step)
                    known[step] = node
                if step in other:
                    return _back(sides[0][0], step)[::-1] + _back(sides[1][0], step)[1:]
        sides[side] = known, following, near
    raise _no_path(source, target)


def _back(before, node):
    path = []
    while node is not None:
        path.append(node)
        node = before[node]
    return path


def _levels(G, near, source, cutoff):
    """Nodes by steps from one, each with the node from which it was found."""
    seen, level, fringe = {source}, 0, [source]
    yield source, 0, None
    while fringe and (cutoff is None or cutoff > level):
        level += 1
        following = []
        for node in fringe:
            for step in near[node]:
                if step not in seen:
                    seen.add(step)
                    following.append(step)
                    yield step, level, node
        fringe = following


def single_source_shortest_path(G, source, cutoff=None):
    """Shortest paths to all nodes that can be reached, by node."""
    _known(G, source, "Source")
    paths = {}
    for node, _, before in _levels(G, G._adj, source, cutoff):
        paths[node] = [node] if before is None else paths[before] + [node]
    return paths


def single_source_shortest_path_length(G, source, cutoff=None):
    """The steps to all nodes that can be reached, by node."""
    _known(G, source, "Source")
    return {node: level for node, level, _ in _levels(G, G._adj, source, cutoff)}


def single_target_shortest_path(G, target, cutoff=None):
    """Shortest paths from all nodes, by node."""
    _known(G, target, "Target")
    paths = {}
    for node, _, after in _levels(G, G._pred if G.is_directed() else G._adj, target, cutoff):
        paths[node] = [node] if after is None else [node] + paths[after]
    return paths


def single_target_shortest_path_length(G, target, cutoff=None):
    """The steps from all nodes, by node."""
    _known(G, target, "Target")
    return {node: level for node, level, _ in _levels(G, G._pred if G.is_directed() else G._adj, target, cutoff)}


def all_pairs_shortest_path(G, cutoff=None):
    """(node, paths by node) of all."""
    return ((node, single_source_shortest_path(G, node, cutoff)) for node in G)


def all_pairs_shortest_path_length(G, cutoff=None):
    """(node, steps by node) of all."""
    return ((node, single_source_shortest_path_length(G, node, cutoff)) for node in G)


def predecessor(G, source, target=None, cutoff=None, return_seen=None):
    """By node, the nodes before it on shortest paths from the source."""
    if source not in G:
        raise NodeNotFound(f"Source {source} not in G")
    seen, before, level, fringe = {source: 0}, {source: []}, 0, [source]
    while fringe:
        level += 1
        following = []
        for node in fringe:
            for step in G._adj[node]:
                if step not in seen:
                    seen[step], before[step] = level, [node]
                    following.append(step)
                elif seen[step] == level:
                    before[step].append(node)
        fringe = following
        if cutoff and cutoff <= level:
            break
    if target is None:
        return (before, seen) if return_seen else before
    found = before.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found


def all_shortest_paths(G, source, target, weight=None, method="dijkstra"):
    """All shortest paths, one after the other."""
    if weight is None:
        before = predecessor(G, source)
    elif _pick(weight, method, None, True, False):
        before, _ = dijkstra_predecessor_and_distance(G, source, weight=weight)
    else:
        before, _ = bellman_ford_predecessor_and_distance(G, source, weight=weight)
    _known(G, source, "Source")
    if target not in before:
        raise NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    path, steps = [target], [iter(before[target])]
    if target == source:
        yield [target]
    while steps:
        node = next(steps[-1], None)
        if node is None:
            steps.pop()
            path.pop()
        elif node not in path:
            path.append(node)
            steps.append(iter(before[node]))
            if node == source:
                yield path[::-1]


def average_shortest_path_length(G, weight=None, method=None):
    """The mean over all pairs of nodes."""
    n = len(G)
    if n == 0:
        raise NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if n == 1:
        return 0
    total, pairs = 0, 0
    for _, lengths in shortest_path_length(G, weight=weight, method=method or "dijkstra"):
        total += sum(lengths.values())
        pairs += len(lengths)
    if pairs < n * n:
        raise NetworkXError("Graph is not strongly connected." if G.is_directed() else "Graph is not connected.")
    return total / (n * (n - 1))


# With weights.


def _dijkstra(G, sources, weight, target=None, cutoff=None, every=False):
    """Distances by node in their order, and the nodes before (every one, or the first)."""
    for source in sources:
        _known(G, source)
    cost = _cost(weight)
    done, seen, before = {}, dict.fromkeys(sources, 0), {source: [] for source in sources}
    order = count()
    heap = [(0, next(order), source) for source in sources]
    while heap:
        distance, _, node = heappop(heap)
        if node in done:
            continue
        done[node] = distance
        if node == target:
            break
        for step, about in G._adj[node].items():
            price = cost(node, step, about)
            if price is None or cutoff is not None and distance + price > cutoff:
                continue
            length = distance + price
            if step in done:
                if length < done[step]:
                    raise ValueError("Contradictory paths found:", "negative weights?")
                if every and length == done[step]:
                    before[step].append(node)
            elif step not in seen or length < seen[step]:
                seen[step] = length
                heappush(heap, (length, next(order), step))
                before[step] = [node]
            elif every and length == seen[step]:
                before[step].append(node)
    return done, before


def _path(before, node):
    path = [node]
    while before[path[-1]]:
        path.append(before[path[-1]][0])
    return path[::-1]


def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    """Distances and cheapest paths from the nearest of the sources, by node; with a target, those of it."""
    if not sources:
        raise ValueError("sources must not be empty")
    sources = list(dict.fromkeys(sources))
    for source in sources:
        _known(G, source)
    if target in sources:
        return 0, [target]
    done, before = _dijkstra(G, sources, weight, target, cutoff)
    if target is None:
        paths = {}
        for node in done:
            paths[node] = paths[before[node][0]] + [node] if before[node] else [node]
        return done, paths
    if target not in done:
        raise NetworkXNoPath(f"No path to {target}.")
    return done[target], _path(before, target)


def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, sources, cutoff=cutoff, weight=weight)[1]


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, sources, cutoff=cutoff, weight=weight)[0]


def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, [source], target, cutoff, weight)


def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, [source], None, cutoff, weight)[1]


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, [source], None, cutoff, weight)[0]


def dijkstra_path(G, source, target, weight="weight"):
    """A cheapest path."""
    return single_source_dijkstra(G, source, target, weight=weight)[1]


def dijkstra_path_length(G, source, target, weight="weight"):
    """What a cheapest path costs."""
    _known(G, source)
    if source == target:
        return 0
    done, _ = _dijkstra(G, [source], weight, target)
    if target not in done:
        raise NetworkXNoPath(f"Node {target} not reachable from {source}")
    return done[target]


def dijkstra_predecessor_and_distance(G, source, cutoff=None, weight="weight"):
    done, before = _dijkstra(G, [source], weight, None, cutoff, every=True)
    return before, done


def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    return ((node, single_source_dijkstra(G, node, cutoff=cutoff, weight=weight)) for node in G)


def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return ((node, single_source_dijkstra_path(G, node, cutoff, weight)) for node in G)


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return ((node, single_source_dijkstra_path_length(G, node, cutoff, weight)) for node in G)


def bidirectional_dijkstra(G, source, target, weight="weight"):
    """The cost of a cheapest path and the path, by a search from both ends in turn."""
    _known(G, source, "Source")
    _known(G, target, "Target")
    if source == target:
        return 0, [source]
    cost, order = _cost(weight), count()
    near = [G._adj, G._pred if G.is_directed() else G._adj]
    done, seen, before = [{}, {}], [{source: 0}, {target: 0}], [{source: None}, {target: None}]
    heaps = [[(0, next(order), source)], [(0, next(order), target)]]
    best = meeting = None
    side = 1
    while heaps[0] and heaps[1]:
        side = 1 - side
        distance, _, node = heappop(heaps[side])
        if node in done[side]:
            continue
        done[side][node] = distance
        if node in done[1 - side]:
            return best, _back(before[0], meeting)[::-1] + _back(before[1], meeting)[1:]
        for step, about in near[side][node].items():
            price = cost(step, node, about) if side else cost(node, step, about)
            if price is None:
                continue
            length = distance + price
            if step in done[side]:
                if length < done[side][step]:
                    raise ValueError("Contradictory paths found: negative weights?")
            elif step not in seen[side] or length < seen[side][step]:
                seen[side][step], before[side][step] = length, node
                heappush(heaps[side], (length, next(order), step))
                if step in seen[1 - side] and (best is None or best > length + seen[1 - side][step]):
                    best, meeting = length + seen[1 - side][step], step
    raise _no_path(source, target)


def astar_path(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    """A cheapest path; heuristic(u, target) is a lower bound of the remaining cost."""
    _known(G, source, "Source")
    _known(G, target, "Target")
    cost, order, left = _cost(weight), count(), heuristic or (lambda u, v: 0)
    heap = [(0, next(order), source, 0, None)]
    waiting, before = {}, {}
    while heap:
        _, _, node, distance, parent = heappop(heap)
        if node == target:
            return [*_back(before, parent)[::-1], node]
        if node in before and (before[node] is None or waiting[node][0] < distance):
            continue
        before[node] = parent
        for step, about in G._adj[node].items():
            price = cost(node, step, about)
            if price is None:
                continue
            length = distance + price
            if step in waiting:
                known, ahead = waiting[step]
                if known <= length:
                    continue
            else:
                ahead = left(step, target)
            if cutoff and length + ahead > cutoff:
                continue
            waiting[step] = length, ahead
            heappush(heap, (length + ahead, next(order), step, length, node))
    raise NetworkXNoPath(f"Node {target} not reachable from {source}")


def astar_path_length(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    """What a cheapest path costs."""
    path = astar_path(G, source, target, heuristic, weight, cutoff=cutoff)
    return sum(_cost(weight)(u, v, G._adj[u][v]) for u, v in zip(path, path[1:]))


def path_weight(G, path, weight):
    """What a path costs."""
    for u, v in zip(path, path[1:]):
        if not G.has_edge(u, v):
            raise NetworkXNoPath("path does not exist")
    return sum(G._adj[u][v][weight] for u, v in zip(path, path[1:]))


# With weights below zero.


def bellman_ford_predecessor_and_distance(G, source, target=None, weight="weight", heuristic=False):
    """By node the nodes before, and the distances. Raises NetworkXUnbounded for a cycle of negative cost."""
    _known(G, source)
    cost = _cost(weight)
    done, before, queue, rounds = {source: 0}, {source: []}, [source], 0
    while queue:
        rounds += 1
        if rounds > len(G) + 1:
            raise NetworkXUnbounded("Negative cycle detected.")
        following = {}
        for node in queue:
            for step, about in G._adj[node].items():
                price = cost(node, step, about)
                if price is None:
                    continue
                length = done[node] + price
                if step not in done or length < done[step]:
                    done[step], before[step] = length, [node]
                    following[step] = True
                elif length == done[step] and node not in before[step]:
                    before[step].append(node)
        queue = list(following)
    return before, done


def single_source_bellman_ford(G, source, target=None, weight="weight"):
    before, done = bellman_ford_predecessor_and_distance(G, source, weight=weight)
    if target is None:
        return done, {node: _path(before, node) for node in done}
    if target not in done:
        raise NetworkXNoPath(f"Node {target} not reachable from {source}")
    return done[target], _path(before, target)


def single_source_bellman_ford_path(G, source, weight="weight"):
    return single_source_bellman_ford(G, source, weight=weight)[1]


def single_source_bellman_ford_path_length(G, source, weight="weight"):
    return single_source_bellman_ford(G, source, weight=weight)[0]


def bellman_ford_path(G, source, target, weight="weight"):
    return single_source_bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(G, source, target, weight="weight"):
    return single_source_bellman_ford(G, source, target, weight)[0]


def all_pairs_bellman_ford_path(G, weight="weight"):
    return ((node, single_source_bellman_ford_path(G, node, weight)) for node in G)


def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return ((node, single_source_bellman_ford_path_length(G, node, weight)) for node in G)


def floyd_warshall(G, weight="weight"):
    """Distances between all nodes: {u: {v: distance}}, infinite where there is no path."""
    inf = float("inf")
    all_of = {}
    for node in G:
        done = single_source_bellman_ford_path_length(G, node, weight)
        all_of[node] = {other: done.get(other, inf) for other in G}
    return all_of


__all__ = [name for name, value in globals().items() if name[0] != "_" and getattr(value, "__module__", "") == __name__]
