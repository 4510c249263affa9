"""What one fact says in a dispute: its slot key, head, numbers, condition and transition."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from tmf_memory.factlint.facts import is_about
from tmf_memory.factlint.model import Fact, Fidelity, Origin
from tmf_memory.kernel.language.conditions import condition_of, place_of, setting_of
from tmf_memory.kernel.language.heads import folded, head_of, numbers_of, tokens_of
from tmf_memory.kernel.language.rivals import same_thing
from tmf_memory.kernel.language.slots import Assertion, frame_of
from tmf_memory.kernel.language.vocabulary import Vocabulary

_SHORT_VALUE = 48
_COUNTED = re.compile(
    r"^(?:has|is|are|can|num|number|count|max|min|total)_|_(?:count|status|per|min|max)"
)
_PLURAL = re.compile(r"(?<![sui])s$")


class Side(NamedTuple):
    """One fact as a party of a possible conflict. `key` is empty when it asserts no slot."""

    fact: Fact
    key: str
    head: str
    numbers: tuple[str, ...]
    condition: str
    word: str = ""
    """The head as it is written; `head` is the one spelling under which it is compared."""
    is_weak: bool = False
    subject: str = ""

    @property
    def group(self) -> tuple[str, str, str]:
        """Only sides of one group can disagree."""
        return self.key, self.condition, self.subject

    @property
    def is_written(self) -> bool:
        """The entity is written for this fact, not read off a heading or a label."""
        return self.fact.origin in (Origin.RECORD, Origin.LINE, Origin.BLOCK)

    @property
    def is_topical(self) -> bool:
        """The entity may be no more than a topic under which several things hold."""
        if self.fact.is_canonical or self.fact.origin in (Origin.RECORD, Origin.LINE):
            return False
        return self.key in ("anchor:uses", "anchor:version")


def slot_key(fact: Fact, words: Vocabulary) -> str:
    """Return the key of the slot that a fact fills, or ""; what `side_of` starts with."""
    if fact.fidelity is Fidelity.FULL:
        return words.key_of(fact.slot)
    assertion = words.assertion_of(fact.claim)
    return "" if assertion is None else assertion.key


def side_of(fact: Fact, words: Vocabulary) -> Side | None:
    """Return what a fact asserts with some strength, or None when it asserts no single value."""
    if fact.is_canonical:
        return _from_record(fact, words)
    assertion = words.assertion_of(fact.claim)
    if assertion is None or words.is_plural(assertion.key):
        return None
    subject = "" if is_about(assertion, fact.entity) else assertion.subject
    word = head_of(assertion.value)
    return Side(
        fact,
        assertion.key,
        same_thing(word),
        numbers_of(assertion.value),
        fact.condition or _condition(fact, assertion.lead, _around(assertion)),
        word=word,
        subject=word if assertion.key == COUNT else subject,
    )


COUNT = "anchor:count"
"""A number of things: each kind of thing is a slot of its own."""


def _around(assertion: Assertion) -> str:
    """Return the value in which a condition may stand; the days of a schedule are its value."""
    return "" if assertion.key == "anchor:schedule" else assertion.value


def _condition(fact: Fact, lead: str, value: str) -> str:
    """Return the condition around a value; its first word is the value itself (`on Windows`).

    Headings set one too: what stands below `## Production` and `## Tests` never disagrees.
    """
    rest = value.partition(" ")[2]
    if not (rest or lead or fact.scope):
        return ""
    parts = (setting_of(fact.scope), condition_of(lead), condition_of(rest))
    return "; ".join(filter(None, parts))


def _from_record(fact: Fact, words: Vocabulary) -> Side | None:
    key = words.key_of(fact.slot)
    if _holds_many(fact, key, words):
        return None
    condition = fact.condition
    if not condition and len(fact.value) <= _SHORT_VALUE:
        condition = _condition(fact, "", fact.value)
    word = head_of(fact.value)
    subject = word if key == COUNT else ""
    numbers = numbers_of(fact.value)
    return Side(fact, key, same_thing(word), numbers, condition, word=word, subject=subject)


def _holds_many(fact: Fact, key: str, words: Vocabulary) -> bool:
    """Tell whether a slot is named in the plural and holds things, not a count or a yes."""
    if words.is_plural(key):
        return True
    if words.is_single(key):
        return False
    name = key.rpartition(".")[2]
    if key.startswith("anchor:") or not _PLURAL.search(name) or _COUNTED.search(name):
        return False
    return not fact.value[:1].isdigit() and folded(fact.value) not in ("yes", "no", "true", "false")


def frame_side(fact: Fact) -> Side | None:
    """Return what a copula or preposition asserts: weak, for hedges only."""
    if fact.is_canonical:
        return None
    frame = frame_of(fact.claim)
    if frame is None or fact.slot:
        return None
    word = head_of(frame.value)
    return Side(
        fact,
        frame.key,
        same_thing(word),
        numbers_of(frame.value),
        fact.condition or condition_of(fact.claim),
        word=word,
        is_weak=True,
    )


@dataclass(frozen=True, slots=True)
class Departure:
    """A fact that reports an end: the words it departs from, and where."""

    fact: Fact
    trigger: str
    heads: frozenset[str]
    text: str
    place: str


def departure_of(fact: Fact, words: Vocabulary) -> Departure | None:
    """Return what a fact says has ended, or None."""
    if fact.is_canonical and fact.claim[-1:] == '"':
        # The claim is only slot and value over again.
        return None
    transition = words.transition_of(fact.claim)
    if transition is None:
        return None
    heads = frozenset(same_thing(token) for token in tokens_of(transition.departed))
    place = fact.condition or place_of(fact.claim)
    return Departure(fact, transition.trigger, heads, folded(transition.departed), place)


def departs_from(departure: Departure, side: Side) -> bool:
    """Tell whether what ended is what a side holds, under conditions that the end covers."""
    if departure.place and departure.place != side.condition:
        return False
    if side.head in departure.heads:
        return True
    return not side.head.isascii() and side.head in departure.text
