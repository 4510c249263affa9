"""Routes in Django's `path()`, `re_path()` and `url()`, with what `include()` puts before them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tmf_memory.codegraph.extractors._config import shorten
from tmf_memory.codegraph.extractors.python._route import (
    Neighbourhood,
    Route,
    literal_text,
    source_of,
)
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.model import Json

_MODULES = frozenset({"django.urls", "django.conf.urls", "django.urls.conf"})
_ROUTES = frozenset({"path", "re_path", "url"})
_ANY = "ANY"


def django_routes(module: ast.Module, text: str) -> Iterator[Route]:
    names = _imported(module)
    if _ROUTES.isdisjoint(names.values()):
        return
    lines = Lines(text)
    called = "|".join(re.escape(name) for name, origin in names.items() if origin in _ROUTES)
    near = Neighbourhood(text, re.compile(rf"\b(?:{called})\b"))
    # An explicit stack, in source order: an expression may be deeper than Python recurses.
    stack: list[tuple[ast.AST, str]] = [(module, "")]
    while stack:
        node, prefix = stack.pop()
        if isinstance(node, ast.Call) and names.get(_called(node)) in _ROUTES:
            view = _argument(node, 1, "view")
            yield from _route(node, view, prefix, (names, lines))
            inner = _included_list(view, names)
            route = _literal_route(node)
            if inner is not None and route is not None:
                stack.append((inner, _joined(prefix, route)))
        else:
            stack.extend((child, prefix) for child in reversed(near.children(node)))


def _imported(module: ast.Module) -> dict[str, str]:
    """Return local name → Django's name for what comes from Django's URL modules."""
    return {
        alias.asname or alias.name: alias.name
        for statement in module.body
        if isinstance(statement, ast.ImportFrom) and statement.module in _MODULES
        for alias in statement.names
    }


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    if len(call.args) > place:
        return call.args[place]
    return next((word.value for word in call.keywords if word.arg == name), None)


def _literal_route(call: ast.Call) -> str | None:
    argument = _argument(call, 0, "route") or _argument(call, 0, "regex")
    return None if argument is None else literal_text(argument)


def _joined(prefix: str, route: str) -> str:
    return prefix + (route.removeprefix("^") if prefix else route)


def _route(
    call: ast.Call, view: ast.expr | None, prefix: str, context: tuple[dict[str, str], Lines]
) -> Iterator[Route]:
    names, lines = context
    if view is None or _included_list(view, names) is not None:
        return
    span = (call.lineno, call.end_lineno or call.lineno)
    route = _literal_route(call)
    if route is None:
        yield Route("", "", "", *span, expression=source_of(call, lines))
        return
    extra: dict[str, Json] = {"framework": "django"}
    name = _argument(call, 3, "name")
    if name is not None and literal_text(name) is not None:
        extra["name"] = literal_text(name)
    handler = shorten(source_of(view, lines))
    if isinstance(view, ast.Call):
        handler = _view_of_call(view, names, lines, extra)
    written = (_called(call), route)
    yield Route(_ANY, _joined(prefix, route), handler, *span, extra=extra, call=written)


def _view_of_call(
    view: ast.Call, names: dict[str, str], lines: Lines, extra: dict[str, Json]
) -> str:
    if names.get(_called(view)) == "include" and view.args:
        extra["include"] = literal_text(view.args[0]) or source_of(view.args[0], lines)
        return ""
    if isinstance(view.func, ast.Attribute) and view.func.attr == "as_view":
        return source_of(view.func.value, lines)
    return shorten(source_of(view, lines))


def _included_list(view: ast.expr | None, names: dict[str, str]) -> ast.expr | None:
    """Return the list in `include([…])` or `include(([…], "app"))`."""
    if not isinstance(view, ast.Call) or names.get(_called(view)) != "include" or not view.args:
        return None
    patterns = view.args[0]
    if isinstance(patterns, ast.Tuple) and patterns.elts:
        patterns = patterns.elts[0]
    return patterns if isinstance(patterns, ast.List) else None
