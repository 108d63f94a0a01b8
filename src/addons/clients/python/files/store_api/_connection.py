"""Calls by JSON-RPC, in a session that is opened when it is needed."""

from __future__ import annotations

import json
import re
import threading
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._secrets import SecretBytes, SecretText
from ._transport import Answer, CustomTransport, TransportError, check_timeout
from ._values import is_list, is_object, sendable
from .errors import StoreApiError, StoreClientError, error_of

Wire = Dict[str, Any]

# Faults after which a request is repeated, if the client was told to.
_REPEATED = ("connection_failed", "unavailable")


class CallReport(NamedTuple):
    """One request to the service. It has neither arguments nor results, which may be personal or secret."""

    operation: str
    """The operation, ``batch``, ``multiCall`` or ``login``."""
    milliseconds: float
    status: Optional[int]
    """The HTTP status, if there was an HTTP answer."""
    fault: Optional[str]
    """The string code of the fault; None for a result and for the list of a batch."""
    attempt: int = 1
    """1 for the first try, then that of the retry."""
    replayed: bool = False
    """Whether the answer is that of an earlier call with the same idempotency key."""
    request_id: Optional[str] = None
    """``X-Request-Id`` of the answer, by which the log of the service has the request."""
    headers: Mapping[str, str] = {}
    """The headers of the answer, by names in lower case; empty without one."""


class Session:
    """The session that clients share, and the credentials to open it."""

    def __init__(self, username: Optional[str], api_key: Optional[str], value: Optional[str]) -> None:
        self.username = username
        self.api_key = None if api_key is None else SecretText(api_key)
        self.value = None if value is None else SecretText(value)
        self.lock = threading.Lock()


