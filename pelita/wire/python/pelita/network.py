"""What can go wrong between a game and a team that is not in its process. Games of Python do not go over a network here."""

from ._common import NEW as _NEW

if _NEW:

    class RemotePlayerSendError(Exception):
        """No message can be sent to a team."""

    class RemotePlayerRecvTimeout(Exception):
        """A team did not answer in time."""

    class RemotePlayerFailure(Exception):
        """A team reports an error."""

        def __init__(self, error_type, error_msg):
            super().__init__(error_type, error_msg)
            self.error_type, self.error_msg = error_type, error_msg

        def __str__(self):
            return f"{self.error_type}: {self.error_msg}"

    class RemotePlayerProtocolError(RemotePlayerFailure):
        """A team does not keep to the protocol."""

        def __init__(self):
            super().__init__("BadProtocol", "Bad protocol error")

    class BadState(Exception):
        """A message comes when none can."""

else:

    class ZMQUnreachablePeer(Exception):
        """No message can be sent to a team."""

    class ZMQReplyTimeout(Exception):
        """A team did not answer in time."""

    class ZMQClientError(Exception):
        """A team reports an error."""

        def __init__(self, message, error_type, *args):
            super().__init__(message, error_type, *args)
            self.message, self.error_type = message, error_type
