"""Several operations in one request."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from ._connection import Connection
from ._plan import Plan
from ._values import is_object
from .calls import PlannedNamespaces
from .errors import StoreClientError


class Batch(PlannedNamespaces):
    """Operations that are sent in one request; they run one after the other, each in its own transaction.

    Leaving the ``with`` block sends it; without one, call ``send``.
    """

    def __init__(self, connection: Connection, stop: bool, key: Optional[str] = None) -> None:
        self._plan = Plan()
        super().__init__(self._plan)
        self._connection = connection
        self._stop = stop
        self._key = key

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.send()

    def send(self) -> None:
        """Sends the calls that were collected since the last time."""
        calls, outcomes = self._plan.take()
        if not calls:
            return
        if not self._stop:
            for outcome, answer in zip(outcomes, self._connection.batch(calls, self._key)):
                outcome.settle(answer)
            return
        params = {"calls": [list(call) for call in calls], "options": {"break": 1}}
        entries = self._connection.builtin("multiCall", params, self._key)
        for outcome, entry in zip(outcomes, entries):
            outcome.settle(_answer(entry))
        for outcome in outcomes[len(entries) :]:
            outcome.error = StoreClientError(outcome.operation, "not_executed", "an earlier call failed")


def _answer(entry: Any) -> Mapping[str, Any]:
    """An entry of ``multiCall`` in the form of an answer."""
    if is_object(entry) and entry.get("isFault") is True and "faultCode" in entry:
        return {"error": {"code": entry["faultCode"], "message": entry["faultMessage"], "data": entry["data"]}}
    return {"result": entry}
