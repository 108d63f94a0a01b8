"""Keys, sessions and bodies, which tracebacks that show local variables must not print."""

from __future__ import annotations


class SecretText(str):
    def __repr__(self) -> str:
        return "'***'"


class SecretBytes(bytes):
    def __repr__(self) -> str:
        return f"<{len(self)} bytes>"
