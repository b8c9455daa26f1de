"""Views of graphs, read only: nodes, edges, degrees and neighbours."""

from collections.abc import Mapping, Set
from types import MappingProxyType

from .exception import NetworkXError


class NodeView(Mapping, Set):
    """The nodes, a set, and their attributes: nodes[n]."""

    def __init__(self, graph):
        self._nodes = graph._node

    @classmethod
    def _from_iterable(cls, nodes):
        return set(nodes)

    def __len__(self):
        return len(self._nodes)

    def __iter__(self):
        return iter(self._nodes)

    def __contains__(self, node):
        return node in self._nodes

    def __getitem__(self, node):
        return self._nodes[node]

    def __call__(self, data=False, default=None):
        return self if data is False else _Items(self, data, default)

    data = __call__

    def __str__(self):
        return str(list(self))

    def __repr__(self):
        return f"NodeView({tuple(self)})"


class _Items:
    """Nodes with their attributes, or with one of them."""

    def __init__(self, nodes, data, default):
        self._nodes, self._data, self._default = nodes._nodes, data, default

    def __len__(self):
        return len(self._nodes)

    def __iter__(self):
        return ((node, self[node]) for node in self._nodes)

    def __contains__(self, item):
        return item in list(self)

    def __getitem__(self, node):
        about = self._nodes[node]
        return about if self._data is True else about.get(self._data, self._default)

    def items(self):
        return iter(self)


class EdgeView(Set, Mapping):
    """The edges (u, v), a set, and their attributes: edges[u, v]."""

    def __init__(self, graph):
        self._graph = graph

    @classmethod
    def _from_iterable(cls, edges):
        return set(edges)

    def _all(self, nodes=None):
        graph = self._graph
        if graph.is_directed():
            for u in graph._adj if nodes is None else nodes:
                for v, about in graph._adj[u].items():
                    yield u, v, about
            return
        seen = {}
        for u in graph._adj if nodes is None else nodes:
            for v, about in graph._adj[u].items():
                if v not in seen:
                    yield u, v, about
            seen[u] = True

    def __call__(self, nbunch=None, data=False, *, default=None):
        if nbunch is None and data is False:
            return self
        nodes = None if nbunch is None else list(dict.fromkeys(self._graph.nbunch_iter(nbunch)))
        return EdgeDataView(self, nodes, data, default)

    def data(self, data=True, default=None, nbunch=None):
        return EdgeDataView(self, None if nbunch is None else list(dict.fromkeys(self._graph.nbunch_iter(nbunch))), data, default)

    def __len__(self):
        return sum(1 for _ in self._all())

    def __iter__(self):
        return ((u, v) for u, v, _ in self._all())

    def __contains__(self, edge):
        try:
            u, v = edge
        except (TypeError, ValueError):
            return False
        return self._graph.has_edge(u, v)

    def __getitem__(self, edge):
        u, v = edge
        return self._graph._adj[u][v]

    def __repr__(self):
        return f"{type(self).__name__}({list(self)})"


class EdgeDataView:
    """Edges, with their attributes or one of them."""

    def __init__(self, edges, nodes, data, default):
        self._edges, self._nodes, self._data, self._default = edges, nodes, data, default

    def __iter__(self):
        for u, v, about in self._edges._all(self._nodes):
            if self._data is True:
                yield u, v, about
            elif self._data is False:
                yield u, v
            else:
                yield u, v, about.get(self._data, self._default)

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, edge):
        edges = list(self)
        turned = (edge[1], edge[0], *edge[2:])
        return edge in edges or not self._edges._graph.is_directed() and turned in edges

    def __repr__(self):
        return f"EdgeDataView({list(self)})"


class DegreeView:
    """How many edges a node has: degree[n]; a loop counts twice."""

    def __init__(self, graph, sides, nodes=None, weight=None):
        self._graph, self._sides, self._nodes, self._weight = graph, sides, nodes, weight

    def __call__(self, nbunch=None, weight=None):
        if nbunch is None:
            return DegreeView(self._graph, self._sides, None, weight)
        if nbunch in self._graph:
            return DegreeView(self._graph, self._sides, None, weight)[nbunch]
        return DegreeView(self._graph, self._sides, list(self._graph.nbunch_iter(nbunch)), weight)

    def __getitem__(self, node):
        total = 0
        for near in self._sides:
            if self._weight is None:
                total += len(near[node])
            else:
                total += sum(about.get(self._weight, 1) for about in near[node].values())
        if not self._graph.is_directed() and node in self._sides[0][node]:
            total += 1 if self._weight is None else self._sides[0][node][node].get(self._weight, 1)
        return total

    def __iter__(self):
        return ((node, self[node]) for node in (self._graph if self._nodes is None else self._nodes))

    def __len__(self):
        return len(self._graph if self._nodes is None else self._nodes)

    def __repr__(self):
        return f"DegreeView({dict(self)})"


