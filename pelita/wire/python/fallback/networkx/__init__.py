"""The part of networkx that Pelita bots use most, for a Python that has no networkx: undirected graphs and shortest paths."""

from collections import deque


class NetworkXException(Exception):
    """What goes wrong with graphs."""


class NetworkXError(NetworkXException):
    """A graph is used in a wrong way."""


class NetworkXNoPath(NetworkXException):
    """There is no path."""


class NodeNotFound(NetworkXException):
    """A node is not in the graph."""


class Graph:
    """An undirected graph. Nodes and neighbours keep the order in which they were added."""

    def __init__(self, edges=None):
        self._adj = {}
        self._attributes = {}
        if isinstance(edges, Graph):
            self._adj = {n: dict(near) for n, near in edges._adj.items()}
            self._attributes = {n: dict(a) for n, a in edges._attributes.items()}
        elif edges is not None:
            self.add_edges_from(edges)

    adj = property(lambda self: self._adj)

    @property
    def nodes(self):
        return _Nodes(self)

    @property
    def edges(self):
        return _Edges(self)

    @property
    def degree(self):
        return _Degrees(self)

    def __iter__(self):
        return iter(self._adj)

    def __len__(self):
        return len(self._adj)

    def __contains__(self, node):
        try:
            return node in self._adj
        except TypeError:
            return False

    def __getitem__(self, node):
        return self._adj[node]

    def add_node(self, node, **attributes):
        self._adj.setdefault(node, {})
        self._attributes.setdefault(node, {}).update(attributes)

    def add_nodes_from(self, nodes):
        for node in nodes:
            self.add_node(node)

    def add_edge(self, u, v, **attributes):
        self.add_node(u)
        self.add_node(v)
        data = self._adj[u].get(v, {})
        data.update(attributes)
        self._adj[u][v] = self._adj[v][u] = data

    def add_edges_from(self, edges, **attributes):
        for edge in edges:
            self.add_edge(edge[0], edge[1], **{**attributes, **(edge[2] if len(edge) > 2 else {})})

    def remove_node(self, node):
        if node not in self:
            raise NetworkXError(f"The node {node} is not in the graph.")
        for near in list(self._adj[node]):
            self._adj[near].pop(node, None)
        del self._adj[node], self._attributes[node]

    def remove_nodes_from(self, nodes):
        for node in list(nodes):
            if node in self:
                self.remove_node(node)

    def remove_edge(self, u, v):
        if not self.has_edge(u, v):
            raise NetworkXError(f"The edge {u}-{v} is not in the graph.")
        del self._adj[u][v]
        self._adj[v].pop(u, None)

    def remove_edges_from(self, edges):
        for u, v, *_ in list(edges):
            if self.has_edge(u, v):
                self.remove_edge(u, v)

    def has_node(self, node):
        return node in self

    def has_edge(self, u, v):
        return u in self._adj and v in self._adj[u]

    def neighbors(self, node):
        if node not in self:
            raise NetworkXError(f"The node {node} is not in the graph.")
        return iter(self._adj[node])

    def number_of_nodes(self):
        return len(self)

    order = number_of_nodes

    def number_of_edges(self):
        return len(self.edges)

    def copy(self):
        return Graph(self)

    def subgraph(self, nodes):
        wanted = set(nodes)
        part = Graph()
        part.add_nodes_from(n for n in self if n in wanted)
        part.add_edges_from(e for e in self.edges(data=True) if e[0] in wanted and e[1] in wanted)
        return part

    def is_directed(self):
        return False


class _Nodes:
    def __init__(self, graph):
        self._graph = graph

    def __call__(self, data=False):
        return list(self._graph._attributes.items()) if data else self

    def __iter__(self):
        return iter(self._graph._adj)

    def __len__(self):
        return len(self._graph._adj)

    def __contains__(self, node):
        return node in self._graph

    def __getitem__(self, node):
        return self._graph._attributes[node]


class _Edges:
    def __init__(self, graph):
        self._graph = graph

    def __call__(self, nbunch=None, data=False):
        wanted = None if nbunch is None else ({nbunch} if nbunch in self._graph else set(nbunch))
        return [
            (u, v, d) if data else (u, v)
            for u, v, d in self._all()
            if wanted is None or u in wanted or v in wanted
        ]

    def _all(self):
        seen = set()
        for u, near in self._graph._adj.items():
            for v, data in near.items():
                if v not in seen:
                    yield u, v, data
            seen.add(u)

    def __iter__(self):
        return ((u, v) for u, v, _ in self._all())

    def __len__(self):
        return sum(1 for _ in self._all())

    def __contains__(self, edge):
        return self._graph.has_edge(*edge[:2])

    def __getitem__(self, edge):
        return self._graph._adj[edge[0]][edge[1]]


class _Degrees:
    def __init__(self, graph):
        self._graph = graph

    def __getitem__(self, node):
        return len(self._graph._adj[node])

    def __call__(self, node=None):
        return self if node is None else self[node]

    def __iter__(self):
        return ((node, len(near)) for node, near in self._graph._adj.items())


def _known(graph, *nodes):
    for node in nodes:
        if node not in graph:
            raise NodeNotFound(f"Node {node} is not in G")


