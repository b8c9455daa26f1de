"""What goes wrong with graphs."""


class NetworkXException(Exception):
    """Any of these."""


class NetworkXError(NetworkXException):
    """A graph is used in a wrong way."""


class NetworkXPointlessConcept(NetworkXException):
    """A graph without nodes has no such thing."""


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
    """A solution could be ever better."""


class NetworkXNotImplemented(NetworkXException):
    """This kind of graph cannot be taken."""


class NodeNotFound(NetworkXException):
    """A node is not in the graph."""


class AmbiguousSolution(NetworkXException):
    """There is more than one solution."""


class ExceededMaxIterations(NetworkXException):
    """A computation takes too long."""


class PowerIterationFailedConvergence(ExceededMaxIterations):
    """A computation does not settle."""

    def __init__(self, num_iterations, *args):
        super().__init__(f"power iteration failed to converge within {num_iterations} iterations", *args)
