"""Errors of graphs."""


class NetworkXException(Exception):
    """The base class of these errors."""


class NetworkXError(NetworkXException):
    """A graph is used in a wrong way."""


class NetworkXPointlessConcept(NetworkXException):
    """The value is not defined for a graph without nodes."""


class NetworkXAlgorithmError(NetworkXException):
    """A computation ends without a result."""


class NetworkXUnfeasible(NetworkXAlgorithmError):
    """There is no solution."""


class NetworkXNoPath(NetworkXUnfeasible):
    """There is no path."""


class NetworkXNoCycle(NetworkXUnfeasible):
    """There is no cycle."""


class HasACycle(NetworkXException):
    """There is a cycle."""


class NetworkXUnbounded(NetworkXAlgorithmError):
    """The solutions have no bound."""


class NetworkXNotImplemented(NetworkXException):
    """The function does not support this kind of graph."""


class NodeNotFound(NetworkXException):
    """A node is not in the graph."""


class AmbiguousSolution(NetworkXException):
    """There is more than one solution."""


class ExceededMaxIterations(NetworkXException):
    """A computation takes too long."""


class PowerIterationFailedConvergence(ExceededMaxIterations):
    """A computation does not converge."""

    def __init__(self, num_iterations, *args):
        super().__init__(f"power iteration failed to converge within {num_iterations} iterations", *args)
