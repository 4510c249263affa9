"""How good ranked answers are: file recall, function hit and reciprocal rank. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eval.retrieve.queries import Labelled
from tmf_memory.codegraph.model import SymbolKey

DEPTH = 10
"""How many answers count; what comes later was not found."""

Ranker = Callable[[str], Sequence[SymbolKey]]
"""A question in, answers out, best first."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over some questions."""

    questions: int
    file_recall: float
    hit: float
    reciprocal: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question got; `place` is that of the first right answer, 0 when it has none."""

    asked: Labelled
    file_recall: float
    place: int

    @property
    def reciprocal(self) -> float:
        return 1.0 / self.place if self.place else 0.0


def outcome_of(asked: Labelled, ranked: Sequence[SymbolKey]) -> Outcome:
    """Judge the first ten answers, and the first ten files that answers are in."""
    place = next((at for at, key in enumerate(ranked[:DEPTH], 1) if key in asked.answers), 0)
    files = list(dict.fromkeys(key.path for key in ranked))[:DEPTH]
    found = asked.files.intersection(files)
    return Outcome(asked, len(found) / len(asked.files), place)


def outcomes(questions: Sequence[Labelled], ranker: Ranker) -> list[Outcome]:
    return [outcome_of(one, ranker(one.text)) for one in questions]


def mean(found: Sequence[Outcome]) -> Scores:
    count = len(found)
    return Scores(
        count,
        sum(one.file_recall for one in found) / max(1, count),
        sum(one.place > 0 for one in found) / max(1, count),
        sum(one.reciprocal for one in found) / max(1, count),
    )


def halves(found: Sequence[Outcome]) -> tuple[Scores, Scores]:
    """The same over every other question: a weight that helps one half only is a coincidence."""
    return mean(found[::2]), mean(found[1::2])
