"""The base class of all errors, which another process can receive."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Tuple, Type


class PortableError(Exception):
    """An error that ``pickle``, ``copy`` and ``deepcopy`` restore whole.

    Python restores an exception by calling its class with ``args``, which hold only the text. The constructors here
    take other parameters, as those of subclasses may, so an error is restored without calling them.
    """

    def __reduce__(self) -> Tuple[Any, Tuple[Type[PortableError], Tuple[Any, ...]], Dict[str, Any]]:
        return _restore, (type(self), self.args), self.__dict__


class StoreError(PortableError):
    """The base class of the errors of this package: a call that was refused, failed or could not be sent."""

    operation: str
    """The operation that was called."""
    fault: Any
    """The string code of what went wrong, a text; each class has its own."""


def warn_of_reason() -> None:
    """``fault`` was called ``reason`` in errors without an answer of the service."""
    warnings.warn("reason is called fault now", DeprecationWarning, stacklevel=3)


def _restore(kind: Type[PortableError], args: Tuple[Any, ...]) -> PortableError:
    return kind.__new__(kind, *args)
