"""HTTP routes that a module declares literally: Flask, FastAPI and Django."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tmf_memory.codegraph.extractors._config import node_hash, shorten, unique
from tmf_memory.codegraph.extractors.python._django_routes import django_routes
from tmf_memory.codegraph.extractors.python._route import (
    Neighbourhood,
    Route,
    children_of,
    literal_text,
    source_of,
)
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.model import EdgeKind, Json, Scope, Symbol, Unresolved, UnresolvedReason

_VERBS = frozenset({"get", "post", "put", "delete", "patch", "head", "options"})
_WITH_METHODS = frozenset({"route", "api_route"})
# Only such a file is walked: `@mock.patch(…)` and the like are everywhere.
_LITERAL = re.compile(
    r"@[\w.]+\.(?:route|api_route|websocket|get|post|put|delete|patch|head|options)"
    r"\(\s*(?:path=|rule=)?[rR]?[\"']/"
)
_CONSTRUCTORS = {
    "Flask": "flask",
    "Blueprint": "flask",
    "APIBlueprint": "flask",
    "FastAPI": "fastapi",
    "APIRouter": "fastapi",
}
_PREFIX_KEYWORDS = ("prefix", "url_prefix")
_MOUNTS = frozenset({"include_router", "register_blueprint"})
_ROUTER_WORDS = re.compile("|".join([*_CONSTRUCTORS, *sorted(_MOUNTS)]))
_UNKNOWN = "\0"
"""Stands for a prefix that is not literal."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def routes_of(module: ast.Module, text: str) -> list[tuple[Symbol, Route]]:
    """Return the routes whose path and methods are literal, each with how it is declared."""
    return _literal(list(_routes(module, text)))


def routes_and_unresolved(module: ast.Module, text: str) -> tuple[list[Symbol], list[Unresolved]]:
    """Return the routes that are declared literally, and those that are declared otherwise."""
    routes = list(_routes(module, text))
    symbols = [symbol for symbol, _ in _literal(routes)]
    return symbols, [_unresolved(route) for route in routes if route.expression]


def _literal(routes: list[Route]) -> list[tuple[Symbol, Route]]:
    taken: dict[str, int] = {}
    return [(_symbol(route, taken), route) for route in routes if not route.expression]


def _unresolved(route: Route) -> Unresolved:
    expression = shorten(route.expression)
    kind, reason = EdgeKind.ROUTES_TO, UnresolvedReason.DYNAMIC
    return Unresolved(kind, route.handler, expression, route.line_start, reason)


def _routes(module: ast.Module, text: str) -> Iterator[Route]:
    has_routers = any(f"{constructor}(" in text for constructor in _CONSTRUCTORS)
    if has_routers or _LITERAL.search(text):
        yield from _decorated_routes(module, text)
    if "django.urls" in text or "django.conf.urls" in text:
        yield from django_routes(module, text)


def _symbol(route: Route, taken: dict[str, int]) -> Symbol:
    detail: dict[str, Json] = {
        "method": route.method,
        "path": route.path,
        "handler": route.handler,
        **route.extra,
    }
    return Symbol(
        Scope.ROUTE,
        unique(f"{route.method} {route.path or '/'}", taken),
        route.line_start,
        route.line_end,
        node_hash([route.method, route.path, route.handler]),
        detail,
    )


@dataclass(slots=True)
class _Router:
    """What a name stands for: an application or a router, and the prefix of its routes."""

    framework: str = ""
    prefix: str = ""
    mounts: list[tuple[str, str]] = field(default_factory=list)
    """Under which other router, and with which prefix, it is put."""


_NO_ROUTER = _Router()


def _full_prefix(routers: dict[str, _Router], name: str, hops: int = 5) -> str:
    """Return what stands before every path of a router, as far as this module says."""
    router = routers.get(name)
    if router is None or not router.mounts:
        return router.prefix if router else ""
    if len(router.mounts) > 1 or hops == 0:
        return _UNKNOWN
    parent, mounted = router.mounts[0]
    before = _full_prefix(routers, parent, hops - 1)
    if router.framework == "flask":
        return before + (mounted or router.prefix)  # a registration replaces the other prefix
    return before + mounted + router.prefix


