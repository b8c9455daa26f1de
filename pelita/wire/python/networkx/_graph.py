"""Graphs. Nodes and neighbours keep the order in which they were added."""

from copy import deepcopy

from . import _views
from .exception import NetworkXError


class Graph:
    """An undirected graph with attributes: graph, nodes[n], edges[u, v] or graph[u][v]."""

    def __init__(self, incoming_graph_data=None, **attr):
        self.graph, self._node, self._adj = {}, {}, {}
        if incoming_graph_data is not None:
            self._fill(incoming_graph_data)
        self.graph.update(attr)

    def _fill(self, data):
        if isinstance(data, Graph):
            self.graph.update(data.graph)
            self.add_nodes_from((node, dict(about)) for node, about in data._node.items())
            self.add_edges_from(
                (u, v, dict(about)) for u, near in data._adj.items() for v, about in near.items()
            )
        elif isinstance(data, dict):
            self.add_nodes_from(data)
            for u, near in data.items():
                for v in near:
                    about = near[v] if isinstance(near, dict) else {}
                    self.add_edge(u, v, **(about if isinstance(about, dict) else {}))
        else:
            self.add_edges_from(data)

    # Queries.

    @property
    def nodes(self):
        return _views.NodeView(self)

    @property
    def edges(self):
        return _views.EdgeView(self)

    @property
    def adj(self):
        return _views.Adjacency(self._adj)

    @property
    def degree(self):
        return _views.DegreeView(self, [self._adj])

    @property
    def name(self):
        return self.graph.get("name", "")

    @name.setter
    def name(self, name):
        self.graph["name"] = name

    def __iter__(self):
        return iter(self._node)

    def __len__(self):
        return len(self._node)

    def __contains__(self, node):
        try:
            return node in self._node
        except TypeError:
            return False

    def __getitem__(self, node):
        return self.adj[node]

    def __str__(self):
        name = f" named {self.name!r}" if self.name else ""
        return f"{type(self).__name__}{name} with {len(self)} nodes and {self.number_of_edges()} edges"

    def has_node(self, node):
        return node in self

    def has_edge(self, u, v):
        try:
            return v in self._adj[u]
        except KeyError:
            return False

    def get_edge_data(self, u, v, default=None):
        return self._adj[u][v] if self.has_edge(u, v) else default

    def neighbors(self, n):
        try:
            return iter(self._adj[n])
        except KeyError:
            raise NetworkXError(f"The node {n} is not in the {'di' * self.is_directed()}graph.") from None

    def adjacency(self):
        return iter(self._adj.items())

    def nbunch_iter(self, nbunch=None):
        """The nodes that an argument names: none for all, one, or several."""
        if nbunch is None:
            return iter(self._adj)
        if nbunch in self:
            return iter([nbunch])
        try:
            return iter([node for node in nbunch if node in self])
        except TypeError:
            raise NetworkXError(f"Node {nbunch} is not in the graph.") from None

    def number_of_nodes(self):
        return len(self)

    order = number_of_nodes

    def number_of_edges(self, u=None, v=None):
        return len(self.edges) if u is None else int(self.has_edge(u, v))

    def size(self, weight=None):
        total = sum(degree for _, degree in self.degree(weight=weight))
        return total // 2 if weight is None else total / 2

    def is_directed(self):
        return False

    def is_multigraph(self):
        return False

    # Changes.

    def _put(self, node):
        if node is None:
            raise ValueError("None cannot be a node")
        if node not in self._node:
            self._node[node] = {}
            self._adj[node] = {}

    def _join(self, u, v, about):
        self._put(u)
        self._put(v)
        data = self._adj[u].get(v, {})
        data.update(about)
        self._adj[u][v] = self._adj[v][u] = data

    def add_node(self, node_for_adding, **attr):
        self._put(node_for_adding)
        self._node[node_for_adding].update(attr)

    def add_nodes_from(self, nodes_for_adding, **attr):
        for node in nodes_for_adding:
            about = attr
            try:
                hash(node)
            except TypeError:  # a node with its attributes
                node, extra = node
                about = {**attr, **extra}
            self._put(node)
            self._node[node].update(about)

    def add_edge(self, u_of_edge, v_of_edge, **attr):
        self._join(u_of_edge, v_of_edge, attr)

    def add_edges_from(self, ebunch_to_add, **attr):
        for edge in ebunch_to_add:
            if not 2 <= len(edge) <= 3:
                raise NetworkXError(f"Edge tuple {edge} must be a 2-tuple or 3-tuple.")
            self._join(edge[0], edge[1], {**attr, **(edge[2] if len(edge) > 2 else {})})

    def add_weighted_edges_from(self, ebunch_to_add, weight="weight", **attr):
        self.add_edges_from(((u, v, {weight: w}) for u, v, w in ebunch_to_add), **attr)

    def remove_node(self, n):
        if n not in self:
            raise NetworkXError(f"The node {n} is not in the graph.")
        for near in list(self._adj[n]):
            del self._adj[near][n]
        del self._adj[n], self._node[n]

    def remove_nodes_from(self, nodes):
        for node in nodes:
            if node in self:
                type(self).remove_node(self, node)

    def remove_edge(self, u, v):
        if not self.has_edge(u, v):
            raise NetworkXError(f"The edge {u}-{v} is not in the graph")
        del self._adj[u][v]
        if u != v:
            del self._adj[v][u]

    def remove_edges_from(self, ebunch):
        for u, v, *_ in ebunch:
            if self.has_edge(u, v):
                type(self).remove_edge(self, u, v)

    def update(self, edges=None, nodes=None):
        if isinstance(edges, Graph):
            edges, nodes = edges.edges(data=True), edges.nodes.items() if nodes is None else nodes
        if nodes is not None:
            self.add_nodes_from(nodes)
        if edges is not None:
            self.add_edges_from(edges)

    def clear(self):
        for part in (self._node, self._adj, self.graph):
            part.clear()

    def clear_edges(self):
        for near in self._adj.values():
            near.clear()

    # Other graphs that are made of it.

    def copy(self, as_view=False):
        """A graph of its own; as_view: the same one, to read."""
        return _views.generic_graph_view(self) if as_view else type(self)(self)

    def subgraph(self, nodes):
        """The part with these nodes, to read."""
        return _views.subgraph_view(self, filter_node=_views.show_nodes(self.nbunch_iter(nodes)))

    def edge_subgraph(self, edges):
        """The part with these edges, to read."""
        wanted = {frozenset(edge[:2]) for edge in edges} if not self.is_directed() else {tuple(edge[:2]) for edge in edges}
        nodes = _views.show_nodes(node for edge in wanted for node in edge)
        kind = tuple if self.is_directed() else frozenset
        return _views.subgraph_view(self, filter_node=nodes, filter_edge=lambda u, v: kind((u, v)) in wanted)

    def to_undirected(self, as_view=False):
        if as_view and not self.is_directed():
            return self.copy(as_view=True)
        other = Graph()
        other.graph.update(deepcopy(self.graph))
        other.add_nodes_from((node, deepcopy(about)) for node, about in self._node.items())
        other.add_edges_from((u, v, deepcopy(about)) for u, near in self._adj.items() for v, about in near.items())
        return _views.freeze(other) if as_view else other

    def to_directed(self, as_view=False):
        other = DiGraph()
        other.graph.update(deepcopy(self.graph))
        other.add_nodes_from((node, deepcopy(about)) for node, about in self._node.items())
        other.add_edges_from((u, v, deepcopy(about)) for u, near in self._adj.items() for v, about in near.items())
        return _views.freeze(other) if as_view else other


