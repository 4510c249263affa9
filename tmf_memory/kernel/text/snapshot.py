"""One consistent state of a text index, read on demand and kept in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.text.bm25 import Bm25, Matches, Statistics, best, scores
from tmf_memory.kernel.text.layout import (
    DELTA_PARTS,
    PATHS_PER_BLOCK,
    Group,
    Head,
    Reader,
    bucket_of,
)
from tmf_memory.kernel.text.postings import (
    FREQUENCIES,
    Levels,
    decode_lengths,
    decode_postings,
    length_step,
)


@dataclass(frozen=True, slots=True)
class Hit:
    """One found document: position `ordinal` in `group`."""

    group: str
    ordinal: int
    score: float
    matched_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Base:
    """The group table: `starts[g]` is how many documents come before group `g`."""

    starts: list[int]
    lengths: bytes


@dataclass(frozen=True, slots=True)
class _Delta:
    """Replaced groups in their order, documents numbered after those of the base."""

    groups: list[str]
    starts: list[int]
    documents: list[dict[str, int]]


class Snapshot:
    """What one head describes. Buckets of the same generation are taken over from `previous`."""

    def __init__(self, reader: Reader, head: Head, previous: Snapshot | None) -> None:
        self.head = head
        self.reader = reader
        self._buckets: dict[int, dict[str, list[int]]] = {}
        self._decoded: dict[str, Levels] = {}
        self._paths: dict[int, list[str]] = {}
        self._parts: dict[int, dict[str, Group]] = {}
        self._base: _Base | None = None
        self._delta: _Delta | None = None
        self._dead: frozenset[int] | None = None
        if previous is not None and previous.head.generation == head.generation:
            self._take_over(previous)

    def _take_over(self, previous: Snapshot) -> None:
        self._buckets, self._decoded = previous._buckets, previous._decoded
        self._paths, self._base = previous._paths, previous._base
        self._parts = {
            part: groups
            for part, groups in previous._parts.items()
            if previous.head.parts[part] == self.head.parts[part]
        }

    # -- group table -----------------------------------------------------------------------------

    def base(self) -> _Base:
        if self._base is None:
            counts, text = self.reader.base(self.head)
            try:
                lengths = decode_lengths(text)
            except KeyError as error:
                raise CorruptDocumentError("base", f"length {error}") from error
            starts = [0, *accumulate(counts)]
            if starts[-1] != len(lengths) or len(lengths) != self.head.base_documents:
                raise CorruptDocumentError("base", "does not match its head")
            self._base = _Base(starts, lengths)
        return self._base

    def part(self, number: int) -> dict[str, Group]:
        if number not in self._parts:
            self._parts[number] = self.reader.delta(self.head, number)
        return self._parts[number]

    def delta(self) -> _Delta:
        if self._delta is None:
            groups: list[str] = []
            documents: list[dict[str, int]] = []
            starts = [0]
            for number in range(DELTA_PARTS):
                for group, members in self.part(number).items():
                    groups.append(group)
                    documents.extend(members)
                    starts.append(len(documents))
            self._delta = _Delta(groups, starts, documents)
        return self._delta

    def path(self, group: int) -> str:
        block, position = divmod(group, PATHS_PER_BLOCK)
        if block not in self._paths:
            self._paths[block] = self.reader.paths(self.head, block)
        paths = self._paths[block]
        if position >= len(paths):
            raise CorruptDocumentError(f"paths/{block:02x}", "too short")
        return paths[position]

    def dead(self) -> frozenset[int]:
        """Numbers of the base documents that do not count any more."""
        if self._dead is None:
            starts = self.base().starts
            self._dead = frozenset(
                number
                for group in self.head.dead
                for number in range(starts[group] + 1, starts[group + 1] + 1)
            )
        return self._dead

    def groups(self) -> Iterator[tuple[str, int]]:
        """Live groups; a base group with its number, a delta group with -1."""
        dead = set(self.head.dead)
        for number in range(len(self.base().starts) - 1):
            if number not in dead:
                yield self.path(number), number
        for group in self.delta().groups:
            yield group, -1

    def bucket(self, number: int) -> dict[str, list[int]]:
        if number not in self._buckets:
            self._buckets[number] = self.reader.bucket(self.head, number)
        return self._buckets[number]

    # -- search ----------------------------------------------------------------------------------

    def search(self, terms: Mapping[str, float], limit: int, parameters: Bm25) -> list[Hit]:
        lengths = self.base().lengths + bytes(map(length_step, self.delta().documents))
        matches = [self._matches(term, weight) for term, weight in terms.items() if weight]
        matches = [match for match in matches if match.frequency]
        statistics = Statistics(self.head.documents, self.head.total_length)
        top = best(scores(matches, lengths, statistics, parameters), limit)
        matched: dict[int, list[str]] = {number: [] for number, _ in top}
        for match in matches:
            for documents in match.levels:
                for number in matched.keys() & documents:
                    matched[number].append(match.term)
        hits = [self._hit(number, score, matched[number]) for number, score in top]
        return sorted(hits, key=lambda hit: (-hit.score, hit.group, hit.ordinal))

    def _hit(self, number: int, score: float, matched: list[str]) -> Hit:
        base = self.base()
        position = number - 1
        if position < self.head.base_documents:
            group = bisect_right(base.starts, position) - 1
            return Hit(self.path(group), position - base.starts[group], score, tuple(matched))
        delta = self.delta()
        position -= self.head.base_documents
        group = bisect_right(delta.starts, position) - 1
        return Hit(delta.groups[group], position - delta.starts[group], score, tuple(matched))

    def _matches(self, term: str, weight: float) -> Matches:
        levels = self._base_levels(term)
        dead = self.dead()
        if dead:
            levels = [[n for n in documents if n not in dead] for documents in levels]
        else:
            levels = list(levels)
        levels += [[] for _ in range(len(FREQUENCIES) - len(levels))]
        number = self.head.base_documents
        for document in self.delta().documents:
            number += 1
            level = document.get(term)
            if level is not None:
                levels[level] = [*levels[level], number]
        return Matches(term, weight, levels)

    def _base_levels(self, term: str) -> Levels:
        levels = self._decoded.get(term)
        if levels is None:
            flat = self.bucket(bucket_of(term, self.head.buckets)).get(term)
            levels = self._decoded[term] = decode_postings(flat) if flat else []
        return levels

    # -- everything ------------------------------------------------------------------------------

    def dump(self) -> dict[tuple[str, int], dict[str, int]]:
        found: list[dict[str, int]] = [{} for _ in range(self.head.base_documents + 1)]
        for number in range(self.head.buckets):
            for term, flat in self.bucket(number).items():
                for level, documents in enumerate(decode_postings(flat)):
                    for document in documents:
                        found[document][term] = level
        base, delta = self.base(), self.delta()
        result: dict[tuple[str, int], dict[str, int]] = {}
        for path, group in self.groups():
            if group >= 0:
                members = found[base.starts[group] + 1 : base.starts[group + 1] + 1]
            else:
                at = delta.groups.index(path)
                members = delta.documents[delta.starts[at] : delta.starts[at + 1]]
            result.update({(path, ordinal): member for ordinal, member in enumerate(members)})
        return result

    def check(self) -> None:
        for number in range(self.head.buckets):
            self.bucket(number)
        documents = self.dump()
        if len(documents) != self.head.documents:
            raise CorruptDocumentError("head", "counts other documents than there are")
