"""What other files may need to know of a module: names, classes, and function summaries.

Keys are short because the surface of every file is kept: module `n` names, `F` and `C` the names
of plain functions and classes, `o` names of unknown value, `f` functions, `c` classes, `s` star
imports, `a` exports, `d` declarations, `P` attributes of others that are replaced (`=`) or
changed inside (`[`): name, how, scope, whose. Function: `p` parameters, `a` annotations, `d`
defaults, `r` returned values, `R` return annotation, `y` yielded values, `l` local names that
these need, `x` what it does with its parameters, `D` decorators, `k` flags. Class: `b` bases,
`k` keywords, `F` plain methods, `C` plain classes, `n` other names, `a` instance attributes, `u`
attributes of unknown value, `x` what its methods do with attributes that hold a constructor
parameter, `D` decorators. No part holds a line number: moving code changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.codegraph.extractors.python.definitions import ModuleWalker
from tmf_memory.codegraph.extractors.python.scopes import (
    CLASS,
    MODULE,
    REBOUND_OUTSIDE,
    Binding,
    Expr,
    Scope,
)
from tmf_memory.codegraph.extractors.python.slim import is_opaque, slim, slim_binding
from tmf_memory.codegraph.extractors.python.uses import (
    Entry,
    Uses,
    binding_roots,
    outer_function,
    roots,
    uses_of_attributes,
)

MAX_RETURNS = 6
_MARKS = {"": "", "*": "*", "k": "=", "**": "**"}
_PLAIN_DECORATORS = frozenset(["property", "staticmethod", "classmethod"])


class SurfaceBuilder:
    """Builds the surface of one walked module."""

    def __init__(self, walker: ModuleWalker, declared: list[str]) -> None:
        self._walker = walker
        self._declared = declared
        self._uses = Uses()
        self._needed: list[set[str]] = [set() for _ in walker.scopes]
        self._methods = {one.qualname: one for one in walker.scopes if one.kind not in "mc"}

    def build(self) -> Entry:
        scopes = self._walker.scopes
        functions: Entry = {}
        classes: Entry = {}
        for scope, patch in self._walker.patches:
            if scope.kind not in {MODULE, CLASS}:
                self._need(scope, patch[3:])
        for scope in scopes:
            if scope.kind == CLASS:
                classes[scope.qualname] = self._class(scope)
            elif scope.kind != MODULE:
                self._uses.derive(scope)
        # Inner functions come later in the list and say which names they need of outer ones.
        for scope in reversed(scopes):
            if scope.kind not in {MODULE, CLASS}:
                entry = self._function(scope)
                if entry:
                    functions[scope.qualname] = entry
        return self._module(scopes[0], functions, classes)

    def _module(self, scope: Scope, functions: Entry, classes: Entry) -> Entry:
        walker = self._walker
        module = _names(scope, "")
        _put(module, "f", functions)
        _put(module, "c", classes)
        _put(module, "s", list(walker.stars))
        if walker.exports is not None:
            module["a"] = list(walker.exports)
        _put(module, "d", " ".join(self._declared))
        _put(module, "P", self._patches())
        return module

    def _patches(self) -> list[Expr]:
        """Return what is changed in others; what nothing can be proven of is left out."""
        found: list[Expr] = []
        for scope, patch in self._walker.patches:
            is_opaque_name = isinstance(patch[3], str) and is_opaque(patch[3], scope)
            if not is_opaque_name and patch not in found:
                found.append(patch)
        return found

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
            if key in scope.binds:
                needed.add(key)
                binding_roots(scope.binds[key], pending)
                name = key.partition("~")[0].lstrip(":&")
                if name in scope.counts and name in scope.binds.get(REBOUND_OUTSIDE, ()):
                    pending.update((REBOUND_OUTSIDE, *scope.keys_of(name)))
            else:
                outer = outer_function(scope)
                if outer is not None:
                    self._need(outer, [key, *_versions(outer, key)])

    def _function(self, scope: Scope) -> Entry:
        needed = self._needed[scope.index]
        if not needed and _says_nothing(scope):
            return {}
        entry: Entry = {}
        returns = _returned(scope)
        yields = _yielded(scope)
        uses = self._uses.of(scope)
        self._need(scope, [*returns, *yields, *uses])
        _put(entry, "r", returns)
        _put(entry, "R", scope.annotation)
        _put(entry, "y", yields)
        _put(entry, "x", uses)
        _put(entry, "D", [slim(one, scope) for one in scope.decorators if _decorates(one)])
        _put(entry, "k", scope.flags)
        local: Entry = {
            key: slim_binding(binding, scope)
            for key, binding in scope.binds.items()
            if key in needed and binding[0] != "p"
        }
        _put(entry, "l", local)
        if entry.keys() & {"r", "x", "y", "l"} or needed or _is_annotated(scope):
            _put_parameters(scope, entry)
        return entry

    def _class(self, scope: Scope) -> Entry:
        entry = _names(scope, f"{scope.qualname}.")
        _put(entry, "b", scope.bases)
        _put(entry, "k", {name: one for name, one in scope.keywords.items() if one is not None})
        _put(entry, "D", [slim(one, scope) for one in scope.decorators if _decorates(one)])
        known: Entry = {}
        unknown: list[str] = []
        for name, assigned in scope.attributes.items():
            values = self._assigned(assigned)
            if values:
                known[name] = values
            else:
                unknown.append(name)
        _put(entry, "a", known)
        _put(entry, "u", " ".join(unknown))
        _put(entry, "x", self._attribute_uses(scope, known))
        return entry

    def _assigned(self, assigned: list[Expr]) -> list[Expr]:
        """Return what is assigned to an attribute, or nothing when a part is not followed.

        One with an annotation comes first; it speaks for what is not followed.
        """
        values: list[list[Expr]] = []
        annotated: list[list[Expr]] = []
        is_open = False
        for one in assigned:
            if not isinstance(one, list):
                continue
            method = self._methods.get(str(one[0]))
            if method is None or is_opaque(one[1], method):
                is_open = True
                value: list[Expr] = [one[0], None]
            else:
                value = [one[0], slim(one[1], method)]
                self._need(method, value[1:2])
            if len(one) > 2:
                annotated = annotated or [[*value, one[2]]]
            elif value not in values:
                values.append(value)
        if annotated:
            values = [*annotated, *(one for one in values if one[1] is not None)]
            return [*values[: 1 + MAX_RETURNS]]
        return [] if is_open or len(values) > MAX_RETURNS else [*values]

    def _attribute_uses(self, scope: Scope, known: Entry) -> Entry:
        names = {name for name, values in known.items() if self._is_argument(values)}
        found: Entry = {}
        methods = [self._methods.get(str(one[1])) for one in scope.binds.values() if one[0] == "f"]
        before = -1
        while names and len(found) != before:  # also methods that call such a method
            before = len(found)
            for method in methods:
                if method is not None and method.receiver:
                    uses = uses_of_attributes(method, method.receiver, names | found.keys())
                    _put(found, method.qualname.rpartition(".")[2], uses)
                    self._need(method, uses)
        return found

    def _is_argument(self, values: Expr) -> bool:
        """Tell whether an attribute is assigned once, a bare parameter of the constructor."""
        if not isinstance(values, list) or len(values) != 1 or not isinstance(values[0], list):
            return False
        name, value = str(values[0][0]), values[0][1]
        method = self._methods.get(name)
        if method is None or not name.endswith(".__init__") or not isinstance(value, str):
            return False
        return method.binds.get(value, [""])[0] == "p"


def _put(entry: Entry, key: str, value: object) -> None:
    if value:
        entry[key] = value  # type: ignore[assignment]  # built from values only


def _versions(scope: Scope, name: str) -> list[Expr]:
    return [f"{name}~{index}" for index in range(1, scope.counts.get(name, 0))]


def _decorates(value: Expr) -> bool:
    return value is not None and not (isinstance(value, str) and value in _PLAIN_DECORATORS)


def _says_nothing(scope: Scope) -> bool:
    """Tell whether a function has no surface: it takes nothing, gives nothing, is plain."""
    if scope.yields or scope.decorators or scope.flags or scope.annotation is not None:
        return False
    if outer_function(scope) is not None:
        return False  # it may use what is passed to the function around it
    returns = scope.returns
    if returns and returns != ["None"]:
        return False
    return not scope.parameters or (len(scope.parameters) == 1 and bool(scope.receiver))


def _is_annotated(scope: Scope) -> bool:
    return any(one[2] is not None for one in scope.parameters)


def _put_parameters(scope: Scope, entry: Entry) -> None:
    entry["p"] = " ".join(_MARKS[str(one[1])] + str(one[0]) for one in scope.parameters)
    _put(entry, "a", {str(one[0]): one[2] for one in scope.parameters if one[2] is not None})
    defaults = {str(one[0]): one[3] for one in scope.parameters if one[3] is not None}
    _put(entry, "d", defaults)


def _returned(scope: Scope) -> list[Expr]:
    """Return the distinct values of `return`, or nothing when one of them is not followed."""
    distinct: list[Expr] = []
    for value in scope.returns:
        if is_opaque(value, scope):
            return []
        kept = slim(value, scope)
        if kept not in distinct:
            distinct.append(kept)
    return [] if len(distinct) > MAX_RETURNS or distinct == ["None"] else distinct


def _yielded(scope: Scope) -> list[Expr]:
    """Return what a generator yields; `None` stands for something that is not followed."""
    if not scope.yields:
        return []
    distinct: list[Expr] = []
    for value in scope.yields:
        if is_opaque(value, scope):
            return [None]
        if value not in distinct:
            distinct.append(value)
    return distinct if len(distinct) <= MAX_RETURNS else [None]


def _names(scope: Scope, prefix: str) -> Entry:
    """Return bindings, with what is plain as one string of names."""
    plain: dict[str, list[str]] = {"F": [], "C": [], "o": []}
    named: Entry = {}
    for key, binding in scope.binds.items():
        tag, value = binding[0], binding[1]
        if tag in {"f", "c"} and value == prefix + key:
            plain[str(tag).upper()].append(key)
        elif key[0] == ":":
            continue
        elif tag == "v" and _is_plain_value(binding, scope, is_module=not prefix):
            plain["o"].append(key)
        else:
            named[key] = slim_binding(binding, scope)
    entry: Entry = {}
    for letter, names in plain.items():
        _put(entry, letter, " ".join(names))
    _put(entry, "n", named)
    return entry


def _is_plain_value(binding: Binding, scope: Scope, *, is_module: bool) -> bool:
    """Tell whether a name is only known to be bound; constants of a module may be keys."""
    value = binding[1]
    if len(binding) > 2 or value == "None":
        return False
    if is_module and (isinstance(value, int) or (isinstance(value, str) and value[0] == "'")):
        return False
    return is_opaque(value, scope)
