"""Protobuf as it is stored: a list of `key, value` pairs; key = field number << 3 | wire type.

The bytes come from outside: whatever is wrong with them is one named error.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from tmf_memory.kernel.errors import ScipIndexError

Value = int | memoryview


class Wire(IntEnum):
    """How a value is stored (groups, which nobody writes any more, are not read)."""

    VARINT = 0
    FIXED64 = 1
    LENGTH = 2
    FIXED32 = 5


_WIRES = {wire.value: wire for wire in Wire}
_FIXED_WIDTH = {Wire.FIXED64: 8, Wire.FIXED32: 4}
_MOST_SHIFT = 63


def fields(data: memoryview) -> Iterator[tuple[int, Value]]:
    """Yield field number and value; text and messages are views of the same bytes."""
    at, end = 0, len(data)
    while at < end:
        key, at = _varint(data, at)
        wire = _WIRES.get(key & 7)
        if wire is None or key < 8:
            raise ScipIndexError("it is not protobuf")
        if wire is Wire.VARINT:
            number, at = _varint(data, at)
            yield key >> 3, number
            continue
        if wire is Wire.LENGTH:
            size, at = _varint(data, at)
        else:
            size = _FIXED_WIDTH[wire]
        if at + size > end:
            raise ScipIndexError("it is cut off, or not protobuf")
        yield key >> 3, data[at : at + size]
        at += size


def numbers(value: Value) -> list[int]:
    """A repeated number: one, or several packed."""
    if isinstance(value, int):
        return [value]
    found: list[int] = []
    at = 0
    while at < len(value):
        number, at = _varint(value, at)
        found.append(number)
    return found


def message(value: Value) -> memoryview:
    if isinstance(value, int):
        raise ScipIndexError("a number stands where the format has text or a message")
    return value


def text(value: Value) -> str:
    try:
        return str(message(value), "utf-8")
    except UnicodeDecodeError as error:
        raise ScipIndexError("a text in it is not UTF-8") from error


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """Read seven bits a byte, lowest first; the top bit says that another byte follows."""
    number = shift = 0
    while at < len(data) and shift <= _MOST_SHIFT:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
    raise ScipIndexError("it is cut off, or not protobuf")
