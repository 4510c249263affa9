"""Types as the linker computes them, and types as they are written."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Key = tuple[str, str]
"""A type: `(path, qualname)` in the repository, `("", full name)` in the JDK."""

EXTERNAL = "?"
"""Stands for the path of a type that is neither in the repository nor in the JDK tables."""


class Prim(NamedTuple):
    """A primitive type, `void`, or the type of `null`."""

    name: str


class Arr(NamedTuple):
    """An array."""

    item: Type | None
    mark: str = "[]"


class Cls(NamedTuple):
    """A class or interface with its type arguments; no arguments means that none are known."""

    path: str
    name: str
    args: tuple[Type | None, ...] = ()

    @property
    def key(self) -> Key:
        return (self.path, self.name)

    @property
    def is_external(self) -> bool:
        return self.path == EXTERNAL


class Var(NamedTuple):
    """A type variable of one class or method."""

    owner: str
    name: str
    mark: str = "var"
    kind: str = "type"


Type = Prim | Arr | Cls | Var

NULL = Prim("null")
VOID = Prim("void")
BOOLEAN = Prim("boolean")
INT = Prim("int")
OBJECT = Cls("", "java.lang.Object")
STRING = Cls("", "java.lang.String")
PRIMITIVES = {
    name: Prim(name)
    for name in ("boolean", "byte", "short", "char", "int", "long", "float", "double", "void")
}
BOXES = {
    "boolean": "java.lang.Boolean",
    "byte": "java.lang.Byte",
    "short": "java.lang.Short",
    "char": "java.lang.Character",
    "int": "java.lang.Integer",
    "long": "java.lang.Long",
    "float": "java.lang.Float",
    "double": "java.lang.Double",
}
UNBOXES = {box: Prim(name) for name, box in BOXES.items()}
WIDER = {
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
}


def boxed(found: Type | None) -> Type | None:
    if isinstance(found, Prim) and found.name in BOXES:
        return Cls("", BOXES[found.name])
    return found


def unboxed(found: Type | None) -> Type | None:
    if isinstance(found, Cls) and found.path == "":
        return UNBOXES.get(found.name, found)
    return found


class Written(NamedTuple):
    """A type as written: `a.b.C<X, ?>[]`."""

    name: str
    args: tuple[Written | None, ...] = ()
    dimensions: int = 0


@lru_cache(maxsize=20_000)
def parse_type(text: str) -> Written | None:
    """The parts of a type; None for nothing, and for what is no type."""
    written, rest = _parse(text, 0, 0)
    return written if rest >= len(text) else None


_MAX_NESTING = 40
_ANYTHING = OBJECT.name  # what a `?` without a bound is good for


def _parse(text: str, at: int, depth: int) -> tuple[Written | None, int]:
    """One type from `at` on, and where it ends."""
    if depth > _MAX_NESTING:
        return None, len(text) + 1
    if text.startswith("?", at):
        return _parse_wildcard(text, at + 1, depth)
    name = ""
    args: tuple[Written | None, ...] = ()
    while at < len(text) and text[at] not in ",>[&":
        if text[at] == "<":
            args, at = _parse_arguments(text, at + 1, depth)
        elif text.startswith("...", at):
            break
        else:
            name += text[at]
            at += 1
    dimensions = 0
    while text.startswith("[]", at) or text.startswith("...", at):
        at += 2 if text[at] == "[" else 3
        dimensions += 1
    while at < len(text) and text[at] == "&":
        _, at = _parse(text, at + 1, depth + 1)
    return (Written(name, args, dimensions) if name else None), at


def _parse_wildcard(text: str, at: int, depth: int) -> tuple[Written | None, int]:
    for word in (" extends ", " super ", "extends ", "super "):
        if text.startswith(word, at):
            return _parse(text, at + len(word), depth + 1)
    return Written(_ANYTHING), at


def _parse_arguments(text: str, at: int, depth: int) -> tuple[tuple[Written | None, ...], int]:
    found = []
    while at < len(text) and text[at] != ">":
        written, at = _parse(text, at, depth + 1)
        found.append(written)
        if text.startswith(",", at):
            at += 1
        elif not text.startswith(">", at):
            break
    return tuple(found), at + 1


def names_in(text: str) -> list[str]:
    """Every type name in a written type."""
    found: list[str] = []
    pending: list[Written | None] = [parse_type(text)]
    while pending:
        written = pending.pop()
        if written is not None:
            pending += written.args
            if written.name != _ANYTHING:
                found.append(written.name)
    return found
