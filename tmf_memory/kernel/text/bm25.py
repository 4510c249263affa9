"""BM25 over frequency levels and concepts: statistics in, scores out. Pure.

A *concept* is one word of a query with everything that may stand for it (its own term, short
forms, other forms of the word), each with a weight. A document has a concept as often as its best
term says; how rare the concept is follows from all documents that have any of its terms. So a
second way to say the same thing never counts twice, and a rare synonym never counts for more than
the word that was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import log

from tmf_memory.kernel.text.postings import FREQUENCIES, LENGTHS, Levels


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing a query asks for: `terms` with what each counts, and how much it all matters.

    `variants` is what other forms of its first term count (`represent` for `representation`);
    the index finds them. 0 leaves them out.
    """

    terms: Mapping[str, float]
    weight: float = 1.0
    variants: float = 0.0

    @property
    def head(self) -> str:
        return next(iter(self.terms), "")


@dataclass(frozen=True, slots=True)
class Bm25:
    """The two parameters: `k1` how soon repetition stops counting, `b` how much length costs."""

    k1: float = 1.2
    b: float = 0.5


DEFAULT = Bm25()


@dataclass(frozen=True, slots=True)
class Statistics:
    """What scoring must know of the whole collection."""

    documents: int
    total_length: int

    @property
    def average_length(self) -> float:
        return max(1.0, self.total_length / self.documents) if self.documents else 1.0


@dataclass(frozen=True, slots=True)
class Matches:
    """The live documents of one concept: for each term its weight and documents by level."""

    name: str
    weight: float
    postings: Sequence[tuple[float, Levels]]


def rarity(documents: int, frequency: int) -> float:
    """Inverse document frequency, never negative."""
    return log(1.0 + (documents - frequency + 0.5) / (frequency + 0.5))


class Scorer:
    """Adds up what each concept gives to each document; `lengths` is by document number - 1."""

    def __init__(self, lengths: bytes, statistics: Statistics, parameters: Bm25) -> None:
        k1, b, average = parameters.k1, parameters.b, statistics.average_length
        self._lengths = lengths
        self._documents = statistics.documents
        self._k1 = k1
        self._norms = [k1 * (1.0 - b + b * length / average) for length in LENGTHS]
        self.scores: dict[int, float] = {}

    def add(self, matches: Matches) -> dict[int, float]:
        """Score one concept; returns its best weighted frequency by document."""
        strongest = strongest_frequencies(matches.postings)
        scale = matches.weight * rarity(self._documents, len(strongest)) * (self._k1 + 1.0)
        rows: dict[float, list[float]] = {}
        for frequency in set(strongest.values()):
            rows[frequency] = [scale * frequency / (frequency + norm) for norm in self._norms]
        lengths, scores = self._lengths, self.scores
        get = scores.get
        for document, frequency in strongest.items():
            scores[document] = get(document, 0.0) + rows[frequency][lengths[document - 1]]
        return strongest

    def best(self, limit: int) -> list[tuple[int, float]]:
        """The `limit` highest scores, ties by document number."""
        return nlargest(limit, self.scores.items(), key=lambda item: (item[1], -item[0]))


def strongest_frequencies(postings: Sequence[tuple[float, Levels]]) -> dict[int, float]:
    """Return document -> highest weighted frequency over all terms of a concept."""
    runs = [
        (weight * frequency, documents)
        for weight, levels in postings
        for frequency, documents in zip(FREQUENCIES, levels, strict=False)
        if documents
    ]
    runs.sort(key=lambda run: run[0])
    found: dict[int, float] = {}
    for frequency, documents in runs:  # ascending, so that the highest is written last
        found.update(dict.fromkeys(documents, frequency))
    return found
