"""One consistent state of a text index, read on demand and kept in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.text.bm25 import Bm25, Concept, Matches, Scorer, Statistics, rarity
from tmf_memory.kernel.text.layout import (
    DELTA_PARTS,
    PATHS_PER_BLOCK,
    SHARED_START,
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
from tmf_memory.kernel.text.words import are_forms_of_one_word


@dataclass(frozen=True, slots=True)
class Hit:
    """One found document: position `ordinal` in `group`."""

    group: str
    ordinal: int
    score: float
    matched_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The best hits, best first, and how rare each concept is (by its head)."""

    hits: tuple[Hit, ...]
    rarities: Mapping[str, float]


def _order(hit: Hit) -> tuple[float, str, int]:
    return -hit.score, hit.group, hit.ordinal


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
    terms: dict[str, list[tuple[int, int]]]


class Snapshot:
    """What one head describes. Buckets of the same generation are taken over from `previous`."""

    def __init__(self, reader: Reader, head: Head, previous: Snapshot | None) -> None:
        self.head = head
        self.reader = reader
        self._buckets: dict[int, dict[str, str]] = {}
        self._decoded: dict[str, Levels] = {}
        self._known_forms: dict[str, list[str]] = {}
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
            terms: dict[str, list[tuple[int, int]]] = {}
            for position, document in enumerate(documents):
                for term, level in document.items():
                    terms.setdefault(term, []).append((position, level))
            self._delta = _Delta(groups, starts, documents, terms)
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

    def bucket(self, number: int) -> dict[str, str]:
        if number not in self._buckets:
            self._buckets[number] = self.reader.bucket(self.head, number)
        return self._buckets[number]

    # -- search ----------------------------------------------------------------------------------

    def search(self, concepts: Sequence[Concept], limit: int, parameters: Bm25) -> Found:
        lengths = self.base().lengths + bytes(map(length_step, self.delta().documents))
        statistics = Statistics(self.head.documents, self.head.total_length)
        scorer = Scorer(lengths, statistics, parameters)
        matched = [(concept.head, scorer.add(self._matches(concept))) for concept in concepts]
        hits = [
            self._hit(number, score, [name for name, documents in matched if number in documents])
            for number, score in scorer.best(limit)
        ]
        rarities = {name: rarity(statistics.documents, len(found)) for name, found in matched}
        return Found(tuple(sorted(hits, key=_order)), rarities)

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

    def _matches(self, concept: Concept) -> Matches:
        terms = dict(concept.terms)
        if concept.variants:
            for term in self._forms(concept.head):
                terms.setdefault(term, concept.variants)
        postings = [(weight, self._levels(term)) for term, weight in terms.items()]
        return Matches(concept.head, concept.weight, postings)

    def _forms(self, term: str) -> list[str]:
        """Other forms of the word in the index, sorted."""
        forms = self._known_forms.get(term)
        if forms is None:
            start = term[: SHARED_START + 1]
            near = {*self.bucket(bucket_of(term, self.head.buckets)), *self.delta().terms}
            forms = self._known_forms[term] = sorted(
                other
                for other in near
                if other.startswith(start) and other != term and are_forms_of_one_word(term, other)
            )
        return forms

    def _levels(self, term: str) -> Levels:
        """The live documents of a term in base and delta."""
        levels = self._base_levels(term)
        dead = self.dead()
        if dead:
            levels = [[n for n in documents if n not in dead] for documents in levels]
        added = self.delta().terms.get(term)
        if added is None:
            return levels
        first = self.head.base_documents + 1
        merged: Levels = [[] for _ in FREQUENCIES]
        for level, documents in enumerate(levels):
            merged[level] = list(documents)
        for position, level in added:
            merged[level].append(first + position)
        return merged

    def _base_levels(self, term: str) -> Levels:
        levels = self._decoded.get(term)
        if levels is None:
            text = self.bucket(bucket_of(term, self.head.buckets)).get(term)
            levels = self._decoded[term] = self._decode(term, text) if text else []
        return levels

    def _decode(self, term: str, text: str) -> Levels:
        try:
            return decode_postings(text)
        except (ValueError, AttributeError) as error:
            raise CorruptDocumentError(f"postings of {term!r}", str(error)) from error

    # -- everything ------------------------------------------------------------------------------

    def dump(self) -> dict[tuple[str, int], dict[str, int]]:
        found: list[dict[str, int]] = [{} for _ in range(self.head.base_documents + 1)]
        for number in range(self.head.buckets):
            for term, flat in self.bucket(number).items():
                for level, documents in enumerate(self._decode(term, flat)):
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
