"""Writes a new generation of a text index, from documents or by merging what is there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from tmf_memory.kernel.text.layout import Documents, Group, Head, blocks, bucket_of
from tmf_memory.kernel.text.postings import (
    FREQUENCIES,
    LENGTHS,
    decode_postings,
    encode_lengths,
    encode_postings,
    length_step,
)

_POSTINGS_PER_BUCKET = 8_000
_MOST_BUCKETS = 256


class Inverted:
    """Documents turned into posting lists, numbered from `first` in the order they come."""

    def __init__(self, first: int = 1) -> None:
        self.paths: list[str] = []
        self.counts: list[int] = []
        self.steps: list[int] = []
        self._next = first
        self._levels: list[defaultdict[str, list[int]]] = [defaultdict(list) for _ in FREQUENCIES]

    def add(self, group: str, documents: Group) -> None:
        """Take the documents of one group, as levels."""
        levels = self._levels
        number = self._next
        for document in documents:
            for term, level in document.items():
                levels[level][term].append(number)
            self.steps.append(length_step(document))
            number += 1
        self._next = number
        self.paths.append(group)
        self.counts.append(len(documents))

    def terms(self) -> Iterator[tuple[str, list[list[int]]]]:
        """Every term once, with its document numbers by level."""
        levels = self._levels
        for term in dict.fromkeys(chain.from_iterable(levels)):
            yield term, [by_term.get(term, []) for by_term in levels]

    @property
    def postings(self) -> int:
        return sum(sum(map(len, by_term.values())) for by_term in self._levels)


def by_bucket(inverted: Inverted, buckets: int) -> list[dict[str, list[list[int]]]]:
    parts: list[dict[str, list[list[int]]]] = [{} for _ in range(buckets)]
    for term, levels in inverted.terms():
        parts[bucket_of(term, buckets)][term] = levels
    return parts


def bucket_count(postings: int) -> int:
    """A power of two, so that one bucket is a few tens of kilobytes."""
    buckets = 1
    while buckets < _MOST_BUCKETS and buckets * _POSTINGS_PER_BUCKET < postings:
        buckets *= 2
    return buckets


class GenerationWriter:
    """Writes the documents of one generation; the head that makes it current comes last."""

    def __init__(self, store: Documents, name: str, generation: int) -> None:
        self._store = store
        self._name = name
        self._generation = generation

    def write(self, inverted: Inverted) -> Head:
        """Write everything from new posting lists."""
        buckets = bucket_count(inverted.postings)
        for number, part in enumerate(by_bucket(inverted, buckets)):
            self.bucket(number, {term: encode_postings(levels) for term, levels in part.items()})
        return self.finish(inverted.paths, inverted.counts, inverted.steps, buckets)

    def bucket(self, number: int, terms: Mapping[str, str]) -> None:
        self._write(f"terms/{number:02x}", dict(terms))

    def finish(
        self, paths: list[str], counts: list[int], steps: Iterable[int], buckets: int
    ) -> Head:
        """Write the group table and the lengths, then make this generation current."""
        steps = list(steps)
        for block, part in blocks(paths):
            self._write(f"paths/{block:02x}", part)
        self._write("base", {"counts": counts, "lengths": encode_lengths(steps)})
        head = Head(
            generation=self._generation,
            buckets=buckets,
            documents=len(steps),
            total_length=sum(map(LENGTHS.__getitem__, steps)),
            base_documents=len(steps),
        )
        self._store.write(f"{self._name}/head", head.encode())
        return head

    def _write(self, part: str, document: object) -> None:
        self._store.write(f"{self._name}/{self._generation}/{part}", document)  # type: ignore[arg-type]  # lists and dicts of str and int


def merged_postings(flat: str, renumber: list[int] | None) -> list[list[int]]:
    """Decode a posting list under new document numbers; `renumber[old]` is 0 for a dead one."""
    levels = decode_postings(flat)
    if renumber is None:
        return levels
    return [[new for old in documents if (new := renumber[old])] for documents in levels]
