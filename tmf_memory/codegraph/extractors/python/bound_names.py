"""Which names a block of statements binds, without walking its expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterable

_TARGETS: dict[type[ast.AST], str] = {
    ast.AugAssign: "target",
    ast.AnnAssign: "target",
    ast.For: "target",
    ast.AsyncFor: "target",
}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NESTED = ("body", "orelse", "finalbody", "handlers", "cases")


def bound_names(block: Iterable[ast.AST], into: set[str] | None = None) -> set[str]:
    """Return the names that `block` binds, nested blocks included (function bodies are not)."""
    names: set[str] = set() if into is None else into
    pending = list(block)
    while pending:
        node = pending.pop()
        kind = node.__class__
        if kind is ast.Assign:
            for target in node.targets:  # type: ignore[attr-defined]
                _target(target, names)
        elif kind in _DEFINITIONS:
            names.add(node.name)  # type: ignore[attr-defined]
        elif kind is not ast.Expr:
            _other(node, names)
            for name in _NESTED:
                pending.extend(getattr(node, name, ()))
    return names


def _other(node: ast.AST, names: set[str]) -> None:
    field = _TARGETS.get(node.__class__)
    if field is not None:
        _target(getattr(node, field), names)
    elif isinstance(node, ast.With | ast.AsyncWith):
        for item in node.items:
            if item.optional_vars is not None:
                _target(item.optional_vars, names)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        names.update((one.asname or one.name).split(".")[0] for one in node.names)
    elif isinstance(node, ast.ExceptHandler):
        if node.name:
            names.add(node.name)
    elif isinstance(node, ast.match_case):
        names.update(captures(node.pattern))
    elif isinstance(node, ast.Delete):
        for target in node.targets:
            _target(target, names)


def _target(target: ast.expr, names: set[str]) -> None:
    kind = target.__class__
    if kind is ast.Name:
        names.add(target.id)  # type: ignore[attr-defined]
    elif kind is ast.Tuple or kind is ast.List:
        for part in target.elts:  # type: ignore[attr-defined]
            _target(part, names)
    elif kind is ast.Starred:
        _target(target.value, names)  # type: ignore[attr-defined]


def captures(pattern: ast.pattern) -> list[str]:
    """Return the names that a `case` pattern binds."""
    names = []
    for node in ast.walk(pattern):
        name = getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name", None)
        if isinstance(name, str):
            names.append(name)
    return names
