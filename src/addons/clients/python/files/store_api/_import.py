"""Imports of long lists."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List, Mapping, NamedTuple, Optional, Sequence

from ._connection import Connection
from ._contract import MAX_CALLS
from ._plan import Outcome, Plan
from .errors import StoreApiError, StoreClientError

_MAY_PASS = ("connection_failed", "timed_out", "unavailable")


class ImportProgress(NamedTuple):
    done: int
    """Calls with an outcome, refused ones included."""
    failed: int
    """Calls that were refused."""
    total: int


def import_all(
    connection: Connection,
    operation: str,
    items: Sequence[Mapping[str, object]],
    key: str,
    size: int,
    concurrency: int,
    attempts: int,
    on_progress: Optional[Callable[[ImportProgress], None]],
) -> List[Outcome[Any]]:
    if not key:
        raise ValueError("an import needs a key that is not empty")
    if not 1 <= size <= MAX_CALLS:
        raise ValueError(f"the size of an import is 1 to {MAX_CALLS} calls, not {size}")
    plans: List[Plan] = []
    for first in range(0, len(items), size):
        plans.append(Plan())
        for index, params in enumerate(items[first : first + size], first):
            plans[-1].add(operation, params, f"items[{index}]")
    outcomes = [outcome for plan in plans for outcome in plan.outcomes]
    lock = threading.Lock()
    done = failed = 0
    stopped = threading.Event()

    def send(number: int) -> None:
        nonlocal done, failed
        if stopped.is_set():
            return
        try:
            _until_done(connection, plans[number], f"{key}#{number}", attempts, stopped)
            with lock:
                done += len(plans[number].outcomes)
                failed += sum(outcome.error is not None for outcome in plans[number].outcomes)
                if on_progress is not None and not stopped.is_set():
                    on_progress(ImportProgress(done, failed, len(outcomes)))
        except BaseException:
            # The other requests end, and no further ones are sent.
            stopped.set()
            raise

    with ThreadPoolExecutor(max(1, concurrency)) as pool:
        try:
            for _ in pool.map(send, range(len(plans))):
                pass
        except BaseException:
            stopped.set()
            raise
    return outcomes


def _until_done(
    connection: Connection, plan: Plan, key: str, attempts: int, stopped: threading.Event
) -> None:
    """Sends a batch with its key until every call has its final outcome."""
    for attempt in range(1, attempts + 1):
        wait = min(0.5 * 2 ** (attempt - 1), 15)
        try:
            for outcome, answer in zip(plan.outcomes, connection.batch(plan.calls, key)):
                outcome.error = None
                outcome.settle(answer)
            if attempt == attempts or not any(_is_passing(outcome.error) for outcome in plan.outcomes):
                return
        except StoreClientError as error:
            if attempt == attempts or error.fault not in _MAY_PASS:
                raise
            wait = wait if error.retry_after is None else error.retry_after
        if stopped.wait(wait):
            return


def _is_passing(error: object) -> bool:
    """Whether nothing was executed, or an earlier try is still being executed."""
    if not isinstance(error, StoreApiError):
        return False
    is_under_way = error.data.get("parameter") == "Idempotency-Key" and "under way" in error.message
    return is_under_way or error.fault == "internal" or "retry_after" in error.data
