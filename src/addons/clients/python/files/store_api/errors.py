"""The errors of calls of the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, TypeAlias, Union, cast

from ._portable import StoreError, warn_of_reason

if TYPE_CHECKING:
    from .faults import FaultData, FaultName


class StoreApiError(StoreError):
    """The service refused a call. Branch on ``fault``."""

    operation: str
    """The operation that was called."""
    fault: FaultName
    """The string code of the fault."""
    code: int
    """The number of the fault; several faults may share a number."""
    message: str
    """A text for people, with one line per problem."""
    data: FaultData
    """Further data of the fault, for example the invalid members."""
    request_id: Optional[str]
    """``X-Request-Id`` of the response, by which the log of the service has the call."""

    def __init__(
        self,
        operation: str,
        code: int,
        message: str,
        data: Mapping[str, object],
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(f"{operation}: {message} ({data['fault']})")
        self.operation = operation
        self.fault = cast("FaultName", data["fault"])
        self.code = code
        self.message = message
        self.data = cast("FaultData", data)
        self.request_id = request_id


ClientFault: TypeAlias = Literal[
    "invalid_value",
    "connection_failed",
    "timed_out",
    "unavailable",
    "unexpected_answer",
    "no_session",
    "not_executed",
]


class StoreClientError(StoreError):
    """There is no valid answer of the service.

    It is unknown whether the call was executed, unless the fault is ``invalid_value``, ``no_session`` or
    ``not_executed``.
    """

    operation: str
    fault: ClientFault
    """The kind of failure.

    ``invalid_value`` a value cannot be sent, named by its member; nothing was sent ·
    ``connection_failed`` the service is unreachable, or the connection was closed ·
    ``timed_out`` the time limit has passed ·
    ``unavailable`` the service, or a proxy, asks for a later retry (HTTP 429, 503): see ``retry_after`` ·
    ``unexpected_answer`` no answer of the service, but the page of a proxy, a redirect (never followed) ·
    ``no_session`` the client was created with only a session, and that session has ended ·
    ``not_executed`` an earlier call of the batch failed.
    """
    status: Optional[int]
    """The HTTP status, if there was an HTTP answer."""
    retry_after: Optional[int]
    """Seconds to wait before the next try, if the service gives them."""
    request_id: Optional[str]
    """``X-Request-Id`` of the response, if there was an HTTP answer that has it."""

    def __init__(
        self,
        operation: str,
        fault: ClientFault,
        message: str,
        status: Optional[int] = None,
        retry_after: Optional[int] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation
        self.fault = fault
        self.status = status
        self.retry_after = retry_after
        self.request_id = request_id

    @property
    def reason(self) -> ClientFault:
        """The former name of ``fault``."""
        warn_of_reason()
        return self.fault


def error_of(operation: str, answer: Mapping[str, Any]) -> Union[StoreApiError, StoreClientError]:
    """The error in an answer."""
    error, request_id = answer["error"], answer.get("request_id")
    if error["code"] < 0:
        # A protocol error: the request as a whole was refused.
        return StoreClientError(operation, "unexpected_answer", error["message"], request_id=request_id)
    return StoreApiError(operation, error["code"], error["message"], error["data"], request_id)
