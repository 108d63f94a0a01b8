"""Collects calls that will be sent together."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Mapping, Optional, Tuple, TypeVar, Union, cast

from ._contract import MAX_CALLS
from ._values import sendable
from .errors import StoreApiError, StoreClientError, error_of

_Result = TypeVar("_Result")


class Outcome(Generic[_Result]):
    """The outcome of a call of a batch; available after the batch was sent."""

    operation: str
    error: Union[StoreApiError, StoreClientError, None]
    """The error of the call; None if it succeeded."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.error = None
        self._entry: Optional[Tuple[_Result]] = None

    @property
    def value(self) -> _Result:
        """The result. Raises the error of a failed call."""
        if self.error is not None:
            raise self.error
        if self._entry is None:
            raise RuntimeError(f"{self.operation}: the batch was not sent yet")
        return self._entry[0]

    def settle(self, answer: Mapping[str, Any]) -> None:
        if answer.get("error") is None:
            self._entry = (cast("_Result", answer.get("result")),)
        else:
            self.error = error_of(self.operation, answer)


class Plan:
    """Calls that will be sent together."""

    def __init__(self) -> None:
        self.calls: List[Tuple[str, Dict[str, object]]] = []
        self.outcomes: List[Outcome[Any]] = []

    def add(self, operation: str, params: Mapping[str, object], within: str = "") -> Any:
        if len(self.calls) >= MAX_CALLS:
            raise ValueError(f"a batch holds at most {MAX_CALLS} calls")
        self.calls.append((operation, sendable(operation, params, within)))
        self.outcomes.append(Outcome(operation))
        return self.outcomes[-1]

    def take(self) -> Tuple[List[Tuple[str, Dict[str, object]]], List[Outcome[Any]]]:
        taken = (self.calls, self.outcomes)
        self.calls, self.outcomes = [], []
        return taken
