"""The store that lives in this process only."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from tmf_memory.kernel.errors import LockHeldError
from tmf_memory.kernel.store.base import LOCK_TIMEOUT_S, Damage, Json, Row, check_name
from tmf_memory.kernel.store.envelope import encode_payload


class MemoryStore:
    """A `Store` without a disk: the twin of `DiskStore` in tests and the top of an overlay.

    It keeps encoded text, so that what is read is never the object that was written.
    """

    def __init__(self) -> None:
        self._documents: dict[str, str] = {}
        self._logs: dict[str, list[str]] = {}
        self._lock = threading.RLock()

    @property
    def damage(self) -> list[Damage]:
        return []

    def read(self, name: str) -> Json:
        text = self._documents.get(check_name(name))
        data: Json = None if text is None else json.loads(text)
        return data

    def has(self, name: str) -> bool:
        """Return whether a document was written, even one that holds null."""
        return name in self._documents

    def write(self, name: str, document: Json, *, durable: bool = False) -> None:
        self._documents[check_name(name)] = encode_payload(name, document)

    def remove(self, name: str) -> None:
        self._documents.pop(check_name(name), None)

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._documents if name.startswith(prefix))

    def append(self, log: str, row: Mapping[str, Json]) -> None:
        self.extend(log, (row,))

    def extend(self, log: str, rows: Iterable[Mapping[str, Json]]) -> None:
        lines = [encode_payload(log, dict(row)) for row in rows]
        self._logs.setdefault(check_name(log), []).extend(lines)

    def rows(self, log: str) -> list[Row]:
        return [json.loads(line) for line in self._logs.get(check_name(log), ())]

    def read_foreign(self, name: str) -> Json:
        check_name(name)
        return None

    def foreign_rows(self, log: str) -> list[Row]:
        check_name(log)
        return []

    @contextmanager
    def lock(self, *, timeout_s: float = LOCK_TIMEOUT_S) -> Iterator[None]:
        if not self._lock.acquire(timeout=timeout_s):
            raise LockHeldError("memory", 0, timeout_s)
        try:
            yield
        finally:
            self._lock.release()
