class Outcome(Generic[_Result]):
    """What one call of a batch came to; known once the batch was sent."""

    operation: str
    error: Union[StoreApiError, StoreClientError, None]
    """Why the call failed; None when it did not."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.error = None
        self._entry: Optional[Tuple[_Result]] = None

    @property
    def value(self) -> _Result:
        """The result. Raises the error of a call that failed."""
        if self.error is not None:
            raise self.error
        if self._entry is None:
            raise RuntimeError(f"{self.operation}: the batch was not sent yet")
        return self._entry[0]

    def _settle(self, answer: Mapping[str, Any]) -> None:
        error = answer.get("error")
        if error is None:
            self._entry = (cast("_Result", answer.get("result")),)
        elif error["code"] < 0:
            self.error = StoreClientError(self.operation, "unexpected_answer", error["message"])
        else:
            self.error = StoreApiError(self.operation, error["code"], error["message"], error["data"])


class _Plan:
    """Calls that are going to be sent together."""

    def __init__(self) -> None:
        self.calls: List[Tuple[str, Dict[str, object]]] = []
        self.outcomes: List[Outcome[Any]] = []

    def add(self, operation: str, params: Mapping[str, object]) -> Any:
        if len(self.calls) >= _MAX_CALLS:
            raise ValueError(f"a batch holds at most {_MAX_CALLS} calls")
        given = {name: value for name, value in params.items() if value is not None}
        self.calls.append((operation, given))
        self.outcomes.append(Outcome(operation))
        return self.outcomes[-1]

    def take(self) -> Tuple[List[Tuple[str, Dict[str, object]]], List[Outcome[Any]]]:
        taken = (self.calls, self.outcomes)
        self.calls, self.outcomes = [], []
        return taken


class Batch:
    """Operations that are sent in one request; they run one after the other, each by itself.

    Leaving the ``with`` block sends it; without one, call ``send``.
    """

    def __init__(self, connection: _Connection, stop: bool) -> None:
        self._connection = connection
        self._stop = stop
        self._plan = _Plan()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.send()

    def send(self) -> None:
        """Sends what was collected since the last time."""
        calls, outcomes = self._plan.take()
        if not calls:
            return
        if not self._stop:
            for outcome, answer in zip(outcomes, self._connection.batch(calls)):
                outcome._settle(answer)
            return
        params = {"calls": [list(call) for call in calls], "options": {"break": 1}}
        entries = self._connection.builtin("multiCall", params)
        for outcome, entry in zip(outcomes, entries):
            outcome._settle(_answer(entry))
        for outcome in outcomes[len(entries) :]:
            outcome.error = StoreClientError(outcome.operation, "not_executed", "an earlier call failed")


def _answer(entry: Any) -> Mapping[str, Any]:
    """An entry of ``multiCall`` in the form of an answer."""
    if isinstance(entry, dict) and entry.get("isFault") is True and "faultCode" in entry:
        return {"error": {"code": entry["faultCode"], "message": entry["faultMessage"], "data": entry["data"]}}
    return {"result": entry}