def shortest_path(G, source=None, target=None, weight=None):
    """The nodes of a shortest path; without a target, those to all nodes, by node."""
    if source is None:
        raise NetworkXError("this stand-in for networkx wants a source")
    if weight is not None:
        return dijkstra_path(G, source, target, weight)
    if target is None:
        return single_source_shortest_path(G, source)
    return bidirectional_shortest_path(G, source, target)


def bidirectional_shortest_path(G, source, target):
    """A shortest path by a search from both ends, the smaller fringe first."""
    _known(G, source, target)
    if source == target:
        return [source]
    before, after = {source: None}, {target: None}
    forward, reverse = [source], [target]
    while forward and reverse:
        if len(forward) <= len(reverse):
            fringe, known, other = forward, before, after
        else:
            fringe, known, other = reverse, after, before
        following = []
        for node in fringe:
            for step in G._adj[node]:
                if step not in known:
                    following.append(step)
                    known[step] = node
                if step in other:
                    return _join(before, after, step)
        if fringe is forward:
            forward = following
        else:
            reverse = following
    raise NetworkXNoPath(f"No path between {source} and {target}.")


def _join(before, after, meeting):
    path = []
    node = meeting
    while node is not None:
        path.append(node)
        node = before[node]
    path.reverse()
    node = after[meeting]
    while node is not None:
        path.append(node)
        node = after[node]
    return path


def single_source_shortest_path(G, source, cutoff=None):
    """Shortest paths to all nodes that can be reached, by node."""
    _known(G, source)
    paths = {source: [source]}
    queue = deque([source])
    while queue:
        node = queue.popleft()
        if cutoff is not None and len(paths[node]) > cutoff:
            continue
        for step in G._adj[node]:
            if step not in paths:
                paths[step] = paths[node] + [step]
                queue.append(step)
    return paths


def single_source_shortest_path_length(G, source, cutoff=None):
    """The steps to all nodes that can be reached, by node."""
    _known(G, source)
    lengths = {source: 0}
    queue = deque([source])
    while queue:
        node = queue.popleft()
        if cutoff is not None and lengths[node] >= cutoff:
            continue
        for step in G._adj[node]:
            if step not in lengths:
                lengths[step] = lengths[node] + 1
                queue.append(step)
    return lengths


def shortest_path_length(G, source=None, target=None, weight=None):
    """The steps of a shortest path; without a target, those to all nodes; without both, (node, steps by node) of all."""
    if source is None:
        return all_pairs_shortest_path_length(G)
    if weight is not None:
        return dijkstra_path_length(G, source, target, weight)
    if target is None:
        return single_source_shortest_path_length(G, source)
    return len(bidirectional_shortest_path(G, source, target)) - 1


def all_pairs_shortest_path_length(G, cutoff=None):
    return ((node, single_source_shortest_path_length(G, node, cutoff)) for node in G)


def all_pairs_shortest_path(G, cutoff=None):
    return ((node, single_source_shortest_path(G, node, cutoff)) for node in G)


def all_shortest_paths(G, source, target):
    """All shortest paths, one after the other."""
    _known(G, source, target)
    steps = single_source_shortest_path_length(G, target)
    if source not in steps:
        raise NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    paths = [[source]]
    while paths:
        path = paths.pop()
        if path[-1] == target:
            yield path
        for step in G._adj[path[-1]]:
            if steps.get(step, -1) == steps[path[-1]] - 1:
                paths.append(path + [step])


def has_path(G, source, target):
    try:
        bidirectional_shortest_path(G, source, target)
    except NetworkXNoPath:
        return False
    return True


def _dijkstra(G, source, weight):
    from heapq import heappop, heappush

    _known(G, source)
    cost = weight if callable(weight) else lambda u, v, data: data.get(weight, 1)
    done, best, before, count = {}, {source: 0}, {source: None}, 0
    heap = [(0, 0, source)]
    while heap:
        distance, _, node = heappop(heap)
        if node in done:
            continue
        done[node] = distance
        for step, data in G._adj[node].items():
            price = cost(node, step, data)
            if price is None:
                continue
            if step not in done and (step not in best or distance + price < best[step]):
                best[step], before[step] = distance + price, node
                count += 1
                heappush(heap, (best[step], count, step))
    return done, before


def dijkstra_path(G, source, target, weight="weight"):
    done, before = _dijkstra(G, source, weight)
    _known(G, target)
    if target not in done:
        raise NetworkXNoPath(f"No path to {target}.")
    path = [target]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path[::-1]


def dijkstra_path_length(G, source, target, weight="weight"):
    done, _ = _dijkstra(G, source, weight)
    if target not in done:
        raise NetworkXNoPath(f"No path to {target}.")
    return done[target]


def astar_path(G, source, target, heuristic=None, weight="weight"):
    """A cheapest path. The heuristic only saves time, and is not used."""
    return dijkstra_path(G, source, target, weight)


def connected_components(G):
    """The sets of nodes that hang together."""
    seen = set()
    for node in G:
        if node not in seen:
            part = node_connected_component(G, node)
            seen |= part
            yield part


def node_connected_component(G, n):
    return set(single_source_shortest_path_length(G, n))


def is_connected(G):
    return len(node_connected_component(G, next(iter(G)))) == len(G)


def freeze(G):
    return G


def neighbors(G, n):
    return G.neighbors(n)