class Adjacency(Mapping):
    """The neighbours of all nodes, to read; the attributes of edges can be changed."""

    def __init__(self, near):
        self._near = near

    def __len__(self):
        return len(self._near)

    def __iter__(self):
        return iter(self._near)

    def __getitem__(self, node):
        near = self._near[node]
        return MappingProxyType(near) if isinstance(near, dict) else near

    def __repr__(self):
        return f"AdjacencyView({ {node: dict(near) for node, near in self._near.items()} })"


class Chosen(Mapping):
    """The part of a dict by node that a view of a graph shows. nodes: a set, or None and a function."""

    def __init__(self, whole, nodes, node_ok, inner=None):
        self._whole, self._nodes, self._ok, self._inner = whole, nodes, node_ok, inner

    def __len__(self):
        return sum(1 for _ in self)

    def __iter__(self):
        # The order is that of networkx, which goes through the smaller of the two.
        if self._nodes is not None and 2 * len(self._nodes) < len(self._whole):
            return (node for node in self._nodes if node in self._whole)
        return (node for node in self._whole if self._ok(node))

    def __contains__(self, node):
        return node in self._whole and self._ok(node)

    def __getitem__(self, node):
        if node not in self._whole or not self._ok(node):
            raise KeyError(f"Key {node} not found")
        return self._inner(node, self._whole[node]) if self._inner else self._whole[node]

    def __repr__(self):
        return repr(dict(self))


def frozen(*args, **kwargs):
    """Raise the error for changing a frozen graph."""
    raise NetworkXError("Frozen graph can't be modified")


def freeze(G):
    """Freeze a graph: it can no longer be changed, but the attributes of its nodes and edges can. Returns it."""
    for name in (
        "add_node", "add_nodes_from", "remove_node", "remove_nodes_from", "add_edge", "add_edges_from", "add_weighted_edges_from",
        "remove_edge", "remove_edges_from", "clear", "clear_edges",
    ):
        setattr(G, name, frozen)
    G.frozen = True
    return G


def is_frozen(G):
    """Whether a graph cannot be changed."""
    return getattr(G, "frozen", False)


def _view(G, node, adj, pred=None):
    part = freeze(type(G)())
    part._graph, part.graph, part._node, part._adj = G, G.graph, node, adj
    if G.is_directed():
        part._succ, part._pred = adj, pred
    return part


def generic_graph_view(G):
    """The same graph, to read."""
    return _view(G, G._node, G._adj, G._pred if G.is_directed() else None)


def subgraph_view(G, *, filter_node=None, filter_edge=None):
    """The nodes and edges of a graph for which functions (of n and of u, v) are true, to read."""
    nodes = getattr(filter_node, "nodes", None)
    node_ok = filter_node or (lambda node: True)
    edge_ok = filter_edge or (lambda u, v: True)

    def side(near, turned):
        def inner(u, found):
            def good(v):
                return node_ok(v) and (edge_ok(v, u) if turned else edge_ok(u, v))

            return Chosen(found, None if filter_edge else nodes, good)

        return Chosen(near, nodes, node_ok, inner)

    pred = side(G._pred, True) if G.is_directed() else None
    return _view(G, Chosen(G._node, nodes, node_ok), side(G._adj, False), pred)


class show_nodes:
    """A filter for subgraph_view: these nodes."""

    def __init__(self, nodes):
        self.nodes = set(nodes)

    def __call__(self, node):
        return node in self.nodes


def restricted_view(G, nodes, edges):
    """A graph without some nodes and edges, to read."""
    hidden = set(nodes)
    lost = set(edges) if G.is_directed() else set(edges) | {(v, u) for u, v in edges}
    return subgraph_view(G, filter_node=lambda node: node not in hidden, filter_edge=lambda u, v: (u, v) not in lost)


def reverse_view(G):
    """A directed graph with its edges turned, to read."""
    if not G.is_directed():
        from .exception import NetworkXNotImplemented

        raise NetworkXNotImplemented("not implemented for undirected type")
    return _view(G, G._node, G._pred, G._succ)
