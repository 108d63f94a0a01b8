"""What calls of the shop fail with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Optional, TypeAlias, cast

if TYPE_CHECKING:
    from .faults import FaultData, FaultName


class StoreApiError(Exception):
    """The service refused a call. Branch on ``fault``."""

    operation: str
    """The operation that was called."""
    fault: FaultName
    """The string code of the fault."""
    code: int
    """The number of the fault; one number may stand for several faults."""
    message: str
    """For people; one line per problem."""
    data: FaultData
    """What the service says besides, for example which members are wrong."""

    def __init__(self, operation: str, code: int, message: str, data: Mapping[str, object]) -> None:
        super().__init__(f"{operation}: {message} ({data['fault']})")
        self.operation = operation
        self.fault = cast("FaultName", data["fault"])
        self.code = code
        self.message = message
        self.data = cast("FaultData", data)


Reason: TypeAlias = Literal[
    "connection_failed", "timed_out", "unavailable", "unexpected_answer", "no_session", "not_executed"
]


class StoreClientError(Exception):
    """There is no answer of the service.

    Whether the call was carried out is not known, unless the reason is ``no_session``, or ``not_executed``: an
    earlier call of its batch failed.
    """

    operation: str
    reason: Reason
    """Why.

    ``connection_failed`` the service cannot be reached, or the connection broke ·
    ``timed_out`` the time ran out ·
    ``unavailable`` the service, or a proxy before it, asks to come back later (HTTP 429, 503): see ``retry_after`` ·
    ``unexpected_answer`` something else answered, such as a proxy's page or a redirect, which is never followed ·
    ``no_session`` the client was made of a session alone, and that one was ended ·
    ``not_executed`` an earlier call of the batch failed.
    """
    status: Optional[int]
    """The HTTP status, if there was an HTTP answer."""
    retry_after: Optional[int]
    """Seconds to wait before the next try, if the service named them."""

    def __init__(
        self,
        operation: str,
        reason: Reason,
        message: str,
        status: Optional[int] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation
        self.reason = reason
        self.status = status
        self.retry_after = retry_after
