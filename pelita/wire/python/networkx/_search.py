"""Searches, and the parts of graphs. Nodes are visited in the order of networkx."""

from itertools import chain

from ._graph import DiGraph
from .exception import NetworkXError, NetworkXNoCycle, NetworkXNotImplemented, NetworkXPointlessConcept, NetworkXUnfeasible


def _undirected(G):
    if G.is_directed():
        raise NetworkXNotImplemented("not implemented for directed type")


def _directed(G):
    if not G.is_directed():
        raise NetworkXNotImplemented("not implemented for undirected type")


# In breadth.


def bfs_edges(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    """The edges of a breadth-first search, one after the other."""
    steps = G.predecessors if reverse and G.is_directed() else G.neighbors
    limit = len(G) if depth_limit is None else depth_limit
    seen, fringe, depth = {source}, [source], 0
    while fringe and depth < limit:
        following = []
        for node in fringe:
            for step in steps(node) if sort_neighbors is None else sort_neighbors(steps(node)):
                if step not in seen:
                    seen.add(step)
                    following.append(step)
                    yield node, step
        fringe, depth = following, depth + 1


def bfs_tree(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    """The tree of a breadth-first search, a DiGraph."""
    tree = DiGraph()
    tree.add_node(source)
    tree.add_edges_from(bfs_edges(G, source, reverse, depth_limit, sort_neighbors))
    return tree


def bfs_predecessors(G, source, depth_limit=None, sort_neighbors=None):
    return ((v, u) for u, v in bfs_edges(G, source, False, depth_limit, sort_neighbors))


def bfs_successors(G, source, depth_limit=None, sort_neighbors=None):
    """(node, the nodes found from it)."""
    parent, children = source, []
    for u, v in bfs_edges(G, source, False, depth_limit, sort_neighbors):
        if u != parent:
            yield parent, children
            parent, children = u, []
        children.append(v)
    yield parent, children


def bfs_layers(G, sources):
    """Lists of nodes by steps from the nearest source."""
    layer = list(set([sources] if sources in G else sources))
    for node in layer:
        if node not in G:
            raise NetworkXError(f"The node {node} is not in the graph.")
    seen = set(layer)
    while layer:
        yield layer
        following = []
        for node in layer:
            for step in G._adj[node]:
                if step not in seen:
                    seen.add(step)
                    following.append(step)
        layer = following


def descendants_at_distance(G, source, distance):
    """The set of the nodes at the given number of steps."""
    if source not in G:
        raise NetworkXError(f"The node {source} is not in the graph.")
    for i, layer in enumerate(bfs_layers(G, source)):
        if i == distance:
            return set(layer)
    return set()


def descendants(G, source):
    """The nodes that can be reached, a set."""
    return {v for _, v in bfs_edges(G, source)}


def ancestors(G, source):
    """The nodes from which a node can be reached, a set."""
    return {v for _, v in bfs_edges(G, source, reverse=True)}


# In depth.


def dfs_labeled_edges(G, source=None, depth_limit=None, *, sort_neighbors=None):
    """(u, v, label) of a depth-first search: forward, nontree, reverse or reverse-depth_limit."""

    def steps(node):
        return G.neighbors(node) if sort_neighbors is None else iter(sort_neighbors(G.neighbors(node)))

    limit = len(G) if depth_limit is None else depth_limit
    seen = set()
    for start in G if source is None else [source]:
        if start in seen:
            continue
        yield start, start, "forward"
        seen.add(start)
        path = [(start, steps(start))]
        while path:
            node, children = path[-1]
            for child in children:
                if child in seen:
                    yield node, child, "nontree"
                    continue
                yield node, child, "forward"
                seen.add(child)
                if len(path) < limit:
                    path.append((child, steps(child)))
                    break
                yield node, child, "reverse-depth_limit"
            else:
                path.pop()
                if path:
                    yield path[-1][0], node, "reverse"
        yield start, start, "reverse"


def dfs_edges(G, source=None, depth_limit=None, *, sort_neighbors=None):
    """The edges of a depth-first search, one after the other."""
    labeled = dfs_labeled_edges(G, source, depth_limit, sort_neighbors=sort_neighbors)
    return ((u, v) for u, v, label in labeled if label == "forward" and u != v)


def dfs_tree(G, source=None, depth_limit=None, *, sort_neighbors=None):
    """The tree of a depth-first search, a DiGraph."""
    tree = DiGraph()
    tree.add_nodes_from(G if source is None else [source])
    tree.add_edges_from(dfs_edges(G, source, depth_limit, sort_neighbors=sort_neighbors))
    return tree


def dfs_predecessors(G, source=None, depth_limit=None, *, sort_neighbors=None):
    return {v: u for u, v in dfs_edges(G, source, depth_limit, sort_neighbors=sort_neighbors)}


def dfs_successors(G, source=None, depth_limit=None, *, sort_neighbors=None):
    found = {}
    for u, v in dfs_edges(G, source, depth_limit, sort_neighbors=sort_neighbors):
        found.setdefault(u, []).append(v)
    return found


def dfs_preorder_nodes(G, source=None, depth_limit=None, *, sort_neighbors=None):
    labeled = dfs_labeled_edges(G, source, depth_limit, sort_neighbors=sort_neighbors)
    return (v for _, v, label in labeled if label == "forward")


def dfs_postorder_nodes(G, source=None, depth_limit=None, *, sort_neighbors=None):
    labeled = dfs_labeled_edges(G, source, depth_limit, sort_neighbors=sort_neighbors)
    return (v for _, v, label in labeled if label == "reverse")


# Components.


def _reach(G, near, start):
    seen, fringe = {start}, [start]
    for node in fringe:  # grows
        for step in near[node]:
            if step not in seen:
                seen.add(step)
                fringe.append(step)
    return seen


def connected_components(G):
    """The connected components, sets of nodes."""
    _undirected(G)

    def parts():
        seen = set()
        for node in G:
            if node not in seen:
                part = _reach(G, G._adj, node)
                seen |= part
                yield part

    return parts()


def number_connected_components(G):
    return sum(1 for _ in connected_components(G))


def node_connected_component(G, n):
    """The connected component of a node, a set."""
    _undirected(G)
    if n not in G:
        raise KeyError(n)
    return _reach(G, G._adj, n)


def is_connected(G):
    """Whether the graph is connected."""
    _undirected(G)
    if len(G) == 0:
        raise NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return len(next(connected_components(G))) == len(G)


def weakly_connected_components(G):
    """The components that are connected if directions are ignored, sets of nodes."""
    _directed(G)
    seen = set()
    for node in G:
        if node in seen:
            continue
        part, fringe = {node}, [node]
        for here in fringe:  # grows
            for step in chain(G._adj[here], G._pred[here]):
                if step not in part:
                    part.add(step)
                    fringe.append(step)
        seen |= part
        yield part


def is_weakly_connected(G):
    return len(next(weakly_connected_components(G))) == len(G)


def strongly_connected_components(G):
    """The sets of nodes each of which can be reached from each other one (Tarjan, 1972)."""
    _directed(G)
    found, low, settled, waiting = {}, {}, set(), []
    for root in G:
        if root in found:
            continue
        found[root] = low[root] = len(found)
        waiting.append(root)
        path = [(root, iter(G._adj[root]))]
        while path:
            node, steps = path[-1]
            for step in steps:
                if step not in found:
                    found[step] = low[step] = len(found)
                    waiting.append(step)
                    path.append((step, iter(G._adj[step])))
                    break
                if step not in settled:
                    low[node] = min(low[node], found[step])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == found[node]:
                    at = waiting.index(node)
                    part = set(waiting[at:])
                    del waiting[at:]
                    settled |= part
                    yield part


def is_strongly_connected(G):
    if len(G) == 0:
        raise NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return len(next(strongly_connected_components(G))) == len(G)


def _blocks(G):
    """Depth-first (Hopcroft and Tarjan, 1973): (edges of a block, the node it hangs on, whether that is the root)."""
    found, low = {}, {}
    for root in G:
        if root in found:
            continue
        found[root] = low[root] = 0
        count, edges, begins = 1, [], {}
        path = [(root, root, iter(G._adj[root]))]
        while path:
            parent, node, steps = path[-1]
            for step in steps:
                if step == parent:
                    continue
                if step in found:
                    if found[step] <= found[node]:
                        low[node] = min(low[node], found[step])
                        edges.append((node, step))
                    continue
                found[step] = low[step] = count
                count += 1
                begins[step] = len(edges)
                edges.append((node, step))
                path.append((node, step, iter(G._adj[step])))
                break
            else:
                path.pop()
                if node == root:
                    continue
                if low[node] >= found[parent]:
                    yield edges[begins[node]:], parent, parent == root
                    del edges[begins[node]:]
                low[parent] = min(low[parent], low[node])
        yield None, root, True


def biconnected_component_edges(G):
    """The edges of each biconnected component, a list."""
    _undirected(G)
    return (edges for edges, _, _ in _blocks(G) if edges)


def biconnected_components(G):
    """The sets of nodes that stay connected without any one of their nodes."""
    return (set(chain.from_iterable(edges)) for edges in biconnected_component_edges(G))


def is_biconnected(G):
    parts = list(biconnected_components(G))
    return len(parts) == 1 and len(parts[0]) == len(G)


def articulation_points(G):
    """The nodes without which a graph falls apart, one after the other."""
    _undirected(G)

    def points():
        seen, at_root = set(), 0
        for edges, node, is_root in _blocks(G):
            if is_root and edges:
                at_root += 1
                continue
            if is_root:
                node, at_root, good = node, 0, at_root > 1
                if not good:
                    continue
            if node not in seen:
                seen.add(node)
                yield node

    return points()


def bridges(G, root=None):
    """The edges without which a graph falls apart, one after the other."""
    _undirected(G)
    part = G if root is None else G.subgraph(node_connected_component(G, root)).copy()
    alone = {frozenset(edges[0]) for edges in biconnected_component_edges(part) if len(edges) == 1}
    return (edge for edge in part.edges if frozenset(edge) in alone)


def has_bridges(G, root=None):
    return next(bridges(G, root), None) is not None


# Directed graphs without cycles, and cycles.


def topological_generations(G):
    """Lists of nodes, each after all from which there are edges to it."""
    if not G.is_directed():
        raise NetworkXError("Topological sort not defined on undirected graphs.")
    waiting = {node: len(G._pred[node]) for node in G}
    ready = [node for node in G if not waiting[node]]
    done = 0
    while ready:
        following = []
        for node in ready:
            for step in G._adj[node]:
                waiting[step] -= 1
                if not waiting[step]:
                    following.append(step)
        done += len(ready)
        yield ready
        ready = following
    if done < len(G):
        raise NetworkXUnfeasible("Graph contains a cycle or graph changed during iteration")


def topological_sort(G):
    """The nodes, each after all from which there are edges to it."""
    return chain.from_iterable(topological_generations(G))


def is_directed_acyclic_graph(G):
    try:
        return G.is_directed() and all(True for _ in topological_sort(G))
    except NetworkXUnfeasible:
        return False


def cycle_basis(G, root=None):
    """A basis of the cycles, lists of nodes."""
    _undirected(G)
    left, cycles = dict.fromkeys(G), []
    while left:
        start = left.popitem()[0] if root is None else root
        todo, before, used = [start], {start: start}, {start: set()}
        while todo:
            node = todo.pop()
            for step in G._adj[node]:
                if step not in used:
                    before[step] = node
                    todo.append(step)
                    used[step] = {node}
                elif step == node:
                    cycles.append([node])
                elif step not in used[node]:
                    cycle, at = [step, node], before[node]
                    while at not in used[step]:
                        cycle.append(at)
                        at = before[at]
                    cycles.append([*cycle, at])
                    used[step].add(node)
        for node in before:
            left.pop(node, None)
        root = None
    return cycles


def find_cycle(G, source=None, orientation=None):
    """The edges of a cycle. Raises NetworkXNoCycle."""
    if orientation not in (None, "original"):
        raise NetworkXNotImplemented("this stand-in for networkx finds cycles as edges are directed only")
    done = set()
    for start in G.nbunch_iter(source):
        if start in done:
            continue
        path, active = [(start, None, iter(G._adj[start]))], {start}
        while path:
            node, parent, steps = path[-1]
            for step in steps:
                if step == parent and not G.is_directed() or step in done:
                    continue
                if step in active:
                    nodes = [n for n, _, _ in path]
                    nodes = [*nodes[nodes.index(step):], step]
                    return list(zip(nodes, nodes[1:]))
                active.add(step)
                path.append((step, node, iter(G._adj[step])))
                break
            else:
                path.pop()
                active.discard(node)
                done.add(node)
    raise NetworkXNoCycle("No cycle found.")


__all__ = [name for name, value in globals().items() if name[0] != "_" and getattr(value, "__module__", "") == __name__]
