"""What was considered true on a date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tmf_memory.factlint.aliases import AliasIndex, LookAlike, look_alikes
from tmf_memory.factlint.conflicts import Conflict, conflicts_of
from tmf_memory.factlint.model import Fact, SourceClass
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.factlint.verdict import cap_of
from tmf_memory.factlint.weights import Weights
from tmf_memory.kernel.dates import span_of


class Standing(str, Enum):
    """What became of a fact that was in effect."""

    CURRENT = "CURRENT"
    SUPERSEDED = "SUPERSEDED"
    CAPPED = "CAPPED"


@dataclass(frozen=True, slots=True)
class Belief:
    """One fact in effect, and what became of it. `by` is the fact that outranks it."""

    entity: str
    fact: Fact
    reliability: float
    standing: Standing
    by: Fact | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OutOfWindow:
    """A fact that was not in effect, and why: not_yet_valid, expired or not_yet_observed."""

    entity: str
    fact: Fact
    reason: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The answer for one date. Facts keep the order of the store; entities are sorted."""

    date: str
    stores: tuple[str, ...]
    facts_read: int
    beliefs: tuple[Belief, ...]
    out_of_window: tuple[OutOfWindow, ...]
    unanchored: tuple[tuple[str, Fact], ...]
    conflicts_resolved: int
    unresolved_aliases: tuple[LookAlike, ...]

    @property
    def entities(self) -> tuple[str, ...]:
        return tuple(sorted({belief.entity for belief in self.beliefs}))

    def of(self, entity: str) -> tuple[Belief, ...]:
        return tuple(belief for belief in self.beliefs if belief.entity == entity)


def window_reason(fact: Fact, date: str) -> str | None:
    """Return "" for a fact in effect on a date, why it is not, or None when nothing anchors it."""
    first, last = span_of(date)
    if fact.valid_from or fact.valid_to:
        # A window says something about the world: it counts even when it was observed later.
        if fact.valid_from and span_of(fact.valid_from)[0] > last:
            return "not_yet_valid"
        if fact.valid_to and span_of(fact.valid_to)[0] <= first:
            return "expired"
        return ""
    if not fact.observed_at:
        return None
    return "" if span_of(fact.observed_at)[0] <= last else "not_yet_observed"


def as_of(date: str, corpus: Corpus, *, entity: str = "") -> Timeline:
    """Return what was considered true on a date, for all entities or for one."""
    aliases, facts = corpus.aliases, corpus.facts
    wanted = aliases.key_of_name(entity) if entity else ""
    chosen = [fact for fact in facts if not entity or aliases.key_of(fact) == wanted]
    in_effect: dict[str, list[Fact]] = {}
    outside: list[OutOfWindow] = []
    unanchored: list[tuple[str, Fact]] = []
    for fact in chosen:
        reason = window_reason(fact, date)
        if reason is None:
            unanchored.append((aliases.display(fact), fact))
        elif reason:
            outside.append(OutOfWindow(aliases.display(fact), fact, reason))
        else:
            in_effect.setdefault(aliases.key_of(fact), []).append(fact)
    beliefs, resolved = _beliefs(in_effect, corpus)
    return Timeline(
        date=date,
        stores=tuple(document.path for document in corpus.documents),
        facts_read=len(facts),
        beliefs=beliefs,
        out_of_window=tuple(outside),
        unanchored=tuple(unanchored),
        conflicts_resolved=resolved,
        unresolved_aliases=_unresolved(aliases, facts, chosen),
    )


def _beliefs(in_effect: dict[str, list[Fact]], corpus: Corpus) -> tuple[tuple[Belief, ...], int]:
    beliefs: list[Belief] = []
    resolved = 0
    weights = corpus.weights
    for facts in in_effect.values():
        name = corpus.aliases.display(facts[0])
        cap = cap_of(facts, weights)
        lost = {
            id(conflict.flagged): conflict
            for conflict in conflicts_of(facts, weights, corpus.words, with_history=True)
            if conflict.kind != "likely_conflict"
        }
        resolved += len(lost)
        beliefs += [_belief(name, fact, cap, lost.get(id(fact)), weights) for fact in facts]
    return tuple(beliefs), resolved


def _belief(
    name: str, fact: Fact, cap: Fact | None, lost: Conflict | None, weights: Weights
) -> Belief:
    reliability = weights.reliability(fact)
    if cap is not None and fact.source_class is SourceClass.UNCLASSIFIED:
        reason = "unclassified claim, removed from the ranking by the primary-source fact"
        return Belief(name, fact, reliability, Standing.CAPPED, cap, reason)
    if lost is not None:
        reason = f"[{lost.kind}] {lost.reason}, outranked by"
        return Belief(name, fact, reliability, Standing.SUPERSEDED, lost.survivor, reason)
    return Belief(name, fact, reliability, Standing.CURRENT)


def _unresolved(
    aliases: AliasIndex, facts: Sequence[Fact], chosen: Sequence[Fact]
) -> tuple[LookAlike, ...]:
    """Names that may be one entity, so that no answer silently covers half of it."""
    first: dict[str, Fact] = {}
    for fact in facts:
        first.setdefault(fact.form, fact)
    asked = {fact.form for fact in chosen}
    return tuple(
        LookAlike(
            first[left].entity,
            first[right].entity,
            edits,
            1 - edits / max(len(left), len(right)),
        )
        for left, right, edits in look_alikes({form: fact.entity for form, fact in first.items()})
        if (left in asked or right in asked)
        and aliases.key_of(first[left]) != aliases.key_of(first[right])
    )
