"""Base class of the test control's client."""

from __future__ import annotations

import json
import time
import urllib.parse
from types import TracebackType
from typing import Any, Dict, List, Literal, Mapping, Optional, Self, Type, TypeAlias

from ._names import OldNames
from ._portable import StoreError, warn_of_reason
from ._transport import MAX_ANSWER_BYTES, Answer, Transport, TransportError, check_timeout
from ._values import is_list, is_object, plain

ControlFailure: TypeAlias = Literal[
    "invalid_value", "refused", "unavailable", "connection_failed", "timed_out", "unexpected_answer"
]


def _text_of(error: Dict[str, str]) -> str:
    """The message, behind the member that it is about."""
    field, message = error.get("field"), error.get("message")
    return f"{field}: {message}" if field else str(message)


class ControlError(StoreError):
    """The test control refused a call, or gave no valid answer."""

    operation: str
    fault: ControlFailure
    """The kind of failure.

    ``invalid_value`` a value cannot be sent, such as nan; nothing was sent ·
    ``refused`` the service refused the call: see ``status`` and ``errors`` ·
    ``unavailable`` the service asks for a later retry (HTTP 429, 503): see ``retry_after`` ·
    ``connection_failed``, ``timed_out`` ·
    ``unexpected_answer`` no answer of the service, but the page of a proxy, a redirect (never followed).
    """
    status: int
    """400: violates the schema, 422: violates a rule, 403: not allowed, 404: not found; 0: no answer."""
    errors: List[Dict[str, str]]
    """``message`` and, for an invalid member, ``field``."""
    retry_after: Optional[int]
    """Seconds to wait before the next try, if the service gives them."""

    def __init__(
        self,
        operation: str,
        fault: ControlFailure,
        errors: List[Dict[str, str]],
        status: int = 0,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(f"{operation}: {'; '.join(_text_of(error) for error in errors)}")
        self.operation = operation
        self.fault = fault
        self.status = status
        self.errors = errors
        self.retry_after = retry_after

    @property
    def reason(self) -> ControlFailure:
        """The former name of ``fault``."""
        warn_of_reason()
        return self.fault


class ControlConnection:
    def __init__(self, transport: Transport, timeout: Optional[float], headers: Mapping[str, str]) -> None:
        check_timeout(timeout)
        self.transport = transport
        self.timeout = timeout
        self.headers = headers

    def send(
        self,
        operation: str,
        method: str,
        path: str,
        query: Mapping[str, object],
        body: Optional[object] = None,
        key: Optional[str] = None,
    ) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        address = path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"Accept": "application/json", **self.headers}

        def refuse(field: str, message: str) -> ControlError:
            return ControlError(operation, "invalid_value", [{"field": field, "message": message}])

        data = None if body is None else json.dumps(plain(body, "", refuse)).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        try:
            answer = self.transport.send(method, address, headers, data, deadline)
        except TransportError as error:
            problem = {"message": error.message}
            raise ControlError(operation, error.reason, [problem], error.status or 0) from error
        if answer.status >= 300:
            raise _refusal(operation, answer)
        try:
            return json.loads(answer.body) if answer.body else None
        except (ValueError, RecursionError):
            message = answer.told(f"HTTP {answer.status} without an answer in JSON{answer.beginning}")
            raise ControlError(
                operation, "unexpected_answer", [{"message": message}], answer.status
            ) from None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refusal(operation: str, answer: Answer) -> ControlError:
    errors = _problems(answer.body)
    reason: ControlFailure = "unexpected_answer" if errors is None else "refused"
    if answer.is_busy:
        reason = "unavailable"
    problems = errors or [{"message": answer.told(f"HTTP {answer.status}{answer.beginning}")}]
    return ControlError(operation, reason, problems, answer.status, answer.retry_after)


def _problems(body: bytes) -> Optional[List[Dict[str, str]]]:
    """The errors in the answer; None if it is not an answer of the service."""
    try:
        errors = json.loads(body)["errors"]
    except (ValueError, RecursionError, KeyError, TypeError):
        return None
    return errors if is_list(errors) and errors and all(map(is_object, errors)) else None


def segment(value: object) -> str:
    """A part of an address."""
    return urllib.parse.quote(str(value), safe="")


class ControlBase(OldNames):
    def __init__(
        self,
        url: str,
        *,
        token: Optional[str] = None,
        sandbox: Optional[str] = None,
        timeout: Optional[float] = 30.0,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
    ) -> None:
        """
        :param url: the address of the service
        :param token: the service's CONTROL_TOKEN, if it has one
        :param sandbox: the sandbox to use; default: the shop itself
        :param timeout: timeout of a call in seconds; None: no limit
        :param max_answer_bytes: the maximum size of an answer in bytes
        """
        headers: Dict[str, str] = {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if sandbox is not None:
            headers["X-Sandbox"] = sandbox
        self._connection = ControlConnection(Transport(url, max_answer_bytes), timeout, headers)

    def close(self) -> None:
        """Closes the connection."""
        self._connection.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
