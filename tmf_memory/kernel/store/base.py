"""What every store promises, and the words it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tmf_memory.kernel.errors import StoreError

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Row = dict[str, Json]

LOCK_TIMEOUT_S = 10.0


class DamageReason(str, Enum):
    """Why a document or a log row was not used."""

    TORN = "torn"
    CHECKSUM = "checksum"
    NOT_JSON = "not JSON"
    FOREIGN = "foreign"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Damage:
    """Something in the state directory that was not used; a log row is `<log>:<line>`."""

    name: str
    reason: DamageReason


class Store(Protocol):
    """Named JSON documents and append-only logs, one writer at a time, any number of readers.

    A name is a relative POSIX path without suffix. Every method that takes one raises StoreError
    for anything else. Readers never wait.
    """

    @property
    def damage(self) -> list[Damage]:
        """Return what was found unusable while reading, each once."""
        ...

    def read(self, name: str) -> Json:
        """Return a document; None when it is missing, damaged or foreign."""
        ...

    def write(self, name: str, document: Json, *, durable: bool = False) -> None:
        """Replace a document in one step; `durable` also waits for the disk (primary data)."""
        ...

    def remove(self, name: str) -> None:
        """Remove a document; a missing one is fine."""
        ...

    def names(self, prefix: str) -> list[str]:
        """Return the sorted names that start with `prefix`."""
        ...

    def append(self, log: str, row: Mapping[str, Json]) -> None:
        """Add one row to a log and wait for the disk."""
        ...

    def extend(self, log: str, rows: Iterable[Mapping[str, Json]]) -> None:
        """Add rows to a log in one write and one wait for the disk."""
        ...

    def rows(self, log: str) -> list[Row]:
        """Return the rows of a log that this user wrote, oldest first."""
        ...

    def read_foreign(self, name: str) -> Json:
        """Return a document that somebody else wrote, for showing only; None when it is ours."""
        ...

    def foreign_rows(self, log: str) -> list[Row]:
        """Return the rows of a log that somebody else wrote, for showing only."""
        ...

    def lock(self, *, timeout_s: float = LOCK_TIMEOUT_S) -> AbstractContextManager[None]:
        """Be the one writer; raises LockHeldError after `timeout_s`. Re-entrant."""
        ...


RESERVED_TOP = frozenset({"schema", "quarantine"})
_PART = re.compile(r"[A-Za-z0-9_@+=,~%-][A-Za-z0-9_@+=,~%.-]{0,199}")
_WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def check_name(name: str) -> str:
    """Return `name` when it is safe on every file system; raises StoreError."""
    if not is_name(name):
        raise StoreError(f"{name!r} is not a document name")
    return name


def is_name(name: str) -> bool:
    """Return whether a document or log may have this name."""
    parts = name.split("/")
    return parts[0] not in RESERVED_TOP and all(map(_is_safe_part, parts))


def _is_safe_part(part: str) -> bool:
    return _PART.fullmatch(part) is not None and _WINDOWS_DEVICE.fullmatch(part) is None
