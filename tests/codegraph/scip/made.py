"""Indexes made by hand, for what a real indexer would never write."""

from __future__ import annotations

from collections.abc import Iterable

METADATA_TOOL, METADATA_ROOT = 2, 3
INDEX_METADATA, INDEX_DOCUMENT = 1, 2


def varint(number: int) -> bytes:
    low = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 1), 7)]
    return bytes([*(byte | 0x80 for byte in low[:-1]), low[-1]])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def occurrence(place: Iterable[int], symbol: str, roles: int = 0) -> bytes:
    packed = b"".join(map(varint, place))
    parts = field(1, packed) + field(2, symbol.encode())
    return field(2, parts + (field(3, roles) if roles else b""))


def document(path: str | bytes, *parts: bytes) -> bytes:
    name = path.encode() if isinstance(path, str) else path
    return field(INDEX_DOCUMENT, field(1, name) + b"".join(parts))


def implements(symbol: str, other: str) -> bytes:
    relationship = field(1, other.encode()) + field(3, 1)
    return field(3, field(1, symbol.encode()) + field(4, relationship))


def index(*documents: bytes, root: str = "file:///somewhere/else") -> bytes:
    tool = field(1, b"by-hand") + field(2, b"1")
    metadata = field(METADATA_TOOL, tool) + field(METADATA_ROOT, root.encode())
    return field(INDEX_METADATA, metadata) + b"".join(documents)
