"""A reader of the SCIP index format: only the messages and fields that call edges need.

The published schema (`scip.proto`, package `scip`) is protobuf; its wire format is a list of
`key, value` pairs, where `key = field number << 3 | wire type`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

Value = int | bytes


class Wire(IntEnum):
    """How a value is stored."""

    VARINT = 0
    FIXED64 = 1
    LENGTH = 2
    FIXED32 = 5


_INDEX_DOCUMENTS = 2
_DOCUMENT_PATH, _DOCUMENT_OCCURRENCES = 1, 2
_OCCURRENCE_RANGE, _OCCURRENCE_SYMBOL, _OCCURRENCE_ROLES = 1, 2, 3
_DEFINITION_ROLE = 1
_FIXED_WIDTH = {Wire.FIXED64: 8, Wire.FIXED32: 4}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A symbol at a place; line and column count from 0, as the index does."""

    line: int
    column: int
    symbol: str
    is_definition: bool


@dataclass(frozen=True, slots=True)
class Document:
    """One indexed file."""

    path: str
    occurrences: tuple[Occurrence, ...]


def read_index(data: bytes) -> Iterator[Document]:
    for number, value in _fields(data):
        if number == _INDEX_DOCUMENTS:
            yield _document(_as_bytes(value))


def _document(data: bytes) -> Document:
    path = ""
    occurrences: list[Occurrence] = []
    for number, value in _fields(data):
        if number == _DOCUMENT_PATH:
            path = _as_bytes(value).decode()
        elif number == _DOCUMENT_OCCURRENCES:
            occurrences.append(_occurrence(_as_bytes(value)))
    return Document(path, tuple(occurrences))


def _occurrence(data: bytes) -> Occurrence:
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in _fields(data):
        if number == _OCCURRENCE_RANGE:
            place += [value] if isinstance(value, int) else _varints(value)
        elif number == _OCCURRENCE_SYMBOL:
            symbol = _as_bytes(value).decode()
        elif number == _OCCURRENCE_ROLES and isinstance(value, int):
            roles = value
    line, column = place[:2]
    return Occurrence(line, column, symbol, bool(roles & _DEFINITION_ROLE))


def _as_bytes(value: Value) -> bytes:
    if isinstance(value, int):
        raise TypeError("a number where the schema has text or a message")
    return value


def _fields(data: bytes) -> Iterator[tuple[int, Value]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        wire = Wire(key & 7)
        if wire is Wire.VARINT:
            number, at = _varint(data, at)
            yield key >> 3, number
            continue
        if wire is Wire.LENGTH:
            size, at = _varint(data, at)
        else:
            size = _FIXED_WIDTH[wire]
        yield key >> 3, data[at : at + size]
        at += size


def _varints(data: bytes) -> list[int]:
    numbers: list[int] = []
    at = 0
    while at < len(data):
        number, at = _varint(data, at)
        numbers.append(number)
    return numbers


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Read seven bits a byte, lowest first; the top bit says that another byte follows."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
