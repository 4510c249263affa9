"""A bucketed table `key → sorted file numbers` on a store: names, reverse edges, dependents."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import cast

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.store.base import Json, Store


class PostingTable:
    """One table; a look-up reads one bucket, an update rewrites only the buckets it touches.

    Keys that are the same up to their first colon lie in one bucket. Numbers are stored as steps:
    the first one, then how much greater each is than the one before. Every bucket document exists
    from the first rebuild on, so a missing one is damage (CorruptDocumentError), never an empty
    answer.
    """

    def __init__(self, store: Store, name: str, buckets: int) -> None:
        self._store = store
        self._name = name
        self._buckets = buckets
        self._cache: dict[int, dict[str, list[int]]] = {}

    def get(self, key: str) -> tuple[int, ...]:
        return tuple(accumulate(self._bucket(self._bucket_of(key)).get(key, ())))

    def items(self) -> dict[str, list[int]]:
        """The whole table, for checks and for comparing two stores."""
        return dict(self.starting(""))

    def starting(self, prefix: str) -> Iterator[tuple[str, list[int]]]:
        """Yield every key with this start; without a colon in it, this reads the whole table."""
        buckets = [self._bucket_of(prefix)] if ":" in prefix else range(self._buckets)
        for bucket in buckets:
            for key, steps in self._bucket(bucket).items():
                if key.startswith(prefix):
                    yield key, list(accumulate(steps))

    def rebuild(self, pairs: Mapping[str, Iterable[int]]) -> None:
        contents: list[dict[str, list[int]]] = [{} for _ in range(self._buckets)]
        for key, numbers in pairs.items():
            contents[self._bucket_of(key)][key] = _steps(numbers)
        for bucket, content in enumerate(contents):
            self._write(bucket, content)

    def update(
        self, removed: Mapping[str, Collection[int]], added: Mapping[str, Collection[int]]
    ) -> None:
        """Take `removed` numbers out of their keys, then put `added` ones in."""
        touched: dict[int, set[str]] = {}
        for key in removed.keys() | added.keys():
            if set(removed.get(key, ())) != set(added.get(key, ())):
                touched.setdefault(self._bucket_of(key), set()).add(key)
        for bucket, keys in touched.items():
            content = dict(self._bucket(bucket))
            for key in keys:
                numbers = set(accumulate(content.pop(key, ()))).difference(removed.get(key, ()))
                numbers.update(added.get(key, ()))
                if numbers:
                    content[key] = _steps(numbers)
            self._write(bucket, content)

    def _bucket_of(self, key: str) -> int:
        start = key.partition(":")[0]
        return zlib.crc32(start.encode("utf-8", "surrogatepass")) % self._buckets

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


def _steps(numbers: Iterable[int]) -> list[int]:
    ordered = sorted(numbers)
    return [*ordered[:1], *map(int.__sub__, ordered[1:], ordered)]
