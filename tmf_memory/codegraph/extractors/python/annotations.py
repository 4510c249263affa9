"""Annotations to values: dotted names, subscripts and unions, quoted ones included."""

from __future__ import annotations

import ast
import warnings

from tmf_memory.codegraph.extractors.python.expressions import ExpressionWalker
from tmf_memory.codegraph.extractors.python.scopes import Expr

MAX_DEPTH = 8


def annotation_value(walker: ExpressionWalker, node: ast.expr | None, depth: int = 0) -> Expr:
    """Return the value of an annotation; nothing of it counts as a read or a call."""
    if node is None or depth > MAX_DEPTH:
        return None
    kind = node.__class__
    if kind is ast.Name:
        return walker.key(node.id)  # type: ignore[attr-defined]
    if kind is ast.Attribute:
        base = annotation_value(walker, node.value, depth + 1)  # type: ignore[attr-defined]
        return f"{base}.{node.attr}" if isinstance(base, str) else None  # type: ignore[attr-defined]
    if kind is ast.Constant:
        return _constant(walker, node.value, depth)  # type: ignore[attr-defined]
    return _composed(walker, node, depth + 1)


def _composed(walker: ExpressionWalker, node: ast.expr, depth: int) -> Expr:
    if isinstance(node, ast.Subscript):
        base = annotation_value(walker, node.value, depth)
        if base is None or str(base).endswith("Literal"):
            return None
        return ["[", base, annotation_value(walker, node.slice, depth)]
    if isinstance(node, ast.Tuple | ast.List):
        tag = "(" if isinstance(node, ast.Tuple) else "l"
        return [tag, *(annotation_value(walker, one, depth) for one in node.elts)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left = annotation_value(walker, node.left, depth)
        return ["|", left, annotation_value(walker, node.right, depth)]
    return None


def _constant(walker: ExpressionWalker, value: object, depth: int) -> Expr:
    if value is None:
        return "None"
    if value is ...:
        return "..."
    if not isinstance(value, str):
        return None
    if value.isidentifier():
        return walker.key(value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            quoted = ast.parse(value.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return annotation_value(walker, quoted.body, depth + 1)