class Connection:
    def __init__(
        self,
        transport: CustomTransport,
        session: Session,
        timeout: Optional[float],
        headers: Mapping[str, str],
        strict: bool,
        retries: int = 0,
        on_call: Optional[Callable[[CallReport], None]] = None,
    ) -> None:
        check_timeout(timeout)
        self.transport = transport
        self.session = session
        self.timeout = timeout
        self.headers = headers
        self.strict = strict
        self.retries = retries
        self.on_call = on_call

    def call(self, operation: str, params: Mapping[str, object], key: Optional[str] = None) -> Any:
        """The result of an operation; parameters that are None are not sent."""
        given = sendable(operation, params)
        return self._in_session(
            operation, lambda session, deadline: self._request(operation, given, session, deadline, key)
        )

    def batch(
        self, calls: Sequence[Tuple[str, Mapping[str, object]]], key: Optional[str] = None
    ) -> List[Wire]:
        """The answers of several operations in one request."""
        deadline = self.deadline()
        requests: List[Wire] = [
            {"jsonrpc": "2.0", "id": number, "method": operation, "params": params}
            for number, (operation, params) in enumerate(calls)
        ]
        session = self.open("batch", deadline)
        answers = self._send_batch(requests, session, deadline, key)
        # After an expiry, only the calls that were refused because of it are repeated.
        expired = [one for one in requests if _is_expired(answers[one["id"]])]
        if expired and self.session.username is not None:
            session = self.open("batch", deadline, expired=session)
            # A key counts by position, so then the whole batch is sent again, and what was executed is answered again.
            left = expired if key is None else requests
            answers.update(self._send_batch(left, session, deadline, key))
        return [answers[one["id"]] for one in requests]

    def _send_batch(
        self, requests: List[Wire], session: str, deadline: Optional[float], key: Optional[str]
    ) -> Dict[object, Wire]:
        own: Dict[str, str] = {"Authorization": SecretText(f"Bearer {session}"), **_keyed(key)}
        found = self._post("batch", requests, own, deadline)
        answers = {answer.get("id"): answer for answer in found}
        if any(one["id"] not in answers for one in requests):
            raise StoreClientError("batch", "unexpected_answer", "an answer is missing")
        return answers

    def multi_call(
        self, calls: Sequence[Sequence[object]], stop: bool, key: Optional[str] = None
    ) -> List[Wire]:
        """The answers of several operations by ``multiCall`` of the service, which may stop after the first fault."""
        params = {"calls": calls, "options": {"break": 1} if stop else {}}
        answer = self._in_session(
            "multiCall",
            lambda session, deadline: self._answer(
                "multiCall", {**params, "sessionId": session}, None, deadline, key
            ),
        )
        return [_answer_of(entry, answer["request_id"]) for entry in answer["result"]]

    def open(self, operation: str, deadline: Optional[float], expired: Optional[str] = None) -> str:
        """The session. Threads that need one at the same time share one login."""
        session = self.session
        if not session.lock.acquire(timeout=-1 if deadline is None else max(0, deadline - time.monotonic())):
            raise StoreClientError(operation, "timed_out", "no session within the time limit")
        try:
            if session.value is not None and session.value != expired:
                return session.value
            if session.username is None:
                raise StoreClientError(operation, "no_session", "the client has no session and no key")
            login = {"username": session.username, "apiKey": session.api_key}
            session.value = SecretText(self._request("login", login, None, deadline))
            return session.value
        finally:
            session.lock.release()

    def end(self) -> None:
        with self.session.lock:
            value, self.session.value = self.session.value, None
        if value is not None:
            self._request("endSession", {"sessionId": value}, None, self.deadline())

    def deadline(self) -> Optional[float]:
        return None if self.timeout is None else time.monotonic() + self.timeout

    def _in_session(self, operation: str, send: Callable[[str, Optional[float]], Any]) -> Any:
        deadline = self.deadline()
        session = self.open(operation, deadline)
        try:
            return send(session, deadline)
        except StoreApiError as error:
            if error.fault != "session_expired" or self.session.username is None:
                raise
        return send(self.open(operation, deadline, expired=session), deadline)

    def _request(
        self,
        method: str,
        params: Mapping[str, object],
        session: Optional[str],
        deadline: Optional[float],
        key: Optional[str] = None,
    ) -> Any:
        return self._answer(method, params, session, deadline, key)["result"]

    def _answer(
        self,
        method: str,
        params: Mapping[str, object],
        session: Optional[str],
        deadline: Optional[float],
        key: Optional[str],
    ) -> Wire:
        headers: Dict[str, str] = {} if session is None else {"Authorization": SecretText(f"Bearer {session}")}
        headers.update(_keyed(key))
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer: Wire = self._post(method, request, headers, deadline)
        if "error" not in answer:
            return answer
        raise error_of(method, answer)

    def _post(self, method: str, body: object, own: Mapping[str, str], deadline: Optional[float]) -> Any:
        if self.retries > 0:
            # A repeated write must not be executed twice; what only reads ignores the key.
            own = {"Idempotency-Key": uuid.uuid4().hex, **own}
        for attempt in range(self.retries + 1):
            try:
                return self._post_once(method, body, own, deadline, attempt + 1)
            except StoreClientError as error:
                if attempt == self.retries or error.fault not in _REPEATED:
                    raise
                wait = min(0.25 * 2**attempt, 8) if error.retry_after is None else error.retry_after
                if deadline is not None and time.monotonic() + wait >= deadline:
                    raise
                time.sleep(wait)
        raise AssertionError("the last attempt raises or returns")

    def _post_once(
        self, method: str, body: object, own: Mapping[str, str], deadline: Optional[float], attempt: int
    ) -> Any:
        """One request, reported to ``on_call``."""
        started = time.monotonic()
        status, fault, answer = None, None, None
        try:
            answer = self._sent(method, body, own, deadline)
            status = answer.status
            found = _answered(method, body, answer)
            fault = _fault_of(found)
            return found
        except StoreClientError as error:
            status, fault = error.status, error.fault
            raise
        finally:
            if self.on_call is not None:
                headers: Mapping[str, str] = {} if answer is None else answer.headers
                replayed = headers.get("idempotent-replayed") == "true"
                request_id = headers.get("x-request-id")
                milliseconds = (time.monotonic() - started) * 1000
                self.on_call(
                    CallReport(method, milliseconds, status, fault, attempt, replayed, request_id, headers)
                )

    def _sent(
        self, method: str, body: object, own: Mapping[str, str], deadline: Optional[float]
    ) -> Answer:
        given = _strictly(self.headers) if self.strict else self.headers
        headers = {"Content-Type": "application/json", **given, **own}
        try:
            return self.transport.send(
                "POST", "/api/jsonrpc", headers, SecretBytes(json.dumps(body).encode()), deadline
            )
        except TransportError as error:
            raise StoreClientError(method, error.reason, error.message, error.status) from error


