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


Run = tuple[float, list[int]]
"""Documents that have a concept equally often."""


class Scorer:
    """Adds up what each concept gives to each document; `lengths` is by document number."""

    def __init__(self, lengths: bytes, statistics: Statistics, parameters: Bm25) -> None:
        k1, b, average = parameters.k1, parameters.b, statistics.average_length
        self._lengths = lengths
        self._documents = statistics.documents
        self._k1 = k1
        self._norms = [k1 * (1.0 - b + b * length / average) for length in LENGTHS]
        self.scores: dict[int, float] = {}

    def add(self, matches: Matches) -> float:
        """Score one concept; returns how rare it is."""
        runs = _runs(matches.postings)
        strongest = _strongest(runs) if len(matches.postings) > 1 else None
        having = sum(len(run[1]) for run in runs) if strongest is None else len(strongest)
        rare = rarity(self._documents, having)
        scale = matches.weight * rare * (self._k1 + 1.0)
        gains = [
            [scale * frequency / (frequency + norm) for norm in self._norms]
            for frequency, _ in runs
        ]
        lengths, scores = self._lengths, self.scores
        get = scores.get
        if strongest is None:
            for gain, (_, documents) in zip(gains, runs, strict=True):
                for document in documents:
                    scores[document] = get(document, 0.0) + gain[lengths[document]]
        else:
            for document, run in strongest.items():
                scores[document] = get(document, 0.0) + gains[run][lengths[document]]
        return rare

    def best(self, limit: int) -> list[tuple[int, float]]:
        """The `limit` highest scores, ties by document number."""
        scores = self.scores
        least = nlargest(limit, scores.values())[-1:] if len(scores) > limit else [0.0]
        chosen = [item for item in scores.items() if item[1] >= least[0]] if least else []
        chosen.sort(key=lambda item: (-item[1], item[0]))
        return chosen[:limit]


def _runs(postings: Sequence[tuple[float, Levels]]) -> list[Run]:
    """All posting lists with their weighted frequency, ascending."""
    runs = [
        (weight * frequency, documents)
        for weight, levels in postings
        for frequency, documents in zip(FREQUENCIES, levels, strict=False)
        if documents
    ]
    runs.sort(key=lambda run: run[0])
    return runs


def _strongest(runs: list[Run]) -> dict[int, int]:
    """Document -> the run that has it with the highest frequency."""
    strongest: dict[int, int] = {}
    for number, (_, documents) in enumerate(runs):  # ascending: the highest is written last
        strongest.update(dict.fromkeys(documents, number))
    return strongest
