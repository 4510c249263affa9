"""Where an expression is evaluated: its variables, its type, and what it belongs to."""

from __future__ import annotations

from typing import NamedTuple

from tmf_memory.codegraph.linker.java.jtypes import Cls, Type
from tmf_memory.codegraph.linker.java.names import Place


class Frame(NamedTuple):
    """One unit of code: the qualname of its symbol, its place, and the type of `this`."""

    source: str
    place: Place
    this: Cls


class Scope:
    """Local variables by block; a variable of unknown type still hides a field."""

    __slots__ = ("_parent", "_variables", "frame", "returns")

    def __init__(self, frame: Frame, parent: Scope | None = None) -> None:
        self.frame = frame
        self.returns: list[Type | None] | None = None
        self._parent = parent
        self._variables: dict[str, Type | None] = {}

    def inner(self) -> Scope:
        scope = Scope(self.frame, self)
        scope.returns = self.returns
        return scope

    def declare(self, name: str, found: Type | None) -> None:
        self._variables[name] = found

    def find(self, name: str) -> tuple[bool, Type | None]:
        """Whether a local variable of that name is in sight, and its type."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope._variables:  # noqa: SLF001  # the parent is of the same class
                return True, scope._variables[name]  # noqa: SLF001
            scope = scope._parent  # noqa: SLF001
        return False, None
