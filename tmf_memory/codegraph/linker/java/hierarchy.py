"""What declarations alone say: inheritance and overriding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tmf_memory.codegraph.linker.java.declared import CONSTRUCTOR, Declared, Method
from tmf_memory.codegraph.linker.java.jtypes import Cls, Key, Type
from tmf_memory.codegraph.linker.java.members import Members
from tmf_memory.codegraph.model import EdgeKind, SymbolKey

Refer = Callable[[EdgeKind, str, SymbolKey, int], None]


class Hierarchy:
    """Links types to what they extend and implement, and methods to what they override."""

    def __init__(self, members: Members, refer: Refer) -> None:
        self._members = members
        self._names = members.names
        self._refer = refer

    def link(self, key: Key, lines: Mapping[str, int]) -> None:
        declared = self._names.declared(key)
        if declared is None:
            return
        line = lines.get(key[1], 1)
        for above in self._names.supertypes(key):
            if above.path and not above.is_external:
                kind = self._kind(declared, above)
                self._refer(kind, key[1], SymbolKey(above.path, above.name), line)
        if declared.kind == "class" and not declared.methods(CONSTRUCTOR):
            self._link_implied_constructor(declared, line)
        for name in declared.method_names():
            for method in declared.methods(name):
                if name != CONSTRUCTOR and not set(method.flags) & {"s", "p", "i"}:
                    self._link_overridden(method, declared, lines)

    def _kind(self, declared: Declared, above: Cls) -> EdgeKind:
        other = self._names.declared(above.key)
        is_implemented = other is not None and other.is_interface and not declared.is_interface
        return EdgeKind.IMPLEMENTS if is_implemented else EdgeKind.INHERITS

    def _link_implied_constructor(self, declared: Declared, line: int) -> None:
        """A class without a constructor calls one of the class above it."""
        above = self._names.supertypes(declared.key)[:1]
        if not above or not above[0].path or above[0].is_external:
            return
        other = self._names.declared(above[0].key)
        if other is None or other.is_interface:
            return
        path = declared.key[0]
        hits = self._members.constructors(above[0], path)
        target = SymbolKey(above[0].path, above[0].name)
        if hits is not None:
            fitting = [hit for hit in hits if not hit.params]
            if not fitting:
                return
            target = SymbolKey(above[0].path, fitting[0].method.qualname)
        self._refer(EdgeKind.CALLS, declared.key[1], target, line)

    def _link_overridden(
        self, method: Method, declared: Declared, lines: Mapping[str, int]
    ) -> None:
        own = self._erased(method, self._names.itself(declared.key))
        line = lines.get(method.qualname, lines.get(declared.key[1], 1))
        pending = list(self._members.above(self._names.itself(declared.key)))
        seen: set[Key] = set()
        while pending and None not in own:
            above = pending.pop(0)
            if above.key in seen:
                continue
            seen.add(above.key)
            overridden = self._overridden(above, method, own)
            if overridden is None:
                pending += self._members.above(above)
            elif above.path:
                key = SymbolKey(above.path, overridden.qualname)
                self._refer(EdgeKind.OVERRIDES, method.qualname, key, line)

    def _overridden(
        self, above: Cls, method: Method, own: tuple[Type | None, ...]
    ) -> Method | None:
        for candidate in self._members.declared_methods(above.key, method.name):
            is_inherited = self._members.is_inherited(candidate, method.owner[0])
            is_method = is_inherited and not set(candidate.flags) & {"s", "i"}
            if is_method and self._erased(candidate, above) == own:
                return candidate
        return None

    def _erased(self, method: Method, seen_as: Cls) -> tuple[Type | None, ...]:
        bindings = self._members.bindings(seen_as)
        return tuple(
            self._members.erased(self._members.substitute(one, bindings))
            for one in self._members.params(method)
        )
