"""Several operations in one request."""

from __future__ import annotations

from typing import Optional

from ._connection import Connection
from ._plan import Plan
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
        answers = (
            self._connection.multi_call(calls, True, self._key)
            if self._stop
            else self._connection.batch(calls, self._key)
        )
        for outcome, answer in zip(outcomes, answers):
            outcome.settle(answer)
        for outcome in outcomes[len(answers) :]:
            outcome.error = StoreClientError(outcome.operation, "not_executed", "an earlier call failed")
