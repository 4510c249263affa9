"""What other files may need to know of a module: names, classes, and function summaries.

Keys are short because the surface of every file is kept: module `n` names, `F` and `C` the names
of plain functions and classes, `u` names of unknown value, `f` functions, `c` classes, `s` star
imports, `a` exports, `d` declarations, `M` containers changed from elsewhere. Function: `p` parameters, `a`
annotations, `d` defaults, `r` returned values, `R` return annotation, `y` yielded values, `l`
local names that these need, `x` what it does with its parameters, `D` decorators, `k` flags.
Class: `b` bases, `k` keywords, `m` plain methods, `n` other names, `a` instance attributes, `u`
attributes of unknown value, `x` what its methods do with attributes that hold a constructor
parameter, `D` decorators.
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.codegraph.extractors.python.definitions import ModuleWalker
from tmf_memory.codegraph.extractors.python.scopes import (
    CLASS,
    FUNCTION,
    LAMBDA,
    MODULE,
    Binding,
    Expr,
    Scope,
)

MAX_RETURNS = 6
MAX_USES = 16

_OPAQUE = frozenset(("L", "F", "C", "B"))
Entry = dict[str, Expr]


def roots(value: Expr, into: set[str]) -> None:
    """Collect the keys of names that a value mentions."""
    if isinstance(value, str):
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


def binding_roots(binding: Binding, into: set[str]) -> None:
    """Collect the keys of names that a binding mentions."""
    tag = binding[0]
    if tag == "v" or tag == "n":
        _roots_of_all(binding[1:3], into)
    elif tag == "phi":
        _roots_of_all(binding[1], into)


class SurfaceBuilder:
    """Builds the surface of one walked module."""

    def __init__(self, walker: ModuleWalker, declared: list[str]) -> None:
        self._walker = walker
        self._declared = declared
        self._needed: list[set[str]] = [set() for _ in walker.scopes]
        self._derived: list[set[str]] = [set() for _ in walker.scopes]

    def build(self) -> Entry:
        scopes = self._walker.scopes
        functions: Entry = {}
        classes: Entry = {}
        for scope in scopes:
            if scope.kind in {FUNCTION, LAMBDA}:
                self._derive(scope)
        # Inner scopes come later in the list and say which names they need of outer ones.
        for scope in reversed(scopes):
            if scope.kind == CLASS:
                classes[scope.qualname] = self._class(scope)
            elif scope.kind != MODULE:
                entry = self._function(scope)
                if entry:
                    functions[scope.qualname] = entry
        module = _names(scopes[0].binds, "", with_constants=True)
        _put(module, "f", functions)
        _put(module, "c", classes)
        _put(module, "s", list(self._walker.stars))
        if self._walker.exports is not None:
            module["a"] = list(self._walker.exports)
        _put(module, "d", " ".join(self._declared))
        changed = self._walker.mutated.intersection(scopes[0].binds)
        _put(module, "M", sorted(changed))
        return module

    def _derive(self, scope: Scope) -> None:
        """Find the names of a function that hold a parameter or something made from one."""
        derived = self._derived[scope.index]
        derived.update(str(one[0]) for one in scope.parameters)
        derived.discard(scope.receiver)
        outer = self._outer(scope)
        if outer is not None:
            derived.update(self._derived[outer.index] - scope.binds.keys())
        for key, binding in scope.binds.items():
            mentioned: set[str] = set()
            binding_roots(binding, mentioned)
            if not mentioned.isdisjoint(derived):
                derived.add(key)

    def _outer(self, scope: Scope) -> Scope | None:
        """Return the function around a scope, through classes."""
        outer = scope.parent
        while outer is not None and outer.kind == CLASS:
            outer = outer.parent
        return None if outer is None or outer.kind == MODULE else outer

    def _need(self, scope: Scope, values: Iterable[Expr]) -> None:
        """Keep the local names that `values` mention, here or in the functions around."""
        needed = self._needed[scope.index]
        pending: set[str] = set()
        for value in values:
            roots(value, pending)
        while pending:
            key = pending.pop()
            if key in needed:
                continue
            needed.add(key)
            if key in scope.binds:
                binding_roots(scope.binds[key], pending)
            else:
                outer = self._outer(scope)
                if outer is not None:
                    self._need(outer, [key, *_versions(outer, key)])

    def _function(self, scope: Scope) -> Entry:
        entry: Entry = {}
        returns = _returned(scope.returns)
        uses = self._uses(scope)
        wanted: list[Expr] = [*returns, *uses, *scope.yields]
        self._need(scope, wanted)
        _put(entry, "r", returns)
        _put(entry, "R", scope.annotation)
        _put(
            entry, "y", list(dict.fromkeys(map(repr, scope.yields))) and scope.yields[:MAX_RETURNS]
        )
        _put(entry, "x", uses)
        _put(entry, "D", scope.decorators)
        _put(entry, "k", scope.flags)
        needed = self._needed[scope.index]
        local: Entry = {
            key: list(binding)
            for key, binding in scope.binds.items()
            if key in needed and binding[0] != "p"
        }
        _put(entry, "l", local)
        if entry or needed or any(one[2] is not None for one in scope.parameters):
            self._parameters(scope, entry)
        return entry

    def _parameters(self, scope: Scope, entry: Entry) -> None:
        marks = {"": "", "*": "*", "k": "=", "**": "**"}
        names = [marks[str(one[1])] + str(one[0]) for one in scope.parameters]
        _put(entry, "p", " ".join(names))
        _put(entry, "a", {str(one[0]): one[2] for one in scope.parameters if one[2] is not None})
        defaults = {str(one[0]): one[3] for one in scope.parameters if one[3] is not None}
        _put(entry, "d", defaults)

    def _uses(self, scope: Scope) -> list[Expr]:
        """Return the calls that use a parameter: as the callee, or passed on."""
        derived = self._derived[scope.index]
        if not derived:
            return []
        uses: list[Expr] = []
        for call in scope.calls:
            use = _use(call, derived)
            if use is not None:
                uses.append(use)
        for one in scope.iterated:
            if _root(one[1]) in derived:
                uses.append(one[:2])
        return uses[:MAX_USES]

    def _class(self, scope: Scope) -> Entry:
        entry = _names(scope.binds, f"{scope.qualname}.", with_constants=False)
        _put(entry, "b", scope.bases)
        _put(entry, "k", dict(scope.keywords))
        _put(entry, "D", scope.decorators)
        known: Entry = {}
        unknown: list[str] = []
        methods = {one.qualname: one for one in self._walker.scopes if one.kind == FUNCTION}
        for name, assigned in scope.attributes.items():
            values = _attribute(assigned)
            if values is None:
                unknown.append(name)
                continue
            known[name] = values
            for value in values:
                method = methods.get(str(value[0]))  # type: ignore[index]
                if method is not None:
                    self._need(method, value[1:2])  # type: ignore[index]
        _put(entry, "a", known)
        _put(entry, "u", " ".join(filter(None, (str(entry.get("u", "")), *unknown))))
        return entry


def _put(entry: Entry, key: str, value: Expr) -> None:
    if value:
        entry[key] = value


def _versions(scope: Scope, name: str) -> list[str]:
    return [f"{name}~{index}" for index in range(1, scope.counts.get(name, 0))]


def _root(value: Expr) -> str:
    while isinstance(value, list):
        if value[0] not in {".", "[", "c", "i", "u", "w", "a"}:
            return ""
        value = value[1]
    return value.partition(".")[0] if isinstance(value, str) else ""


def _use(call: list[Expr], derived: set[str]) -> list[Expr] | None:
    callee, arguments = call[1], call[2]
    keywords = call[3] if len(call) > 3 else None
    if _root(callee) in derived:
        return call
    if not isinstance(callee, str) or not isinstance(arguments, list):
        return None
    passed: list[Expr] = [_derived(one, derived) for one in arguments]
    named: Entry = {}
    if isinstance(keywords, dict):
        named = {name: one for name, one in keywords.items() if _derived(one, derived) is not None}
    if not named and not any(one is not None for one in passed):
        return None
    return ["c", callee, passed, named] if named else ["c", callee, passed]


def _derived(value: Expr, derived: set[str]) -> Expr:
    """Return a value passed on when it is a parameter itself or part of one."""
    inner = value[1] if isinstance(value, list) and value[0] == "*" else value
    return value if isinstance(inner, str) and inner.partition(".")[0] in derived else None


def _returned(values: list[Expr]) -> list[Expr]:
    """Return the distinct values of `return`, or nothing when one of them is not followed."""
    distinct: list[Expr] = []
    for value in values:
        if value is None or isinstance(value, int) or _is_constant(value):
            return []
        if value not in distinct:
            distinct.append(value)
    if len(distinct) > MAX_RETURNS or distinct == ["None"]:
        return []
    return distinct


def _is_constant(value: Expr) -> bool:
    if isinstance(value, list):
        return value[0] == "B"
    return isinstance(value, int) or (isinstance(value, str) and value[0] == "'")


def _attribute(assigned: list[Expr]) -> list[Expr] | None:
    annotated = [one for one in assigned if isinstance(one, list) and len(one) > 2]
    if annotated:
        return annotated[:1]
    values: list[Expr] = []
    for one in assigned:
        value = one[1] if isinstance(one, list) else None
        if value is None or _is_constant(value):
            return None
        if one not in values:
            values.append(one)
    return values if len(values) <= MAX_RETURNS else None


def _names(binds: dict[str, Binding], prefix: str, *, with_constants: bool) -> Entry:
    """Return bindings, with what is plain as one string of names."""
    plain: dict[str, list[str]] = {"F": [], "C": [], "u": []}
    named: Entry = {}
    for key, binding in binds.items():
        tag, value = binding[0], binding[1]
        if tag in {"f", "c"} and value == prefix + key:
            plain[str(tag).upper()].append(key)
        elif tag == "v" and len(binding) == 2 and _is_unknown(value, with_constants):
            plain["u"].append(key)
        elif key[0] not in ":":
            named[key] = list(binding)
    entry: Entry = {}
    for letter, names in plain.items():
        _put(entry, letter, " ".join(names))
    _put(entry, "n", named)
    return entry


def _is_unknown(value: Expr, with_constants: bool) -> bool:
    return value is None or (_is_constant(value) and not with_constants)
