"""An inverted index in a store: built once, changed group by group, read bucket by bucket.

A *group* is what is replaced together (a source path, a session); its documents are numbered by
their position. A replaced group goes into a small delta, its old documents become dead; when the
delta is more than a twentieth of the base, both are merged into a new generation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.text.bm25 import DEFAULT, Bm25, Concept
from tmf_memory.kernel.text.builder import GenerationWriter, Inverted
from tmf_memory.kernel.text.layout import Documents, Group, Reader
from tmf_memory.kernel.text.postings import levelled
from tmf_memory.kernel.text.snapshot import Found, Hit, Snapshot
from tmf_memory.kernel.text.update import Update, merge

__all__ = ["Bm25", "Concept", "Found", "Hit", "IndexState", "TextIndex"]

_SMALLEST_MERGE = 256
_DELTA_SHARE = 0.05
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class IndexState:
    """How big an index is, and how much of it waits in the delta."""

    documents: int
    delta_documents: int
    generation: int


class TextIndex:
    """The index called `name` in `store`. One writer at a time (the store's lock), any readers.

    Whatever is missing or damaged raises CorruptDocumentError: call `rebuild`.
    """

    def __init__(self, store: Documents, name: str = "text", *, parameters: Bm25 = DEFAULT) -> None:
        self._store = store
        self._name = name
        self._parameters = parameters
        self._reader = Reader(store, name)
        self._snapshot: Snapshot | None = None

    def rebuild(self, docs: Iterable[tuple[str, list[dict[str, int]]]]) -> None:
        """Replace everything by `docs`: (group, its documents), each group once."""
        inverted = Inverted()
        for group, documents in docs:
            inverted.add(group, [levelled(document) for document in documents])
        head = GenerationWriter(self._store, self._name, self._next_generation()).write(inverted)
        self._drop_other_generations(head.generation)

    def replace(self, removed: Collection[str], added: Mapping[str, list[dict[str, int]]]) -> None:
        """Take the groups `removed` out and put `added` in, instead of what they held before."""
        if self._reader.head() is None:
            self.rebuild(sorted(added.items()))
            return
        snapshot = self._current()
        levels: dict[str, Group] = {
            group: [levelled(document) for document in documents]
            for group, documents in added.items()
        }
        update = Update.of(snapshot, removed, levels)
        if update.delta_documents > max(
            _SMALLEST_MERGE, snapshot.head.base_documents * _DELTA_SHARE
        ):
            writer = GenerationWriter(self._store, self._name, snapshot.head.generation + 1)
            head = merge(snapshot, update, writer)
            self._drop_other_generations(head.generation)
        else:
            update.write(self._store, self._name)

    def search(self, query: Mapping[str, float] | Sequence[Concept], *, limit: int) -> list[Hit]:
        """The best documents for weighted terms or concepts, best first, ties in a fixed order."""
        if isinstance(query, Mapping):
            query = [Concept({term: 1.0}, weight) for term, weight in query.items()]
        return list(self.find(query, limit=limit).hits)

    def find(
        self, concepts: Sequence[Concept], *, limit: int, parameters: Bm25 | None = None
    ) -> Found:
        """Like `search`, with how rare each concept is in this index."""
        for attempt in range(_ATTEMPTS):
            snapshot = self._current()
            try:
                return snapshot.search(concepts, limit, parameters or self._parameters)
            except CorruptDocumentError:
                # A writer may have made a newer generation current while we read.
                if attempt == _ATTEMPTS - 1 or self._reader.head() == snapshot.head:
                    raise
        raise AssertionError  # pragma: no cover  # the loop returns or raises

    def groups(self) -> list[str]:
        """Every group that has been added and not removed, sorted."""
        return sorted(group for group, _ in self._current().groups())

    def state(self) -> IndexState:
        head = self._current().head
        return IndexState(head.documents, head.delta_documents, head.generation)

    def dump(self) -> dict[tuple[str, int], dict[str, int]]:
        """Everything it knows, by (group, position): term -> frequency level."""
        return self._current().dump()

    def check(self) -> None:
        """Read every document once; raises CorruptDocumentError when one cannot be used."""
        self._snapshot = None
        self._current().check()

    def _current(self) -> Snapshot:
        head = self._reader.head()
        if head is None:
            raise CorruptDocumentError(f"{self._name}/head", "missing or of another format")
        if self._snapshot is None or self._snapshot.head != head:
            self._snapshot = Snapshot(self._reader, head, self._snapshot)
        return self._snapshot

    def _next_generation(self) -> int:
        return max(self._generations(), default=0) + 1

    def _generations(self) -> Iterator[int]:
        for name in self._store.names(f"{self._name}/"):
            generation = name.split("/")[-3 if name.count("/") > 2 else 1]
            if generation.isdigit():
                yield int(generation)

    def _drop_other_generations(self, current: int) -> None:
        keep = f"{self._name}/{current}/"
        for name in self._store.names(f"{self._name}/"):
            if name != f"{self._name}/head" and not name.startswith(keep):
                self._store.remove(name)
