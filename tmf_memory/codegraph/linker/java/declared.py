"""What surfaces and JDK tables say of types, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from tmf_memory.codegraph.linker.java.jtypes import Key
from tmf_memory.codegraph.model import Json

CONSTRUCTOR = "<init>"
Row = Mapping[str, Json]
TypeVars = tuple[tuple[str, str], ...]
_EMPTY: Mapping[str, Json] = {}


class Method(NamedTuple):
    """One method or constructor of a type, as written.

    Flags: `s` static, `a` abstract, `p` private, `k` package-private, `v` varargs, `i` implied by
    the language and not in the source.
    """

    owner: Key
    name: str
    params: tuple[str, ...]
    returns: str
    flags: str
    typevars: TypeVars
    number: int = 1

    @property
    def qualname(self) -> str:
        """Its symbol's qualname; for what has no symbol of its own, that of its type."""
        owner, name = self.owner[1], self.name
        if name == CONSTRUCTOR:
            if "i" in self.flags:
                return owner
            name = owner.rpartition(".")[2].partition("#")[0]
        twin = "" if self.number == 1 else f"#{self.number}"
        return f"{owner}.{name}({','.join(self.params)}){twin}"

    @property
    def is_varargs(self) -> bool:
        return "v" in self.flags

    @property
    def is_static(self) -> bool:
        return "s" in self.flags


class Field(NamedTuple):
    """One field; flag `e` marks an enum constant."""

    owner: Key
    name: str
    text: str
    flags: str

    @property
    def qualname(self) -> str:
        return f"{self.owner[1]}.{self.name}"


@dataclass(frozen=True, slots=True)
class Declared:
    """One type: `outer` is the type around it, `member` the member whose body holds it."""

    key: Key
    kind: str
    flags: str
    typevars: TypeVars
    extends: tuple[str, ...]
    implements: tuple[str, ...]
    outer: str
    member: str
    rows: Row = field(default_factory=dict)

    @property
    def is_interface(self) -> bool:
        return self.kind in {"interface", "annotation"}

    def methods(self, name: str) -> list[Method]:
        rows = cast("Mapping[str, list[list[Json]]]", self.rows.get("methods", _EMPTY))
        return [_method(self.key, name, row) for row in rows.get(name, ())]

    def method_names(self) -> list[str]:
        return list(cast("Mapping[str, Json]", self.rows.get("methods", _EMPTY)))

    def field(self, name: str) -> Field | None:
        rows = cast("Mapping[str, list[str]]", self.rows.get("fields", _EMPTY))
        row = rows.get(name)
        return None if row is None else Field(self.key, name, row[0], row[1])


def declared_of(key: Key, row: Row) -> Declared:
    return Declared(
        key,
        str(row.get("kind", "class")),
        str(row.get("flags", "")),
        _typevars(row.get("typevars")),
        tuple(cast("list[str]", row.get("extends", []))),
        tuple(cast("list[str]", row.get("implements", []))),
        str(row.get("outer", "")),
        str(row.get("member", "")),
        row,
    )


def _typevars(rows: Json) -> TypeVars:
    return tuple((name, bound) for name, bound in cast("list[list[str]]", rows or []))


def _method(owner: Key, name: str, row: list[Json]) -> Method:
    params, returns, flags = row[0], row[1], row[2]
    typevars = _typevars(row[3]) if len(row) > 3 else ()
    number = cast("int", row[4]) if len(row) > 4 else 1
    written = tuple(cast("list[str]", params))
    return Method(owner, name, written, str(returns), str(flags), typevars, number)


@dataclass(frozen=True, slots=True)
class FileScope:
    """What the head of one file brings into scope."""

    path: str
    package: str
    imports: Mapping[str, str]
    wildcards: tuple[str, ...]
    static: Mapping[str, list[str]]
    static_wildcards: tuple[str, ...]


def file_scope_of(path: str, surface: Json) -> FileScope:
    rows = surface if isinstance(surface, dict) else {}
    return FileScope(
        path,
        str(rows.get("package", "")),
        cast("Mapping[str, str]", rows.get("imports", _EMPTY)),
        tuple(cast("list[str]", rows.get("wildcards", []))),
        cast("Mapping[str, list[str]]", rows.get("static", _EMPTY)),
        tuple(cast("list[str]", rows.get("static_wildcards", []))),
    )


def types_of(surface: Json) -> Mapping[str, Row]:
    rows = surface if isinstance(surface, dict) else {}
    return cast("Mapping[str, Row]", rows.get("types", _EMPTY))
