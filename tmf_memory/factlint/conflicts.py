"""Pairs of facts of one entity that cannot both hold now, each with its class and reason.

One pair, one conflict, one flagged fact: a transition decides before a slot, a slot with an order
before one without, and the verdict says which side survives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tmf_memory.factlint.facts import compared_text
from tmf_memory.factlint.model import Fact, Layer, Origin, SourceClass
from tmf_memory.factlint.sides import (
    Departure,
    Side,
    departs_from,
    departure_of,
    frame_side,
    side_of,
    slot_key,
)
from tmf_memory.factlint.verdict import cap_of, decide
from tmf_memory.factlint.weights import Weights
from tmf_memory.kernel.dates import is_before
from tmf_memory.kernel.language.heads import folded
from tmf_memory.kernel.language.rivals import are_companions, are_rivals
from tmf_memory.kernel.language.secrets import masked_value
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary

CANONICAL = 1.0
ANCHORED = 0.6
FRAMED = 0.35


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two facts that disagree. `kind` is the class of the finding it becomes."""

    kind: str
    layer: Layer
    flagged: Fact
    survivor: Fact
    reason: str
    confidence: float | None = None
    similarity: float | None = None


def conflicts_of(
    facts: Sequence[Fact],
    weights: Weights,
    words: Vocabulary = STANDARD,
    *,
    with_history: bool = False,
) -> list[Conflict]:
    """Return the conflicts among the facts of one entity, in the order of the flagged facts.

    History is left out, except for a look back at a day on which it was not history yet.
    """
    active = [fact for fact in facts if with_history or not fact.valid_to]
    if len(active) < 2:
        return []
    departures = [each for fact in active if (each := departure_of(fact, words)) is not None]
    sides = _sides(active, words, all_of_them=bool(departures))
    court = _Court(weights, cap_of(active, weights))
    found = _explicit(sides, departures, court)
    ended = {departure.fact.id: departure for departure in departures}
    standing = [side for side in sides if not _reports_own_end(side, ended)] if ended else sides
    for group in _groups(standing):
        found.update(_disputes(group, court, settled=found))
    for group in _groups(_frames(active)):
        found.update(_weak_disputes(group, found))
    if len(found) < 2:
        return list(found.values())
    position = {id(fact): index for index, fact in enumerate(active)}
    return sorted(found.values(), key=lambda conflict: position[id(conflict.flagged)])


def _sides(facts: Sequence[Fact], words: Vocabulary, *, all_of_them: bool) -> list[Side]:
    """Return what the facts assert; without a departure only where a slot is filled twice."""
    if not all_of_them:
        keys = [slot_key(fact, words) for fact in facts]
        filled = Counter(keys)
        facts = [fact for fact, key in zip(facts, keys, strict=True) if key and filled[key] > 1]
    return [side for fact in facts if (side := side_of(fact, words)) is not None]


def _frames(facts: Sequence[Fact]) -> list[Side]:
    """Return what the prose of an entity asserts weakly, if there is enough of it to disagree."""
    prose = [fact for fact in facts if not fact.is_canonical and fact.origin in _WRITTEN]
    if len(prose) < 2:
        return []
    return [side for fact in prose if (side := frame_side(fact)) is not None]


_WRITTEN = (Origin.RECORD, Origin.LINE, Origin.BLOCK)


class _Court:
    """Decides pairs of one entity under its cap."""

    def __init__(self, weights: Weights, cap: Fact | None) -> None:
        self.weights = weights
        self.cap = cap

    def split(self, left: Fact, right: Fact) -> tuple[Fact, Fact]:
        """Return (flagged, survivor)."""
        winner = decide((left, right), self.weights, self.cap).winner
        return (right, left) if winner is left else (left, right)

    def winner(self, sides: Sequence[Side]) -> Side:
        verdict = decide([side.fact for side in sides], self.weights, self.cap)
        return next(side for side in sides if side.fact is verdict.winner)


def _groups(sides: Iterable[Side]) -> list[list[Side]]:
    groups: dict[tuple[str, str, str], list[Side]] = {}
    for side in sides:
        groups.setdefault(side.group, []).append(side)
    return [group for group in groups.values() if len(group) > 1]


