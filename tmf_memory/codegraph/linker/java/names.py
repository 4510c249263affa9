"""What a type name means where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from tmf_memory.codegraph.linker.java.declared import (
    Declared,
    FileScope,
    Row,
    TypeVars,
    declared_of,
)
from tmf_memory.codegraph.linker.java.jdk import jdk_types
from tmf_memory.codegraph.linker.java.jtypes import (
    EXTERNAL,
    OBJECT,
    PRIMITIVES,
    Arr,
    Cls,
    Key,
    Type,
    Var,
    Written,
    names_in,
    parse_type,
)
from tmf_memory.codegraph.linker.java.memo import Memo
from tmf_memory.codegraph.linker.java.tree import TypeTree

_UNASKED = object()
_ALWAYS: Mapping[str, Type] = {**PRIMITIVES, OBJECT.name: OBJECT}
_IMPLIED_SUPER = {
    "enum": "java.lang.Enum",
    "record": "java.lang.Record",
    "annotation": "java.lang.annotation.Annotation",
}


class Place(NamedTuple):
    """Where a type is written: inside which type and member, with which type variables.

    `binder` is the qualname of the class or method that declares those.
    """

    path: str
    owner: str
    member: str = ""
    typevars: TypeVars = ()
    binder: str = ""


class TypeNames:
    """Resolves written types; asks the tree, the JDK tables, and the types inside bodies."""

    def __init__(self, tree: TypeTree, memo: Memo) -> None:
        self._tree = tree
        self._memo = memo
        self._inner: dict[str, Mapping[str, Row]] = {}
        self._declared: dict[Key, object] = {}
        self._bounds: dict[Var, tuple[str, Place]] = {}

    def add_inner(self, path: str, rows: Mapping[str, Row]) -> None:
        """The types inside the bodies of one file, which only that file can name."""
        self._inner[path] = rows
        for name in rows:
            self._declared.pop((path, name), None)

    def declared(self, key: Key) -> Declared | None:
        """What a type declares; this is asked so often that it has a store of its own."""
        if key[0] and key[0] != EXTERNAL:
            self._memo.dependencies.add(key)
        found = self._declared.get(key, _UNASKED)
        if found is _UNASKED:
            row = self._row(*key)
            found = self._declared[key] = None if row is None else declared_of(key, row)
        return cast("Declared | None", found)

    def _row(self, path: str, name: str) -> Row | None:
        if not path:
            return jdk_types().get(name)
        if path == EXTERNAL:
            return None
        return self._tree.rows(path).get(name) or self._inner.get(path, {}).get(name)

    def resolve(self, text: str, place: Place) -> Type | None:
        """The type that a text means at a place; None when that is not known."""
        if text in PRIMITIVES:
            return PRIMITIVES[text]
        return self._memo.remember(
            ("type", text, place), lambda: self._resolve(parse_type(text), place), None
        )

    def _resolve(self, written: Written | None, place: Place) -> Type | None:
        if written is None:
            return None
        if written.dimensions:
            item = self._resolve(written._replace(dimensions=written.dimensions - 1), place)
            return Arr(item)
        if (plain := _ALWAYS.get(written.name)) is not None:
            return plain
        found = self.named(written.name, place)
        if isinstance(found, Cls) and written.args:
            args = tuple(self._resolve(one, place) for one in written.args)
            return found._replace(args=args)
        return found

    def named(self, dotted: str, place: Place) -> Type | None:
        """The type behind a simple or qualified name; an unknown one is external."""
        return self._memo.remember(
            ("name", dotted, place), lambda: self._named(dotted, place), None
        )

    def _named(self, dotted: str, place: Place) -> Type | None:
        if not place.path:
            # What the tables leave out of the JDK is nothing of the repository either.
            return self._variable(dotted, place) or Cls("", dotted)
        first, *rest = dotted.split(".")
        found = self._simple(first, place)
        if found is None or (rest and isinstance(found, Cls) and found.is_external):
            return self.full(dotted, place) or Cls(EXTERNAL, dotted)
        for name in rest:
            found = self.member_type(found.key, name) if isinstance(found, Cls) else None
        return found or Cls(EXTERNAL, dotted)

    def known(self, dotted: str, place: Place) -> Cls | None:
        """A class of the repository or the JDK, or nothing."""
        found = self.named(dotted, place)
        return found if isinstance(found, Cls) and not found.is_external else None

    def _variable(self, name: str, place: Place) -> Type | None:
        for variable, bound in place.typevars:
            if variable == name:
                return self._bound_to(Var(f"{place.path}:{place.binder}", name), bound, place)
        for around in self.around(place):
            for variable, bound in around.typevars:
                if variable == name:
                    at = Place(*around.key)
                    return self._bound_to(Var("{}:{}".format(*around.key), name), bound, at)
        return None

    def _bound_to(self, variable: Var, bound: str, place: Place) -> Var:
        self._bounds[variable] = (bound, place)
        return variable

    def bound(self, variable: Var) -> Type | None:
        """What a type variable extends, when it says so."""
        text, place = self._bounds.get(variable, ("", Place("", "")))
        return self.resolve(text, place) if text else None

    def around(self, place: Place) -> Iterator[Declared]:
        """The types around a place, from the inside out."""
        name = place.owner
        while name and (found := self.declared((place.path, name))) is not None:
            yield found
            name = found.outer

    def _simple(self, name: str, place: Place) -> Type | None:
        for variable, bound in place.typevars:
            if variable == name:
                return self._bound_to(Var(f"{place.path}:{place.binder}", name), bound, place)
        member = place.member
        for around in self.around(place):
            found = self._in_type(name, around, member)
            if found is not None:
                return found
            member = around.member
        return self._in_file(name, place)

    def _in_type(self, name: str, around: Declared, member: str) -> Type | None:
        """A name as a body, a type and its own head declare it."""
        path, qualname = around.key
        inner = self._inner.get(path, {})
        if member and f"{member}.{name}" in inner:
            return Cls(path, f"{member}.{name}")
        for variable, bound in around.typevars:
            if variable == name:
                return self._bound_to(Var(f"{path}:{qualname}", name), bound, Place(path, qualname))
        found = self.member_type(around.key, name)
        if found is None and qualname.rpartition(".")[2] == name:
            return Cls(path, qualname)
        return found

    def _in_file(self, name: str, place: Place) -> Type | None:
        scope = self._tree.scope(place.path)
        if imported := scope.imports.get(name):
            return self.full(imported, place) or Cls(EXTERNAL, imported)
        if name in self._tree.rows(place.path):
            return Cls(place.path, name)
        for owner in scope.static.get(name, ()):
            found = self.full(f"{owner}.{name}", place)
            if found is not None:
                return found
        same = self._tree.top_level(scope.package, name, asking=place.path)
        return Cls(*same) if same else self._by_wildcard(name, scope, place)

    def _by_wildcard(self, name: str, scope: FileScope, place: Place) -> Type | None:
        found: dict[Cls, None] = {}
        for package in (*scope.wildcards, *scope.static_wildcards):
            candidate = self.full(f"{package}.{name}", place)
            if candidate is not None:
                found[candidate] = None
        if not found and f"java.lang.{name}" in jdk_types():
            return Cls("", f"java.lang.{name}")
        return next(iter(found)) if len(found) == 1 else None

    def full(self, dotted: str, place: Place) -> Cls | None:
        """The type with a full name: a top-level type, or nested in one."""
        if dotted in jdk_types():
            return Cls("", dotted)
        parts = dotted.split(".")
        for at in range(len(parts) - 1, -1, -1):
            top = self._tree.top_level(".".join(parts[:at]), parts[at], asking=place.path)
            if top is None:
                continue
            found: Cls | None = Cls(*top)
            for name in parts[at + 1 :]:
                found = self.member_type(found.key, name) if found else None
            return found
        return None

    def member_type(self, key: Key, name: str) -> Cls | None:
        """A type nested in another, or inherited by it."""
        return self._memo.remember(
            ("member type", key, name), lambda: self._member_type(key, name), None
        )

    def _member_type(self, key: Key, name: str) -> Cls | None:
        path, qualname = key
        nested = f"{qualname}.{name}"
        if path and path != EXTERNAL:
            self._memo.dependencies.add((path, nested))
        if self._row(path, nested) is not None:
            return Cls(path, nested)
        for above in self.supertypes(key):
            found = self.member_type(above.key, name)
            if found is not None:
                return found
        return None

    def supertypes(self, key: Key) -> tuple[Cls, ...]:
        """What a type extends and implements, the class first, `Object` last."""
        return self._memo.remember(("above", key), lambda: self._supertypes(key), ())

    def _supertypes(self, key: Key) -> tuple[Cls, ...]:
        declared = self.declared(key)
        if declared is None:
            return ()
        place = head_place(declared)
        texts = (*declared.extends, *declared.implements)
        found = [self.resolve(text, place) for text in texts]
        above = [one if isinstance(one, Cls) else Cls(EXTERNAL, "") for one in found]
        if declared.kind == "anonymous" and above and self.is_interface(above[0].key):
            return (*above, Cls("", "java.lang.Object"))
        implied = _IMPLIED_SUPER.get(declared.kind)
        if implied:
            args = (Cls(*key),) if declared.kind == "enum" else ()
            return (Cls("", implied, args), *above)
        if (declared.is_interface or not declared.extends) and key[1] != "java.lang.Object":
            above.append(Cls("", "java.lang.Object"))
        return tuple(above)

    def itself(self, key: Key) -> Cls:
        """A type as its own code sees it: its arguments are its variables."""
        declared = self.declared(key)
        owner = "{}:{}".format(*key)
        place = Place(*key)
        variables = () if declared is None else declared.typevars
        return Cls(
            *key, tuple(self._bound_to(Var(owner, name), bound, place) for name, bound in variables)
        )

    def static_owners(self, name: str, place: Place) -> list[Cls]:
        """The types that a statically imported member of that name may come from."""
        scope = self._tree.scope(place.path)
        texts = scope.static.get(name) or scope.static_wildcards
        found = (self.full(text, place) for text in texts)
        return [one for one in found if one is not None]

    def may_be_static_import(self, name: str, place: Place) -> bool:
        """Whether an import from outside the repository may bring that name."""
        scope = self._tree.scope(place.path)
        texts = scope.static.get(name) or scope.static_wildcards
        return any(self.full(text, place) is None for text in texts)

    def classes_in(self, text: str, place: Place) -> list[Cls]:
        """The classes of the repository that a written type names."""
        found = (self.known(name, place) for name in names_in(text) if name not in PRIMITIVES)
        return [one for one in found if one is not None and one.path]

    def is_interface(self, key: Key) -> bool:
        declared = self.declared(key)
        return declared is not None and declared.is_interface


def head_place(declared: Declared) -> Place:
    """The head of a type is written around it, but sees its type variables."""
    path, qualname = declared.key
    if not path:
        return Place("", qualname)
    return Place(path, declared.outer, declared.member, declared.typevars, qualname)
