"""What each route of one file is declared to lead to, for the linker to resolve."""

from __future__ import annotations

from typing import Any, cast

from tmf_memory.codegraph.extractors.python._route import Route
from tmf_memory.codegraph.extractors.python.definitions import ModuleWalker
from tmf_memory.codegraph.extractors.python.expressions import MAX_KEY_CHARS
from tmf_memory.codegraph.extractors.python.scopes import Expr
from tmf_memory.codegraph.model import Symbol

Handler = tuple[str, int, int, Expr]
"""`(route, line, scope, view)`; without a scope (-1) the view is a function of this file."""


def handlers_of(routes: list[tuple[Symbol, Route]], walker: ModuleWalker) -> list[Handler]:
    """Return the handler of every route that has one; two possible ones are both returned."""
    if not routes:
        return []
    decorated = {
        decorator.lineno: qualname
        for qualname, node in walker.outline.definitions
        for decorator in node.decorator_list
    }
    found: list[Handler] = []
    for symbol, route in routes:
        line = symbol.line_start
        if route.call is None:
            if line in decorated:
                found.append((symbol.qualname, line, -1, decorated[line]))
        elif "include" not in symbol.detail:
            found += _views(symbol.qualname, line, route.call, walker)
    return found


def _views(route: str, line: int, call: tuple[str, str], walker: ModuleWalker) -> list[Handler]:
    found: list[Handler] = []
    for scope in walker.scopes:
        for record, at in zip(scope.calls, scope.lines, strict=True):
            if at == line:
                one = (route, line, scope.index, _argument(record, 1, ("view",)))
                if _is_call(record, *call) and one not in found:
                    found.append(one)
    return found


def _is_call(record: list[Any], name: str, path: str) -> bool:
    callee = record[1]
    if not isinstance(callee, str) or callee.partition("~")[0].lstrip("^:&") != name:
        return False
    written = f"'{path}" if len(path) <= MAX_KEY_CHARS else ["B", "str"]
    return bool(_argument(record, 0, ("route", "regex")) == written)


def _argument(record: list[Any], place: int, names: tuple[str, ...]) -> Expr:
    if len(record[2]) > place:
        return cast("Expr", record[2][place])
    keywords: dict[str, Expr] = record[3] if len(record) > 3 else {}
    return next((keywords[name] for name in names if name in keywords), None)
