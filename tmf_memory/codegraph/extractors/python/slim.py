"""What is worth keeping of a value: what nothing can be proven of is dropped early."""

from __future__ import annotations

import builtins

from tmf_memory.codegraph.extractors.python.scopes import Binding, Expr, Scope

_FOLLOWED_BUILTINS = frozenset(
    [
        *("super", "getattr", "next", "iter", "list", "sorted", "set", "tuple", "reversed"),
        *("enumerate", "zip", "filter", "max", "min", "type", "map", "property", "frozenset"),
    ]
)
_PLAIN_BUILTINS = frozenset(dir(builtins)) - _FOLLOWED_BUILTINS
_INSIDE = frozenset(("i", "ai", "w", "aw", "u", "us", "a", "*", "app"))
_MAX_DEPTH = 12


def is_opaque(value: Expr, scope: Scope, depth: int = 0) -> bool:
    """Tell whether nothing can come of following `value` from `scope`."""
    if value.__class__ is str:
        return _is_opaque_name(value, scope, depth)
    if value.__class__ is not list:
        return True
    if depth > _MAX_DEPTH:
        return False
    tag = value[0]
    if tag == "c":
        return _is_opaque_callee(value[1], scope, depth + 1)
    if tag in {".", "["} or tag in _INSIDE:
        return is_opaque(value[1], scope, depth + 1)
    return _is_opaque_composed(tag, value[1:], scope, depth + 1)


def _is_opaque_name(text: str, scope: Scope, depth: int) -> bool:
    if text[0] == "'":
        return True
    if text == "None":
        return False
    binding = scope.binds.get(text.partition(".")[0])
    return binding is not None and is_opaque_binding(binding, scope, depth + 1)


def is_opaque_binding(binding: Binding, scope: Scope, depth: int = 0) -> bool:
    """Tell whether nothing can come of following a name that is bound like this."""
    tag = binding[0]
    if tag == "v":
        if len(binding) > 2 and binding[2] is not None:
            return False
        return binding[1] != "None" and is_opaque(binding[1], scope, depth + 1)
    if tag == "phi" and depth < _MAX_DEPTH:
        keys: list[Expr] = binding[1]  # type: ignore[assignment]
        return any(_is_opaque_name(str(key), scope, depth + 1) for key in keys)
    return False


def _is_opaque_callee(callee: Expr, scope: Scope, depth: int) -> bool:
    if isinstance(callee, str):
        if callee in _PLAIN_BUILTINS:
            outer: Scope | None = scope
            while outer is not None and callee not in outer.counts:
                outer = outer.parent
            return outer is None
        return _is_opaque_name(callee, scope, depth)
    return is_opaque(callee, scope, depth)


def _is_opaque_composed(tag: Expr, parts: list[Expr], scope: Scope, depth: int) -> bool:
    if tag == "B":
        return True
    if tag == "?":
        return any(is_opaque(one, scope, depth) for one in parts)
    if tag in {"(", "l", "e", "g", "G", "|"}:
        return all(is_opaque(one, scope, depth) for one in parts)
    if tag == "d":
        return all(is_opaque(one, scope, depth) for one in parts[1::2])
    return False


def slim(value: Expr, scope: Scope) -> Expr:
    """Return a value without the arguments that nothing can come of; `0` are unknown arguments."""
    if not isinstance(value, list):
        return value
    if value[0] == "c":
        return _slim_call(value, scope)
    if value[0] == "." or value[0] in _INSIDE:
        return [value[0], slim(value[1], scope), *value[2:]]
    return value


def _slim_call(call: list[Expr], scope: Scope) -> Expr:
    callee = slim(call[1], scope)
    arguments: list[Expr] = call[2] if isinstance(call[2], list) else []
    keywords = call[3] if len(call) > 3 and isinstance(call[3], dict) else {}
    if not arguments and not keywords:
        return ["c", callee, []]
    kept: list[Expr] = [None if is_opaque(one, scope) else slim(one, scope) for one in arguments]
    named: dict[str, Expr] = {
        name: None if is_opaque(one, scope) else slim(one, scope) for name, one in keywords.items()
    }
    if all(one is None for one in (*kept, *named.values())):
        return ["c", callee, 0]
    return ["c", callee, kept, named] if named else ["c", callee, kept]


def slim_binding(binding: Binding, scope: Scope) -> Binding:
    """Return a binding with its value slimmed."""
    if binding[0] != "v" or binding[1].__class__ is not list:
        return list(binding)
    return ["v", slim(binding[1], scope), *binding[2:]]