class DiGraph(Graph):
    """A directed graph."""

    def __init__(self, incoming_graph_data=None, **attr):
        self._pred = {}
        super().__init__(incoming_graph_data, **attr)
        self._succ = self._adj

    @property
    def succ(self):
        return _views.Adjacency(self._adj)

    @property
    def pred(self):
        return _views.Adjacency(self._pred)

    @property
    def degree(self):
        return _views.DegreeView(self, [self._adj, self._pred])

    @property
    def in_degree(self):
        return _views.DegreeView(self, [self._pred])

    @property
    def out_degree(self):
        return _views.DegreeView(self, [self._adj])

    @property
    def out_edges(self):
        return _views.EdgeView(self)

    def in_edges(self, nbunch=None, data=False):
        edges = [(u, v, about) for v in self.nbunch_iter(nbunch) for u, about in self._pred[v].items()]
        return edges if data else [edge[:2] for edge in edges]

    successors = Graph.neighbors

    def predecessors(self, n):
        try:
            return iter(self._pred[n])
        except KeyError:
            raise NetworkXError(f"The node {n} is not in the digraph.") from None

    def has_successor(self, u, v):
        return self.has_edge(u, v)

    def has_predecessor(self, u, v):
        return self.has_edge(v, u)

    def is_directed(self):
        return True

    def _put(self, node):
        super()._put(node)
        self._pred.setdefault(node, {})

    def _join(self, u, v, about):
        self._put(u)
        self._put(v)
        data = self._adj[u].get(v, {})
        data.update(about)
        self._adj[u][v] = self._pred[v][u] = data

    def remove_node(self, n):
        if n not in self:
            raise NetworkXError(f"The node {n} is not in the digraph.")
        for near in list(self._adj[n]):
            del self._pred[near][n]
        for near in list(self._pred[n]):
            del self._adj[near][n]
        del self._adj[n], self._pred[n], self._node[n]

    def remove_edge(self, u, v):
        if not self.has_edge(u, v):
            raise NetworkXError(f"The edge {u}-{v} not in graph.")
        del self._adj[u][v], self._pred[v][u]

    def clear(self):
        super().clear()
        self._pred.clear()

    def clear_edges(self):
        super().clear_edges()
        for near in self._pred.values():
            near.clear()

    def reverse(self, copy=True):
        """The graph with its edges turned."""
        if not copy:
            return _views.reverse_view(self)
        other = DiGraph()
        other.graph.update(deepcopy(self.graph))
        other.add_nodes_from((node, deepcopy(about)) for node, about in self._node.items())
        other.add_edges_from((v, u, deepcopy(about)) for u, near in self._adj.items() for v, about in near.items())
        return other