def _reports_own_end(side: Side, ended: dict[str, Departure]) -> bool:
    """`project Helios was cancelled` matches a wording but asserts no project."""
    departure = ended.get(side.fact.id)
    return departure is not None and departs_from(departure, side)


def when(fact: Fact) -> str:
    """Return the date that orders a fact."""
    return fact.observed_at or fact.valid_from


def _explicit(sides: list[Side], departures: list[Departure], court: _Court) -> dict[int, Conflict]:
    """A newer fact says that what an older one holds has ended."""
    found: dict[int, Conflict] = {}
    if not departures:
        return found
    holders = _by_head(sides)
    for departure in sorted(departures, key=lambda each: when(each.fact)):
        for side in _held(departure, holders):
            older, newer = side.fact, departure.fact
            if older is newer or not is_before(when(older), when(newer)):
                continue
            flagged, survivor = court.split(older, newer)
            reason = (
                f"newer fact has transition trigger '{departure.trigger}' "
                f"on shared anchor '{side.word}'"
            )
            conflict = Conflict("contradicted_explicit", Layer.L2, flagged, survivor, reason)
            found.setdefault(id(flagged), conflict)
    return found


def _by_head(sides: Iterable[Side]) -> dict[str, list[Side]]:
    holders: dict[str, list[Side]] = {}
    for side in sides:
        holders.setdefault(side.head, []).append(side)
    return holders


def _held(departure: Departure, holders: dict[str, list[Side]]) -> list[Side]:
    heads = [head for head in sorted(departure.heads) if head in holders]
    if not departure.text.isascii():
        heads += [head for head in holders if not head.isascii() and head not in heads]
    return [side for head in heads for side in holders[head] if departs_from(departure, side)]


def _disputes(
    group: list[Side], court: _Court, settled: dict[int, Conflict]
) -> dict[int, Conflict]:
    """Compare each side of one slot with the winner of the slot."""
    standing = [side for side in group if id(side.fact) not in settled]
    if len(standing) < 2:
        return {}
    winner = court.winner(_originals(standing))
    found: dict[int, Conflict] = {}
    for side in standing:
        if side.fact is not winner.fact:
            conflict = _dispute(side, winner)
            if conflict is not None:
                found[id(side.fact)] = conflict
    return found


def _originals(sides: list[Side]) -> list[Side]:
    """Leave out copies that outrank their original only by standing later.

    Such a copy is deleted as a duplicate: the verdict may not hang on it.
    """
    if len(sides) < 3:
        return sides
    first: dict[str, Fact] = {}
    return [
        side
        for side in sides
        if _is_stronger(side.fact, first.setdefault(compared_text(side.fact.claim), side.fact))
    ]


def _is_stronger(fact: Fact, original: Fact) -> bool:
    """Tell whether a fact is its own original, newer than it, or of a higher class."""
    if fact is original or is_before(when(original), when(fact)):
        return True
    if when(fact) and not when(original):
        return True
    return _CLASS_ORDER.index(fact.source_class) < _CLASS_ORDER.index(original.source_class)


def _dispute(side: Side, winner: Side) -> Conflict | None:
    ordered = _ordered(side, winner)
    canonical = side.fact.is_canonical and winner.fact.is_canonical
    kind, difference = _difference(side, winner)
    if not kind:
        return None
    if ordered is not None:
        older, newer = ordered
        change = f"('{_shown(older, difference)}' -> '{_shown(newer, difference)}')"
        reason = f"slot '{side.key}' {difference} {change}{_cap_note(side, winner, newer)}"
        return Conflict(kind, Layer.L2B, side.fact, winner.fact, reason)
    if canonical:
        reason = (
            f"slot-equality: {side.key} '{masked_value(side.key, folded(side.fact.value))}' vs "
            f"'{masked_value(side.key, folded(winner.fact.value))}' ({_no_order(side, winner)} — "
            "the two canonical records disagree, neither is newer)"
        )
        return Conflict(kind, Layer.L2C, side.fact, winner.fact, reason, CANONICAL)
    return _hedge(side, winner, difference)


