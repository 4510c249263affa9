"""Layer 3: similarity proposes pairs of prose facts, structure decides what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tmf_memory.factlint.conflicts import ANCHORED, FRAMED, Conflict
from tmf_memory.factlint.model import Layer
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.factlint.sides import Side, frame_side, side_of
from tmf_memory.factlint.verdict import cap_of, decide
from tmf_memory.kernel.language.rivals import are_companions, are_rivals

BAND_GREY = 0.45
BAND_HIGH = 0.75
_MAX_SIDES = 64


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides of one slot with different heads that no other layer has decided."""

    left: Side
    right: Side


def candidate_pairs(corpus: Corpus) -> list[Pair]:
    """Return the pairs that similarity may put in front of a person: structure comes first."""
    decided = {
        frozenset((conflict.flagged.id, conflict.survivor.id)) for conflict in corpus.conflicts
    }
    pairs: list[Pair] = []
    for facts in corpus.entities.values():
        prose = [fact for fact in facts if not fact.is_canonical and not fact.is_history]
        if len(prose) < 2:
            continue
        sides = [side for fact in prose if (side := side_of(fact, corpus.words)) is not None]
        sides += [side for fact in prose if (side := frame_side(fact)) is not None]
        pairs += [
            pair
            for pair in _grouped(sides)
            if frozenset((pair.left.fact.id, pair.right.fact.id)) not in decided
        ]
    return pairs


def _grouped(sides: Iterable[Side]) -> list[Pair]:
    groups: dict[tuple[str, str, str], list[Side]] = {}
    for side in sides:
        if side.is_written:
            groups.setdefault(side.group, []).append(side)
    return [
        Pair(left, right)
        for group in groups.values()
        for left, right in combinations(group[:_MAX_SIDES], 2)
        if left.fact is not right.fact and _may_compete(left, right)
    ]


def _may_compete(left: Side, right: Side) -> bool:
    if left.head == right.head or are_companions(left.head, right.head):
        return False
    both_dated = left.fact.has_provenance and right.fact.has_provenance
    return both_dated or are_rivals(left.head, right.head)


def texts_of(pairs: Sequence[Pair]) -> list[str]:
    """Return the claims to embed, each once, in order."""
    claims = [side.fact.claim for pair in pairs for side in (pair.left, pair.right)]
    return list(dict.fromkeys(claims))


def proposals(
    corpus: Corpus, pairs: Sequence[Pair], similarity_of: Callable[[str, str], float]
) -> tuple[Conflict, ...]:
    """Return the hedges of the pairs that are similar enough, one for each flagged fact."""
    found: dict[str, Conflict] = {}
    for pair in pairs:
        score = similarity_of(pair.left.fact.claim, pair.right.fact.claim)
        if score >= BAND_GREY:
            conflict = _hedge(corpus, pair, score)
            known = found.get(conflict.flagged.id)
            if known is None or (known.similarity or 0.0) < score:
                found[conflict.flagged.id] = conflict
    return tuple(found.values())


def _hedge(corpus: Corpus, pair: Pair, score: float) -> Conflict:
    flagged, survivor = _roles(corpus, pair)
    structured = FRAMED if flagged.is_weak or survivor.is_weak else ANCHORED
    confidence = (score + structured) / 2
    band = "high" if score >= BAND_HIGH else "moderate"
    reason = (
        f"{band} claim similarity ({score:.2f}) with prose-only: slot '{flagged.key}' value "
        f"conflict ('{flagged.word}' -> '{survivor.word}'); composite confidence "
        f"{confidence:.2f} (cosine {score:.2f} + structured {structured:.2f})"
    )
    return Conflict(
        "likely_conflict",
        Layer.L3,
        flagged.fact,
        survivor.fact,
        reason,
        confidence=round(confidence, 3),
        similarity=round(score, 3),
    )


def _roles(corpus: Corpus, pair: Pair) -> tuple[Side, Side]:
    """Return (flagged, survivor): the verdict decides, as in every other layer."""
    facts = (pair.left.fact, pair.right.fact)
    entity = corpus.entities[corpus.aliases.key_of(facts[0])]
    cap = cap_of([fact for fact in entity if not fact.is_history], corpus.weights)
    winner = decide(facts, corpus.weights, cap).winner
    return (pair.left, pair.right) if winner is pair.right.fact else (pair.right, pair.left)
