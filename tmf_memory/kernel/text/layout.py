"""The documents of a text index in a store, and how they are read back as values.

    <name>/head                     which generation is current, its live statistics, its delta
    <name>/<generation>/base        document counts per group, lengths, number of buckets
    <name>/<generation>/paths/<k>   group names, in blocks
    <name>/<generation>/terms/<k>   posting lists of the terms whose start hashes to bucket k
    <name>/<generation>/delta/<k>-<revision>   groups replaced since, as whole documents

Everything but the head is written once under a new name and then never changed, so replacing the
head is the one step that readers see. Whatever is missing or has the wrong shape raises
CorruptDocumentError: the caller rebuilds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, cast
from zlib import crc32

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.store.base import Json

Group = list[dict[str, int]]
"""The documents of one group; each is term -> frequency level."""

FORMAT = 2
DELTA_PARTS = 16
PATHS_PER_BLOCK = 512
SHARED_START = 3


class Documents(Protocol):
    """The part of a Store that an index needs."""

    def read(self, name: str) -> Json: ...
    def write(self, name: str, document: Json, *, durable: bool = False) -> None: ...
    def remove(self, name: str) -> None: ...
    def names(self, prefix: str) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Head:
    """The current state in one small document.

    `documents` and `total_length` count what is alive in base and delta; `dead` are the numbers of
    base groups that were removed or replaced; `parts` holds the revision of each delta part, 0
    for none.
    """

    generation: int
    buckets: int
    documents: int = 0
    total_length: int = 0
    base_documents: int = 0
    delta_documents: int = 0
    dead: tuple[int, ...] = ()
    parts: tuple[int, ...] = (0,) * DELTA_PARTS

    def encode(self) -> Json:
        return {
            "format": FORMAT,
            "generation": self.generation,
            "buckets": self.buckets,
            "documents": self.documents,
            "total_length": self.total_length,
            "base_documents": self.base_documents,
            "delta_documents": self.delta_documents,
            "dead": list(self.dead),
            "parts": list(self.parts),
        }


class Reader:
    """Reads the documents of one index by what they are; every failure is one error class."""

    def __init__(self, store: Documents, name: str) -> None:
        self._store = store
        self._name = name

    def head(self) -> Head | None:
        name = f"{self._name}/head"
        found = self._store.read(name)
        if found is None:
            return None
        fields = _object(name, found)
        if fields.get("format") != FORMAT:
            return None
        return Head(
            generation=_integer(name, fields, "generation"),
            buckets=_integer(name, fields, "buckets"),
            documents=_integer(name, fields, "documents"),
            total_length=_integer(name, fields, "total_length"),
            base_documents=_integer(name, fields, "base_documents"),
            delta_documents=_integer(name, fields, "delta_documents"),
            dead=tuple(_integers(name, fields.get("dead"))),
            parts=tuple(_integers(name, fields.get("parts"))),
        )

    def base(self, head: Head) -> tuple[list[int], str]:
        """Document counts per group, and the lengths of all documents as text."""
        name = f"{self._name}/{head.generation}/base"
        fields = _object(name, self._store.read(name))
        lengths = fields.get("lengths")
        if not isinstance(lengths, str):
            raise CorruptDocumentError(name, "no lengths")
        return _integers(name, fields.get("counts")), lengths

    def paths(self, head: Head, block: int) -> list[str]:
        name = f"{self._name}/{head.generation}/paths/{block:02x}"
        found = self._store.read(name)
        if not isinstance(found, list):
            raise CorruptDocumentError(name, "missing or not a list")
        return [str(path) for path in found]

    def bucket(self, head: Head, number: int) -> dict[str, str]:
        """Term -> posting list as text."""
        name = f"{self._name}/{head.generation}/terms/{number:02x}"
        return cast("dict[str, str]", _object(name, self._store.read(name)))

    def delta(self, head: Head, part: int) -> dict[str, Group]:
        """Group -> documents; empty when nothing of this part was replaced."""
        revision = head.parts[part]
        if not revision:
            return {}
        name = f"{self._name}/{head.generation}/delta/{part:x}-{revision}"
        return cast("dict[str, Group]", _object(name, self._store.read(name)))


def bucket_of(term: str, buckets: int) -> int:
    """Terms that start alike share a bucket, so that the forms of one word are read together."""
    return crc32(term[:SHARED_START].encode("utf-8", "replace")) % buckets


def part_of(group: str) -> int:
    return crc32(group.encode("utf-8", "replace")) % DELTA_PARTS


def blocks(paths: list[str]) -> Iterable[tuple[int, list[str]]]:
    for start in range(0, len(paths), PATHS_PER_BLOCK):
        yield start // PATHS_PER_BLOCK, paths[start : start + PATHS_PER_BLOCK]


def _object(name: str, found: Json) -> dict[str, Json]:
    if not isinstance(found, dict):
        raise CorruptDocumentError(name, "missing or not an object")
    return found


def _integer(name: str, fields: Mapping[str, Json], key: str) -> int:
    value = fields.get(key)
    if not isinstance(value, int):
        raise CorruptDocumentError(name, f"no {key}")
    return value


def _integers(name: str, value: Json) -> list[int]:
    if not isinstance(value, list) or not all(isinstance(item, int) for item in value):
        raise CorruptDocumentError(name, "not a list of integers")
    return cast("list[int]", value)
