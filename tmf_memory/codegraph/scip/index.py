"""A reader of the SCIP index format (`scip.proto`, package `scip`): what edges need of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag

from tmf_memory.codegraph.scip.wire import fields, message, numbers, text
from tmf_memory.kernel.errors import ScipIndexError

_INDEX_METADATA, _INDEX_DOCUMENTS = 1, 2
_METADATA_TOOL, _METADATA_ROOT = 2, 3
_TOOL_NAME, _TOOL_VERSION = 1, 2
_DOCUMENT_PATH, _DOCUMENT_OCCURRENCES, _DOCUMENT_SYMBOLS, _DOCUMENT_ENCODING = 1, 2, 3, 6
_OCCURRENCE_RANGE, _OCCURRENCE_SYMBOL, _OCCURRENCE_ROLES = 1, 2, 3
_SYMBOL_NAME, _SYMBOL_RELATIONSHIPS = 1, 4
_RELATIONSHIP_SYMBOL, _RELATIONSHIP_IS_IMPLEMENTATION = 1, 3

# The last descriptor of a symbol: a name, plain or in backticks, and the sign of what it names.
_DESCRIPTOR = re.compile(r"(?P<name>`(?:[^`]|``)+`|[\w+$-]+)(?P<sign>[/#.:!]|\([\w+$-]*\)\.)\Z")


class Role(IntFlag):
    """What a symbol does at a place."""

    DEFINITION = 1
    IMPORT = 2
    WRITE = 4


class Encoding(IntEnum):
    """What a column counts. Indexers that do not say come from editors, which count UTF-16."""

    UNSPECIFIED = 0
    UTF8 = 1
    UTF16 = 2
    UTF32 = 3


class Sort(str, Enum):
    """What a symbol names, by the sign of its last descriptor."""

    MODULE = "module"
    TYPE = "type"
    METHOD = "method"
    TERM = "term"


_SORTS = {"/": Sort.MODULE, ":": Sort.MODULE, "#": Sort.TYPE, ".": Sort.TERM}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A symbol at a place; line and column count from 0. `end` is None over several lines."""

    line: int
    column: int
    end: int | None
    symbol: str
    roles: Role

    @property
    def is_definition(self) -> bool:
        return Role.DEFINITION in self.roles


@dataclass(frozen=True, slots=True)
class Document:
    """One indexed file; `implements` pairs a symbol with one that it implements or extends."""

    path: str
    occurrences: tuple[Occurrence, ...]
    implements: tuple[tuple[str, str], ...] = ()
    encoding: Encoding = Encoding.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Metadata:
    """Who made the index, and of which directory."""

    tool: str
    root: str


def read_metadata(data: memoryview) -> Metadata:
    """What the index says of itself; ScipIndexError when it says nothing."""
    found: Metadata | None = None
    for number, value in fields(data):
        if number == _INDEX_METADATA:
            found = _metadata(message(value))
    if found is None:
        raise ScipIndexError("it is no SCIP index: it has no metadata")
    return found


def read_documents(data: memoryview) -> Iterator[Document]:
    """One document after the other; call it again for a second pass."""
    for number, value in fields(data):
        if number == _INDEX_DOCUMENTS:
            yield _document(message(value))


def read_paths(data: memoryview) -> list[str]:
    """The paths of all documents, without the rest."""
    documents = (message(value) for number, value in fields(data) if number == _INDEX_DOCUMENTS)
    return [
        text(value)
        for document in documents
        for number, value in fields(document)
        if number == _DOCUMENT_PATH
    ]


def last_descriptor(symbol: str) -> tuple[str, Sort] | None:
    """The name that a global symbol ends in, and what it names; None for locals and parameters."""
    if symbol.startswith("local "):
        return None
    found = _DESCRIPTOR.search(symbol)
    if found is None:
        return None
    name = found["name"]
    if name.startswith("`"):
        name = name[1:-1].replace("``", "`")
    if found["sign"].startswith("("):
        return name, Sort.METHOD
    sort = _SORTS.get(found["sign"])
    return (name, sort) if sort else None


def _metadata(data: memoryview) -> Metadata:
    tool, root = "", ""
    for number, value in fields(data):
        if number == _METADATA_TOOL:
            told = {field: text(one) for field, one in fields(message(value)) if field <= 2}
            tool = f"{told.get(_TOOL_NAME, '')} {told.get(_TOOL_VERSION, '')}".strip()
        elif number == _METADATA_ROOT:
            root = text(value)
    return Metadata(tool, root)


def _document(data: memoryview) -> Document:
    path, encoding = "", Encoding.UNSPECIFIED
    occurrences: list[Occurrence] = []
    implements: list[tuple[str, str]] = []
    for number, value in fields(data):
        if number == _DOCUMENT_PATH:
            path = text(value)
        elif number == _DOCUMENT_OCCURRENCES:
            occurrence = _occurrence(message(value))
            if occurrence is not None:
                occurrences.append(occurrence)
        elif number == _DOCUMENT_SYMBOLS:
            implements += _implementations(message(value))
        elif number == _DOCUMENT_ENCODING:
            known = (*Encoding,)
            encoding = known[value] if isinstance(value, int) and value < len(known) else encoding
    return Document(path, tuple(occurrences), tuple(implements), encoding)


def _occurrence(data: memoryview) -> Occurrence | None:
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in fields(data):
        if number == _OCCURRENCE_RANGE:
            place += numbers(value)
        elif number == _OCCURRENCE_SYMBOL:
            symbol = text(value)
        elif number == _OCCURRENCE_ROLES and isinstance(value, int):
            roles = value
    if len(place) not in {3, 4} or not symbol:
        return None
    line, column = place[:2]
    end = place[-1] if len(place) == 3 or place[2] == line else None
    return Occurrence(line, column, end, symbol, Role(roles & 7))


def _implementations(data: memoryview) -> list[tuple[str, str]]:
    symbol = ""
    related: list[str] = []
    for number, value in fields(data):
        if number == _SYMBOL_NAME:
            symbol = text(value)
        elif number == _SYMBOL_RELATIONSHIPS:
            parts = dict(fields(message(value)))
            if parts.get(_RELATIONSHIP_IS_IMPLEMENTATION) and _RELATIONSHIP_SYMBOL in parts:
                related.append(text(parts[_RELATIONSHIP_SYMBOL]))
    return [(symbol, one) for one in related]
