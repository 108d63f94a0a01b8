"""The spelling of the API documents, which the client used before its names became snake_case."""

from __future__ import annotations

import functools
import re
import warnings
from typing import Any, Callable, TYPE_CHECKING


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda capital: f"_{capital[0].lower()}", name)


def _camel_case(name: str) -> str:
    return re.sub(r"_([a-z])", lambda letter: letter[1].upper(), name)


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is called {new} now", DeprecationWarning, stacklevel=3)


class OldNames:
    """Its methods and their parameters also accept the names of the documents, with a DeprecationWarning."""

    def __init_subclass__(cls) -> None:
        for name, member in list(vars(cls).items()):
            if callable(member) and not name.startswith("_"):
                setattr(cls, name, _accepting_old_names(member))

    # Type checkers must report the old names.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            new = snake_case(name)
            if new == name or not hasattr(type(self), new):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            _warn(name, new)
            return getattr(self, new)


def _accepting_old_names(method: Callable[..., Any]) -> Callable[..., Any]:
    code = method.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    old = {_camel_case(name): name for name in names if "_" in name}
    if not old:
        return method

    @functools.wraps(method)
    def call(*args: object, **given: object) -> Any:
        for name in given.keys() & old.keys():
            _warn(f"{name}= of {method.__name__}()", f"{old[name]}=")
            given[old[name]] = given.pop(name)
        return method(*args, **given)

    return call
