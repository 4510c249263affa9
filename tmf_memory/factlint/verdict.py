"""Which of several disagreeing facts wins: rank, and the provenance cap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tmf_memory.factlint.model import Fact, SourceClass
from tmf_memory.factlint.weights import CLASS_RANK, Weights
from tmf_memory.kernel.dates import order_key


@dataclass(frozen=True, slots=True)
class Verdict:
    """The winner of a set of facts, the primary fact that caps, and the capped ones."""

    winner: Fact
    cap: Fact | None
    capped: tuple[Fact, ...]


def rank_key(fact: Fact, weights: Weights) -> tuple[str, int, float, bool]:
    """Return what ranks a fact: later observation, class, reliability, status verb."""
    return (
        order_key(fact.observed_at or fact.valid_from),
        CLASS_RANK[fact.source_class],
        weights.reliability(fact),
        bool(fact.status_verb),
    )


def best_of(facts: Sequence[Fact], weights: Weights) -> Fact:
    """Return the highest-ranked fact; equal ranks go to the later one in source order."""
    best = facts[0]
    best_key = rank_key(best, weights)
    for fact in facts[1:]:
        key = rank_key(fact, weights)
        if key >= best_key:
            best, best_key = fact, key
    return best


def decide(facts: Sequence[Fact], weights: Weights, cap: Fact | None = None) -> Verdict:
    """Return the verdict over facts of one slot.

    With a primary fact on the entity (`cap`), unclassified facts leave the pool before anything is
    compared, however many they are and whatever date they claim.
    """
    if cap is None:
        return Verdict(best_of(facts, weights), None, ())
    pool = [fact for fact in facts if fact.source_class is not SourceClass.UNCLASSIFIED]
    capped = tuple(fact for fact in facts if fact.source_class is SourceClass.UNCLASSIFIED)
    if not pool:
        return Verdict(best_of(facts, weights), cap, capped)
    return Verdict(best_of(pool, weights), cap, capped)


def cap_of(facts: Sequence[Fact], weights: Weights) -> Fact | None:
    """Return the primary fact that caps the unclassified ones of its entity, if there is one."""
    primary = [fact for fact in facts if fact.source_class is SourceClass.PRIMARY]
    return best_of(primary, weights) if primary else None
