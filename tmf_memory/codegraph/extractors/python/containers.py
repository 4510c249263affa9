"""Containers that other scopes hold or change: what is in them is not known at any time."""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.codegraph.extractors.python.scopes import (
    CLASS,
    CONTAINERS,
    MODULE,
    Expr,
    Scope,
)

MUTATORS = frozenset(
    [
        *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
        *("setdefault", "popitem", "add", "discard", "update"),
    ]
)
"""Methods that change what is in a container."""

LOOKING = frozenset(
    [
        *("len", "sorted", "list", "tuple", "set", "frozenset", "dict", "any", "all", "sum", "min"),
        *("max", "enumerate", "zip", "str", "repr", "bool", "print", "isinstance", "filter", "map"),
    ]
)
"""Builtins that look into a container and neither keep nor change it."""

CHANGED = ["mut"]
"""What stands for a container whose contents are not known."""


def spoil_shared(
    scopes: list[Scope], held: Iterable[tuple[Scope, str]], attributes: set[str]
) -> None:
    """Forget the contents of containers that are changed or handed on outside of their scope.

    `held` are names with the scope that uses them, `attributes` the names of attributes whose
    contents change.
    """
    for scope, name in held:
        holder = _holder(scope, name)
        if holder is not None:
            holder.spoil(name)
    if not attributes:
        return
    for scope in scopes:
        if scope.kind in {CLASS, MODULE}:
            for name in attributes.intersection(scope.counts):
                scope.spoil(name)
            for name in attributes.intersection(scope.attributes):
                for assigned in scope.attributes[name]:
                    _forget(assigned)


def changed_imports(mutated: Iterable[tuple[Scope, str]]) -> list[tuple[Scope, list[Expr]]]:
    """Return the changes of containers that the scope around has imported by name."""
    found: list[tuple[Scope, list[Expr]]] = []
    for scope, name in mutated:
        holder = _holder(scope, name)
        binding = None if holder is None else holder.binds[name]
        if holder is not None and binding is not None and binding[0] == "m":
            found.append((holder, [binding[2], "[", holder.qualname, ["im", binding[1]]]))
    return found


def _holder(scope: Scope, name: str) -> Scope | None:
    """Return the scope around `scope` whose name this is."""
    outer = scope.parent
    while outer is not None:
        if outer.kind != CLASS and name in outer.counts:
            return outer
        outer = outer.parent
    return None


def _forget(assigned: object) -> None:
    if isinstance(assigned, list):
        value = assigned[1]
        if isinstance(value, list) and value[0] in CONTAINERS:
            assigned[1] = CHANGED
