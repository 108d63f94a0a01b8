"""Errors that another process can receive."""

from __future__ import annotations

from typing import Any, Dict, Tuple, Type


class PortableError(Exception):
    """An error that ``pickle``, ``copy`` and ``deepcopy`` restore whole.

    Python restores an exception by calling its class with ``args``, which hold only the text. The constructors here
    take other parameters, as those of subclasses may, so an error is restored without calling them.
    """

    def __reduce__(self) -> Tuple[Any, Tuple[Type[PortableError], Tuple[Any, ...]], Dict[str, Any]]:
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: Type[PortableError], args: Tuple[Any, ...]) -> PortableError:
    return kind.__new__(kind, *args)
