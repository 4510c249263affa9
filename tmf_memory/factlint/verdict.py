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
    return (*_first_keys(fact), weights.reliability(fact), bool(fact.status_verb))


def _first_keys(fact: Fact) -> tuple[str, int]:
    return order_key(fact.observed_at or fact.valid_from), CLASS_RANK[fact.source_class]


def best_of(facts: Sequence[Fact], weights: Weights) -> Fact:
    """Return the highest-ranked fact; equal ranks go to the later one in source order."""
    firsts = [_first_keys(fact) for fact in facts]
    top = max(firsts)
    # Reading the wording is dear, and date and class decide nearly always.
    tied = [fact for fact, keys in zip(facts, firsts, strict=True) if keys == top]
    best = tied[0]
    for fact in tied[1:]:
        if rank_key(fact, weights) >= rank_key(best, weights):
            best = fact
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
