"""The references of one file, as plain tuples that cross a process boundary cheaply."""

from __future__ import annotations

from tmf_memory.codegraph.extractors.python.definitions import ModuleWalker
from tmf_memory.codegraph.extractors.python.handlers import Handler
from tmf_memory.codegraph.extractors.python.scopes import Scope


def body_of(walker: ModuleWalker, handlers: list[Handler]) -> tuple[object, ...]:
    """Return `(scopes, imports, handlers of routes)`.

    A scope is `(kind, qualname, parent, binds, parameters, calls, lines of calls, iterated,
    reads, writes, line)`; an import `[scope, line, module, name?]`.
    """
    return ([_scope(one) for one in walker.scopes], walker.imports, handlers)


def _scope(scope: Scope) -> tuple[object, ...]:
    parent = None if scope.parent is None else scope.parent.index
    return (
        scope.kind,
        scope.qualname,
        parent,
        scope.binds,
        tuple(one[0] for one in scope.parameters),
        scope.calls,
        scope.lines,
        scope.iterated,
        scope.reads,
        scope.writes,
        scope.line,
    )
