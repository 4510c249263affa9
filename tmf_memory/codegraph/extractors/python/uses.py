"""What a function does with its parameters: the calls that only a caller can resolve."""

from __future__ import annotations

from tmf_memory.codegraph.extractors.python.scopes import CLASS, MODULE, Expr, Scope
from tmf_memory.codegraph.extractors.python.slim import is_opaque

MAX_USES = 16

_OPAQUE = frozenset(("L", "F", "C", "B"))
_THROUGH = frozenset((".", "[", "c", "i", "u", "w", "a"))
Entry = dict[str, Expr]


def roots(value: Expr, into: set[str]) -> None:
    """Collect the keys of names that a value mentions."""
    if value.__class__ is str:
        if value[0] != "'":
            into.add(value.partition(".")[0])
    elif isinstance(value, list):
        tag = value[0]
        if tag == "c":
            roots(value[1], into)
            for arguments in value[2:4]:
                _roots_of_all(arguments, into)
        elif tag not in _OPAQUE:
            _roots_of_all(value[1:2] if tag == "." else value[1:], into)


def _roots_of_all(values: Expr, into: set[str]) -> None:
    if isinstance(values, dict):
        values = list(values.values())
    if isinstance(values, list):
        for one in values:
            roots(one, into)


def binding_roots(binding: list[Expr], into: set[str]) -> None:
    """Collect the keys of names that a binding mentions."""
    tag = binding[0]
    if tag in {"v", "n"}:
        _roots_of_all(binding[1:3], into)
    elif tag == "phi":
        _roots_of_all(binding[1], into)


def outer_function(scope: Scope) -> Scope | None:
    """Return the function around a scope, through classes."""
    outer = scope.parent
    while outer is not None and outer.kind == CLASS:
        outer = outer.parent
    return None if outer is None or outer.kind == MODULE else outer


class Uses:
    """Finds, for each function of a module, the calls that use what is passed to it."""

    def __init__(self) -> None:
        self._derived: dict[int, set[str]] = {}

    def derive(self, scope: Scope) -> None:
        """Find the names of a function that hold a parameter or something made from one.

        A parameter with an annotation speaks for itself, unless it is some callable.
        """
        derived = {
            str(one[0]) for one in scope.parameters if one[2] is None or "Callable" in str(one[2])
        }
        derived.discard(scope.receiver)
        outer = outer_function(scope)
        if outer is not None:
            derived |= self._derived[outer.index] - scope.binds.keys()
        self._derived[scope.index] = derived
        if not derived:
            return
        for key, binding in scope.binds.items():
            if binding[0] != "p":
                mentioned: set[str] = set()
                binding_roots(binding, mentioned)
                if not mentioned.isdisjoint(derived):
                    derived.add(key)

    def of(self, scope: Scope) -> list[Expr]:
        """Return the calls that use a parameter: as the callee, or passed on."""
        derived = self._derived[scope.index]
        if not derived:
            return []
        uses: list[Expr] = []
        for call in scope.calls:
            use = _use(call, derived, scope)
            if use is not None and use not in uses:
                uses.append(use)
        for one in scope.iterated:
            if _root(one[1]) in derived:
                uses.append(one[:2])
        return uses[:MAX_USES]


def uses_of_attributes(scope: Scope, receiver: str, names: set[str]) -> list[Expr]:
    """Return the calls of a method on attributes that hold an argument of the constructor."""
    found: list[Expr] = []
    for call in scope.calls:
        callee = call[1]
        if isinstance(callee, str):
            parts = callee.split(".")
            if len(parts) > 1 and parts[0] == receiver and parts[1] in names:
                use: Expr = ["c", callee, call[2]]
                if use not in found:
                    found.append(use)
    return found[:MAX_USES]


def _root(value: Expr) -> str:
    while isinstance(value, list):
        if value[0] not in _THROUGH:
            return ""
        value = value[1]
    return value.partition(".")[0] if isinstance(value, str) else ""


def _use(call: list[Expr], derived: set[str], scope: Scope) -> list[Expr] | None:
    callee = call[1]
    if _root(callee) in derived or _is_chosen(callee, derived):
        return call
    if not isinstance(callee, str) or is_opaque(["c", callee, []], scope):
        return None
    arguments: list[Expr] = call[2] if isinstance(call[2], list) else []
    keywords = call[3] if len(call) > 3 and isinstance(call[3], dict) else {}
    passed: list[Expr] = [_passed(one, derived) for one in arguments]
    named: Entry = {name: _passed(one, derived) for name, one in keywords.items()}
    if all(one is None for one in (*passed, *named.values())):
        return None
    return ["c", callee, passed, named] if named else ["c", callee, passed]


def _is_chosen(callee: Expr, derived: set[str]) -> bool:
    """Tell whether a parameter is the key under which the callee is looked up."""
    while isinstance(callee, list) and callee[0] == "[":
        if _root(callee[2]) in derived:
            return True
        callee = callee[1]
    return False


def _passed(value: Expr, derived: set[str]) -> Expr:
    """Return a value passed on when it is a parameter itself or part of one."""
    inner = value[1] if isinstance(value, list) and value[0] == "*" else value
    return value if isinstance(inner, str) and inner.partition(".")[0] in derived else None
