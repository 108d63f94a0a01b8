"""Arguments as JSON has them."""

from __future__ import annotations

import math
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Dict, List, Mapping, Sequence, TypeGuard, cast

from .errors import StoreClientError


# Deeper data is refused: it is an object that contains itself.
_DEEPEST = 100


def sendable(operation: str, params: Mapping[str, object], within: str = "") -> Dict[str, Any]:
    """The parameters that are given, as JSON has them; None is not sent.

    Raises StoreClientError with the fault ``invalid_value`` for a value that JSON lacks, named by its member.

    :param within: the place of the parameters in a list, for the error
    """

    def refuse(member: str, problem: str) -> Exception:
        return StoreClientError(operation, "invalid_value", f"{member} {problem}")

    given = {name: value for name, value in params.items() if value is not None}
    return cast("Dict[str, Any]", plain(given, within, refuse))


def plain(value: object, member: str, refuse: Callable[[str, str], Exception], depth: int = 0) -> Any:
    """The value as JSON has it. Raises what ``refuse`` makes of the member and the problem."""

    def refused(problem: str) -> Exception:
        return refuse(member, problem)

    if value is None or isinstance(value, (bool, int, str)):
        return value
    if depth > _DEEPEST:
        raise refuse(f"{member[:40]}…", f"is nested more than {_DEEPEST} levels deep")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise refused(f"is {value}, which is not a number in JSON")
        return value
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise refused(f"is {value}, which is not a number in JSON")
        number = float(value)
        # Amounts have four decimals; a float tells up to 15 digits exactly.
        if Decimal(repr(number)) != value:
            raise refused(f"is {value}, which has more digits than a number in JSON keeps")
        return number
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise refused("is a datetime without a time zone; give one, for example timezone.utc")
        text = value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
        # Midnight is also a day, which is all that some members take.
        return text.removesuffix(" 00:00:00")
    if isinstance(value, date):
        return value.isoformat()
    if _is_mapping(value):
        return {
            str(name): plain(inner, f"{member}.{name}" if member else str(name), refuse, depth + 1)
            for name, inner in value.items()
        }
    if _is_sequence(value):
        return [plain(inner, f"{member}[{index}]", refuse, depth + 1) for index, inner in enumerate(value)]
    raise refused(f"is of the type {type(value).__name__}, which JSON does not have")


def is_object(value: object) -> TypeGuard[Dict[str, Any]]:
    """Whether a value that was read from JSON is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[List[Any]]:
    """Whether a value that was read from JSON is a list."""
    return isinstance(value, list)


def _is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, Mapping)


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview))
