"""BM25 over frequency levels: statistics in, scores out. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from math import log

from tmf_memory.kernel.text.postings import FREQUENCIES, LENGTHS, Levels


@dataclass(frozen=True, slots=True)
class Bm25:
    """The two parameters: `k1` how soon repetition stops counting, `b` how much length costs."""

    k1: float = 1.2
    b: float = 0.4


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
    """The live documents of one query term, by frequency level, and the term's query weight."""

    term: str
    weight: float
    levels: Levels

    @property
    def frequency(self) -> int:
        return sum(map(len, self.levels))


def rarity(documents: int, frequency: int) -> float:
    """Inverse document frequency, never negative."""
    return log(1.0 + (documents - frequency + 0.5) / (frequency + 0.5))


def gains(statistics: Statistics, parameters: Bm25, scale: float) -> list[list[float]]:
    """What a match adds to a score, by frequency level and by length step."""
    k1, b, average = parameters.k1, parameters.b, statistics.average_length
    norms = [k1 * (1.0 - b + b * length / average) for length in LENGTHS]
    return [
        [scale * frequency * (k1 + 1.0) / (frequency + norm) for norm in norms]
        for frequency in FREQUENCIES
    ]


def scores(
    terms: list[Matches], lengths: bytes, statistics: Statistics, parameters: Bm25
) -> dict[int, float]:
    """Return document number -> score; `lengths` is indexed by document number - 1."""
    found: dict[int, float] = {}
    get = found.get
    unit = gains(statistics, parameters, 1.0)
    for matches in terms:
        scale = matches.weight * rarity(statistics.documents, matches.frequency)
        for documents, row in zip(matches.levels, unit, strict=False):
            gain = [scale * value for value in row]
            for document in documents:
                found[document] = get(document, 0.0) + gain[lengths[document - 1]]
    return found


def best(found: dict[int, float], limit: int) -> list[tuple[int, float]]:
    """The `limit` highest scores, ties by document number."""
    return nlargest(limit, found.items(), key=lambda item: (item[1], -item[0]))
