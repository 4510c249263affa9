"""Evaluates encoded bodies: the type of every expression, and what it refers to on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, cast

from tmf_memory.codegraph.linker.java.declared import Field
from tmf_memory.codegraph.linker.java.jtypes import (
    BOOLEAN,
    INT,
    NULL,
    PRIMITIVES,
    STRING,
    WIDER,
    Arr,
    Cls,
    Prim,
    Type,
    unboxed,
)
from tmf_memory.codegraph.linker.java.members import Members
from tmf_memory.codegraph.linker.java.names import Place
from tmf_memory.codegraph.linker.java.scope import Frame, Scope
from tmf_memory.codegraph.model import EdgeKind, SymbolKey, UnresolvedReason

Item = tuple[object, ...]
Unit = tuple[object, ...]


class Target(NamedTuple):
    """What stands before a dot: a value or a type (`is_type`), or a package by its name."""

    found: Type | None = None
    is_type: bool = False
    package: str = ""


class Sink(Protocol):
    """Takes what was found."""

    def refer(
        self,
        kind: EdgeKind,
        source: str,
        target: SymbolKey,
        line: int,
        via: tuple[SymbolKey, ...] = (),
    ) -> None: ...

    def miss(self, source: str, item: Item, line: int, reason: UnresolvedReason) -> None: ...

    def mark(self) -> int: ...

    def since(self, mark: int) -> tuple[SymbolKey, ...]: ...

    def run_unit(self, unit: Unit, around: Scope | None) -> None: ...


class Evaluator:
    """Evaluates the items of one file; `handlers` maps the sort of an item to a function."""

    handlers: Mapping[str, Callable[[Evaluator, Item, Scope], Type | None]]

    def __init__(self, members: Members, sink: Sink, path: str) -> None:
        self.members = members
        self.names = members.names
        self.sink = sink
        self.path = path
        self._expected: Type | None = None

    def evaluate(self, item: object, scope: Scope, expected: Type | None = None) -> Type | None:
        """The type of an item; None when it has none or it is not known."""
        if not isinstance(item, tuple) or not item:
            return None
        handler = self.handlers.get(cast("str", item[0]))
        if handler is None:
            return None
        outer, self._expected = self._expected, expected
        found = handler(self, item, scope)
        self._expected = outer
        return found

    @property
    def expected(self) -> Type | None:
        return self._expected

    def evaluate_all(self, items: object, scope: Scope) -> Type | None:
        """Items one after the other; the type of the last."""
        found = None
        for item in cast("list[Item]", items):
            found = self.evaluate(item, scope)
        return found

    def resolve(self, text: object, scope: Scope) -> Type | None:
        return self.names.resolve(str(text), scope.frame.place) if text else None

    def target(self, item: object, scope: Scope) -> Target:
        """What stands before a dot."""
        if isinstance(item, tuple) and item[0] == "name":
            return self._named_target(item, scope)
        if isinstance(item, tuple) and item[0] == "field":
            return self._field_target(item, scope)
        if isinstance(item, tuple) and item[0] == "type":
            return Target(self.resolve(item[1], scope), is_type=True)
        return Target(self.evaluate(item, scope))

    def _named_target(self, item: Item, scope: Scope) -> Target:
        name = cast("str", item[1])
        is_variable, found = self.variable(item, scope)
        if is_variable:
            return Target(found)
        known = self.names.known(name, scope.frame.place)
        return Target(known, is_type=True) if known else Target(package=name)

    def _field_target(self, item: Item, scope: Scope) -> Target:
        _, before, name, line = cast("tuple[str, object, str, int]", item)
        outer = self.target(before, scope)
        if outer.package:
            dotted = f"{outer.package}.{name}"
            known = self.names.known(dotted, scope.frame.place)
            return Target(known, is_type=True) if known else Target(package=dotted)
        if isinstance(outer.found, Arr):
            return Target(INT if name == "length" else None)
        owner = self.members.as_class(outer.found)
        if owner is None:
            return Target()
        hit = self.members.field(owner, name, self.path)
        if hit is not None:
            return Target(self.read(hit, scope, line))
        nested = self.names.member_type(owner.key, name) if outer.is_type else None
        return Target(nested, is_type=nested is not None)

    def variable(self, item: Item, scope: Scope) -> tuple[bool, Type | None]:
        """A local variable, a field of a type around, or a statically imported field."""
        _, name, line = cast("tuple[str, str, int]", item)
        is_local, found = scope.find(name)
        if is_local:
            return True, found
        hit = self.lexical_field(name, scope)
        if hit is None:
            return False, None
        return True, self.read(hit, scope, line)

    def lexical_field(self, name: str, scope: Scope) -> tuple[Field, Cls] | None:
        for around in self.types_around(scope.frame.place):
            hit = self.members.field(around, name, self.path)
            if hit is not None:
                return hit
            if not self.members.ancestors(around)[1]:
                return None  # what is not known above it may declare that name
        for owner in self.names.static_owners(name, scope.frame.place):
            hit = self.members.field(owner, name, self.path)
            if hit is not None and "s" in hit[0].flags + "s" * (not owner.path):
                return hit
        return None

    def types_around(self, place: Place) -> list[Cls]:
        """The types around a place, from the inside out, each with its own variables."""
        return [self.names.itself(one.key) for one in self.names.around(place)]

    def read(self, hit: tuple[Field, Cls], scope: Scope, line: int) -> Type | None:
        return self.access(EdgeKind.READS, hit, scope, line)

    def access(
        self, kind: EdgeKind, hit: tuple[Field, Cls], scope: Scope, line: int
    ) -> Type | None:
        field, seen_as = hit
        if field.owner[0]:
            key = SymbolKey(field.owner[0], field.qualname)
            self.sink.refer(kind, scope.frame.source, key, line)
        return self.members.field_type(field, seen_as)


def frame_of(path: str, unit: Unit, names_of_this: Cls) -> Frame:
    source, owner, _, typevars = cast("tuple[str, str, object, list[tuple[str, str]]]", unit[:4])
    own = tuple((name, bound) for name, bound in typevars)
    return Frame(source, Place(path, owner, source, own, source), names_of_this)


def promoted(left: Type | None, right: Type | None) -> Type | None:
    """The type of an arithmetic operation."""
    one, other = unboxed(left), unboxed(right)
    if not isinstance(one, Prim) or not isinstance(other, Prim):
        return None
    for name in ("double", "float", "long"):
        if name in {one.name, other.name}:
            return PRIMITIVES[name]
    return INT if {one.name, other.name} <= {"int", "short", "byte", "char"} else None


def common(left: Type | None, right: Type | None) -> Type | None:
    """The type of a choice between two values."""
    if right in {left, NULL}:
        return left
    if left == NULL:
        return right
    if isinstance(left, Prim) and isinstance(right, Prim):
        if right.name in WIDER.get(left.name, ()):
            return right
        return left if left.name in WIDER.get(right.name, ()) else None
    return None


_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def result_of(operator: str, left: Type | None, right: Type | None) -> Type | None:
    """The type of `left operator right`."""
    if operator in _TESTS:
        return BOOLEAN
    if operator == "+" and STRING in (left, right):
        return STRING
    if operator in {"<<", ">>", ">>>"}:
        return promoted(left, left)
    if operator in {"&", "|", "^"} and unboxed(left) == BOOLEAN:
        return BOOLEAN
    return promoted(left, right)
