"""A bucketed table `key → sorted file numbers` on a store: names, reverse edges, dependents."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import cast

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.store.base import Json, Store


class PostingTable:
    """One table; a look-up reads one bucket, an update rewrites only the buckets it touches.

    Every bucket document exists from the first rebuild on, so a missing one is damage
    (CorruptDocumentError), never an empty answer.
    """

    def __init__(self, store: Store, name: str, buckets: int) -> None:
        self._store = store
        self._name = name
        self._buckets = buckets
        self._cache: dict[int, dict[str, list[int]]] = {}

    def get(self, key: str) -> tuple[int, ...]:
        return tuple(self._bucket(self._bucket_of(key)).get(key, ()))

    def items(self) -> dict[str, list[int]]:
        """The whole table, for checks and for comparing two stores."""
        found: dict[str, list[int]] = {}
        for bucket in range(self._buckets):
            found.update(self._bucket(bucket))
        return found

    def rebuild(self, pairs: Mapping[str, Iterable[int]]) -> None:
        contents: list[dict[str, list[int]]] = [{} for _ in range(self._buckets)]
        for key, numbers in pairs.items():
            contents[self._bucket_of(key)][key] = sorted(numbers)
        for bucket, content in enumerate(contents):
            self._write(bucket, content)

    def update(self, removed: Mapping[str, set[int]], added: Mapping[str, set[int]]) -> None:
        """Take `removed` numbers out of their keys, then put `added` ones in."""
        touched: dict[int, set[str]] = {}
        for key in removed.keys() | added.keys():
            if removed.get(key) != added.get(key):
                touched.setdefault(self._bucket_of(key), set()).add(key)
        for bucket, keys in touched.items():
            content = dict(self._bucket(bucket))
            for key in keys:
                numbers = set(content.pop(key, ())) - removed.get(key, set())
                numbers |= added.get(key, set())
                if numbers:
                    content[key] = sorted(numbers)
            self._write(bucket, content)

    def _bucket_of(self, key: str) -> int:
        return zlib.crc32(key.encode("utf-8", "surrogatepass")) % self._buckets

    def _bucket(self, bucket: int) -> dict[str, list[int]]:
        if bucket not in self._cache:
            document = self._store.read(self._document(bucket))
            if not isinstance(document, dict):
                raise CorruptDocumentError(self._document(bucket), "bucket is missing or damaged")
            self._cache[bucket] = cast("dict[str, list[int]]", document)
        return self._cache[bucket]

    def _write(self, bucket: int, content: dict[str, list[int]]) -> None:
        self._store.write(self._document(bucket), cast("Json", dict(sorted(content.items()))))
        self._cache[bucket] = content

    def _document(self, bucket: int) -> str:
        return f"{self._name}/{bucket:02x}"