def _decorated_routes(module: ast.Module, text: str) -> Iterator[Route]:
    functions = list(_functions(module))
    lines = Lines(text)
    near = Neighbourhood(text, _ROUTER_WORDS)
    routers = _routers(near.walk(module), lines)
    for qualname, function in functions:
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
                name = source_of(decorator.func.value, lines)
                router = routers.get(name, _NO_ROUTER)
                place = replace(router, prefix=_full_prefix(routers, name))
                yield from _declared(decorator, place, qualname, lines)


def _functions(module: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield every function with its qualname, in source order."""
    taken: dict[str, int] = {}
    stack: list[tuple[ast.AST, str]] = [(module, "")]
    while stack:
        node, prefix = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            qualname = unique(prefix + node.name, taken)
            prefix = f"{qualname}."
            if not isinstance(node, ast.ClassDef):
                yield qualname, node
        stack.extend((child, prefix) for child in reversed(_statements_in(node)))


def _statements_in(node: ast.AST) -> list[ast.AST]:
    kinds = (ast.stmt, ast.excepthandler, ast.match_case)
    return [child for child in children_of(node) if isinstance(child, kinds)]


def _routers(nodes: Iterator[ast.AST], lines: Lines) -> dict[str, _Router]:
    routers: dict[str, _Router] = {}
    calls: list[ast.Call] = []
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            _note_router(routers, source_of(node.targets[0], lines), node.value)
        elif isinstance(node, ast.AnnAssign) and node.value:
            _note_router(routers, source_of(node.target, lines), node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.append(node)
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in _MOUNTS and call.args:
            router = routers.get(source_of(call.args[0], lines))
            if router:
                parent = source_of(call.func.value, lines)
                router.mounts.append((parent, _prefix_of(call)))
    return routers


def _note_router(routers: dict[str, _Router], name: str, value: ast.expr) -> None:
    if not isinstance(value, ast.Call):
        return
    function = value.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if called not in _CONSTRUCTORS:
        return
    prefix = _prefix_of(value)
    if name in routers and routers[name].prefix != prefix:
        prefix = _UNKNOWN
    routers[name] = _Router(_CONSTRUCTORS[called], prefix)


def _prefix_of(call: ast.Call) -> str:
    for keyword in call.keywords:
        if keyword.arg in _PREFIX_KEYWORDS:
            is_none = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
            text = "" if is_none else literal_text(keyword.value)
            return _UNKNOWN if text is None else text
    return _UNKNOWN if any(keyword.arg is None for keyword in call.keywords) else ""


def _declared(call: ast.Call, router: _Router, handler: str, lines: Lines) -> Iterator[Route]:
    methods = _methods(call)
    if methods == ():
        return
    argument = _path_argument(call)
    path = None if argument is None else literal_text(argument)
    is_known = bool(router.framework)
    extra: dict[str, Json] = {"framework": router.framework} if is_known else {}
    span = (call.lineno, call.end_lineno or call.lineno)
    if path is None or methods is None or _UNKNOWN in router.prefix:
        # Without a known application this may be any decorator: nothing is claimed then.
        if is_known and argument is not None:
            yield Route("", "", handler, *span, expression=source_of(call, lines))
    elif path.startswith("/") or (is_known and path == ""):
        for method in methods:
            yield Route(method, router.prefix + path, handler, *span, extra=extra)


def _path_argument(call: ast.Call) -> ast.expr | None:
    named = [word.value for word in call.keywords if word.arg in {"path", "rule"}]
    return call.args[0] if call.args else next(iter(named), None)


def _methods(call: ast.Call) -> tuple[str, ...] | None:
    """Return the methods; nothing when this is no route, None when they are not literal."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in _VERBS:
        return (name.upper(),)
    if name == "websocket":
        return ("WEBSOCKET",)
    if name not in _WITH_METHODS:
        return ()
    for keyword in call.keywords:
        if keyword.arg == "methods":
            return _literal_methods(keyword.value)
    return ("GET",)


def _literal_methods(node: ast.expr) -> tuple[str, ...] | None:
    if not isinstance(node, ast.List | ast.Tuple | ast.Set):
        return None
    methods = [literal_text(element) for element in node.elts]
    named = [method.upper() for method in methods if method is not None]
    return tuple(named) if named and len(named) == len(methods) else None