def _difference(side: Side, winner: Side) -> tuple[str, str]:
    """Return the class of a difference and its name, or ("", "") when both can hold."""
    if side.head != winner.head:
        excluded = side.key != "anchor:uses" or _may_exclude(side, winner)
        return ("contradicted_implicit", "value conflict") if excluded else ("", "")
    if side.key == "anchor:version" and (side.is_topical or winner.is_topical):
        return "", ""
    if _numbers_differ(side.numbers, winner.numbers):
        return "stale", "newer value"
    return "", ""


def _may_exclude(side: Side, winner: Side) -> bool:
    """Two tools exclude each other unless they are used side by side, or stand under a topic."""
    if side.is_topical or winner.is_topical:
        return are_rivals(side.head, winner.head)
    return not are_companions(side.head, winner.head)


def _numbers_differ(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """`7` and `7.2` refine each other, as do a value with numbers and one without."""
    if not left or not right or set(left) <= set(right) or set(right) <= set(left):
        return False
    mine, theirs = next(
        ((a, b) for a, b in zip(left, right, strict=False) if a != b), (left[0], right[-1])
    )
    return not (mine.startswith(f"{theirs}.") or theirs.startswith(f"{mine}."))


def _shown(side: Side, difference: str) -> str:
    if difference == "value conflict":
        return masked_value(side.key, side.word)
    return masked_value(side.key, folded(side.fact.value or side.fact.claim))


def _ordered(left: Side, right: Side) -> tuple[Side, Side] | None:
    """Return (older, newer), or None when the dates prove no order."""
    if is_before(when(left.fact), when(right.fact)):
        return left, right
    if is_before(when(right.fact), when(left.fact)):
        return right, left
    return None


def _cap_note(side: Side, winner: Side, newer: Side) -> str:
    if newer is winner:
        return ""
    return f"; the newer {side.fact.source_class.value} claim is capped by a primary source"


def _no_order(left: Side, right: Side) -> str:
    dates = " and ".join(when(side.fact) or "undated" for side in (left, right))
    return f"no observation order: {dates}"


def _hedge(side: Side, winner: Side, difference: str) -> Conflict | None:
    """Prose without an order proves little: say so only where the two clearly compete."""
    if not (side.is_written and winner.is_written and _stand_together(side.fact, winner.fact)):
        return None
    if not _compete(side, winner):
        return None
    confidence = FRAMED if side.is_weak else ANCHORED
    reason = (
        f"prose-only: slot '{side.key}' {difference} ('{_shown(side, difference)}' -> "
        f"'{_shown(winner, difference)}'); {_no_order(side, winner)}"
    )
    return Conflict("likely_conflict", Layer.L2C, side.fact, winner.fact, reason, confidence)


def _stand_together(left: Fact, right: Fact) -> bool:
    """Unmarked prose of two sections may be about two things of one name."""
    if left.has_provenance and right.has_provenance:
        return True
    if Origin.RECORD in (left.origin, right.origin):
        return True
    return (left.place.path, left.scope) == (right.place.path, right.scope)


def _compete(side: Side, winner: Side) -> bool:
    if side.head == winner.head:
        return True
    if side.is_weak:
        return are_rivals(side.head, winner.head)
    if side.key != "anchor:uses":
        return True
    if side.fact.is_canonical or winner.fact.is_canonical or are_rivals(side.head, winner.head):
        return True
    return bool(_rest(side) & _rest(winner))


def _rest(side: Side) -> frozenset[str]:
    """Return the long words of a value after its head (`… for the billing store`)."""
    words = folded(side.fact.value).split()
    return frozenset(word for word in words[1:] if len(word) > 4)


def _weak_disputes(group: list[Side], settled: dict[int, Conflict]) -> dict[int, Conflict]:
    """Hedge two frames without an order; frames with one are left to similarity."""
    found: dict[int, Conflict] = {}
    last = _originals(group)[-1]
    for side in group:
        if side is last or id(side.fact) in settled or _ordered(side, last) is not None:
            continue
        kind, difference = _difference(side, last)
        if kind and side.head != last.head:
            conflict = _hedge(side, last, difference)
            if conflict is not None:
                found[id(side.fact)] = conflict
    return found


def outranks(survivor: Fact, flagged: Fact, weights: Weights) -> bool:
    """Tell whether a fix may supersede: never against a higher class."""
    return _CLASS_ORDER.index(survivor.source_class) <= _CLASS_ORDER.index(flagged.source_class)


_CLASS_ORDER = list(SourceClass)
