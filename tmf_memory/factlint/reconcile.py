"""The verdict matrix: for each entity, what every source says and which of them wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tmf_memory.factlint.conflicts import Conflict, conflicts_of
from tmf_memory.factlint.model import Fact, SourceClass
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.factlint.verdict import cap_of, decide
from tmf_memory.factlint.weights import Weights


class Outcome(str, Enum):
    """What the verdict says about one source's claim."""

    WINNER = "WINNER"
    STANDS = "STANDS"
    """Lower ranked, but nothing contradicts it."""
    SUPERSEDED = "SUPERSEDED"
    CAPPED = "CAPPED"


@dataclass(frozen=True, slots=True)
class Row:
    """The best claim that one source makes about an entity."""

    source: str
    fact: Fact
    outcome: Outcome
    reliability: float


@dataclass(frozen=True, slots=True)
class EntityVerdict:
    """The rows of one entity and its canonical fact."""

    entity: str
    rows: tuple[Row, ...]
    canonical: Fact
    reliability: float


@dataclass(frozen=True, slots=True)
class Matrix:
    """The verdicts over all sources, entities sorted by name."""

    sources: int
    claims: int
    entities: tuple[EntityVerdict, ...]


def reconcile(corpus: Corpus) -> Matrix:
    """Return the verdict matrix of some documents."""
    verdicts = [
        _verdict(corpus.aliases.display(facts[0]), facts, corpus)
        for facts in corpus.entities.values()
    ]
    verdicts.sort(key=lambda verdict: verdict.entity)
    return Matrix(len(corpus.documents), len(corpus.facts), tuple(verdicts))


def _verdict(name: str, facts: Sequence[Fact], corpus: Corpus) -> EntityVerdict:
    weights = corpus.weights
    standing = [fact for fact in facts if not fact.is_history] or list(facts)
    cap = cap_of(standing, weights)
    lost = {id(conflict.flagged) for conflict in _lost(standing, corpus)}
    alive = [fact for fact in standing if id(fact) not in lost] or standing
    winner = decide(alive, weights, cap).winner
    by_source: dict[str, list[Fact]] = {}
    for fact in facts:
        by_source.setdefault(fact.place.path, []).append(fact)
    rows = []
    for source, claims in by_source.items():
        best = _best(claims, winner, lost, cap, weights)
        outcome = _outcome(best, winner, lost, cap)
        rows.append(Row(source, best, outcome, weights.reliability(best)))
    return EntityVerdict(name, tuple(rows), winner, weights.reliability(winner))


def _lost(facts: Sequence[Fact], corpus: Corpus) -> list[Conflict]:
    found = conflicts_of(facts, corpus.weights, corpus.words)
    return [each for each in found if each.kind != "likely_conflict"]


def _best(
    claims: list[Fact], winner: Fact, lost: set[int], cap: Fact | None, weights: Weights
) -> Fact:
    if any(claim is winner for claim in claims):
        return winner
    alive = [claim for claim in claims if not claim.is_history and id(claim) not in lost]
    return decide(alive or claims, weights, cap).winner


def _outcome(fact: Fact, winner: Fact, lost: set[int], cap: Fact | None) -> Outcome:
    if fact is winner:
        return Outcome.WINNER
    if cap is not None and fact.source_class is SourceClass.UNCLASSIFIED:
        return Outcome.CAPPED
    if fact.is_history or id(fact) in lost:
        return Outcome.SUPERSEDED
    return Outcome.STANDS
