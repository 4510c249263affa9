"""A store on top of one that cannot be written now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager

from tmf_memory.kernel.store.base import LOCK_TIMEOUT_S, Damage, Json, Row, Store, check_name
from tmf_memory.kernel.store.memory import MemoryStore


class OverlayStore:
    """Reads `base`, and keeps what is written, removed or appended in memory.

    For a read-only repository, and for a reader that will not wait for a busy writer.
    """

    def __init__(self, base: Store) -> None:
        self._base = base
        self._top = MemoryStore()
        self._removed: set[str] = set()

    @property
    def damage(self) -> list[Damage]:
        return self._base.damage

    def read(self, name: str) -> Json:
        if self._top.has(name):
            return self._top.read(name)
        return None if name in self._removed else self._base.read(name)

    def write(self, name: str, document: Json, *, durable: bool = False) -> None:
        self._top.write(name, document, durable=durable)
        self._removed.discard(name)

    def remove(self, name: str) -> None:
        self._top.remove(name)
        self._removed.add(check_name(name))

    def names(self, prefix: str) -> list[str]:
        below = set(self._base.names(prefix)) - self._removed
        return sorted(below.union(self._top.names(prefix)))

    def append(self, log: str, row: Mapping[str, Json]) -> None:
        self._top.append(log, row)

    def extend(self, log: str, rows: Iterable[Mapping[str, Json]]) -> None:
        self._top.extend(log, rows)

    def rows(self, log: str) -> list[Row]:
        return self._base.rows(log) + self._top.rows(log)

    def read_foreign(self, name: str) -> Json:
        is_hidden = self._top.has(name) or name in self._removed
        return None if is_hidden else self._base.read_foreign(name)

    def foreign_rows(self, log: str) -> list[Row]:
        return self._base.foreign_rows(log)

    def lock(self, *, timeout_s: float = LOCK_TIMEOUT_S) -> AbstractContextManager[None]:
        return self._top.lock(timeout_s=timeout_s)