def _answered(method: str, body: object, answer: Answer) -> Any:
    """The answer of a call, or those of a batch, each with the request ID."""
    found = _parsed(answer.body)
    if answer.is_busy:
        raise _busy(method, answer, found)
    if found is not None and isinstance(found, list) == isinstance(body, list):
        for one in found if is_list(found) else [found]:
            one["request_id"] = answer.request_id
        return found
    problem = f"HTTP {answer.status} without an answer in JSON-RPC{answer.beginning}"
    message = _said(found) or answer.told(problem)
    raise StoreClientError(
        method, "unexpected_answer", message, answer.status, request_id=answer.request_id
    )


def _answer_of(entry: Any, request_id: object) -> Wire:
    """An entry of ``multiCall`` in the form of an answer."""
    if is_object(entry) and entry.get("isFault") is True and "faultCode" in entry:
        error = {"code": entry["faultCode"], "message": entry["faultMessage"], "data": entry["data"]}
        return {"error": error, "request_id": request_id}
    return {"result": entry}


def _keyed(key: Optional[str]) -> Dict[str, str]:
    return {} if key is None else {"Idempotency-Key": key}


def _strictly(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Adds the preference for strict handling to other preferences, unless they say how to handle it."""
    name = next((name for name in headers if name.lower() == "prefer"), "Prefer")
    if re.search(r"\bhandling\s*=", headers.get(name, ""), re.IGNORECASE):
        return headers
    others = f", {headers[name]}" if name in headers else ""
    return {**headers, name: f"handling=strict{others}"}


def _busy(method: str, answer: Answer, found: Any) -> StoreClientError:
    wait = "" if answer.retry_after is None else f", in {answer.retry_after} s"
    said = _said(found)
    message = f"come back later{wait} (HTTP {answer.status}){f': {said}' if said else ''}"
    return StoreClientError(
        method, "unavailable", answer.told(message), answer.status, answer.retry_after, answer.request_id
    )


def _fault_of(found: Any) -> Optional[str]:
    """The string code of the fault that a single call answered."""
    error = found.get("error") if is_object(found) else None
    return None if error is None else _fault_in(error)


def _fault_in(error: Wire) -> Optional[str]:
    data = error.get("data")
    return data.get("fault") if is_object(data) else None


def _said(found: Any) -> Optional[str]:
    return str(found["error"]["message"]) if is_object(found) and "error" in found else None


def _parsed(body: bytes) -> Any:
    """The answer of a call, or those of a batch; None for any other value."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    answers = found if is_list(found) else [found]
    return found if all(_is_answer(answer) for answer in answers) else None


def _is_answer(value: Any) -> bool:
    if not is_object(value):
        return False
    if "error" not in value:
        return "result" in value
    error = value["error"]
    if not is_object(error) or not isinstance(error.get("message"), str):
        return False
    code, data = error.get("code"), error.get("data")
    # Faults have numbers from 0 on and a name in ``data``; all other errors are protocol errors.
    is_named = is_object(data) and isinstance(data.get("fault"), str)
    return isinstance(code, int) and (code < 0 or is_named)


def _is_expired(answer: Wire) -> bool:
    return "error" in answer and _fault_in(answer["error"]) == "session_expired"
