"""The words one run understands: the slot table, what a project added, and the transitions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tmf_memory.kernel.language.slots import (
    PLURAL_NAMES,
    TABLE,
    Assertion,
    Slot,
    chinese_pattern,
    is_not_now,
    prose_pattern,
    slot_name,
    without_tail,
)
from tmf_memory.kernel.language.transitions import Transition, transition_of, triggered

_CACHE = 200_000


class Vocabulary:
    """Slots and transitions, compiled once. `STANDARD` is the one without additions."""

    def __init__(
        self,
        slots: Iterable[Slot] = (),
        triggers: Iterable[str] = (),
        single: Iterable[str] = (),
        multiple: Iterable[str] = (),
    ) -> None:
        table = (*slots, *TABLE)
        self._prose = tuple((slot, prose_pattern(slot)) for slot in table if slot.wording)
        self._chinese = tuple((slot, chinese_pattern(slot)) for slot in table if slot.chinese)
        wordings = "|".join(slot.wording for slot in table if slot.wording)
        self._hint = re.compile(rf"\b(?:{wordings})\b", re.IGNORECASE)
        self._triggers = tuple(triggers)
        self._single = frozenset(slot_name(name) for name in single)
        self._multiple = frozenset(slot_name(name) for name in multiple) | PLURAL_NAMES
        self._named: dict[str, Slot] = {}
        for slot in table:
            for name in (slot.key, slot.name, *slot.names.split()):
                self._named.setdefault(name, slot)
        self._plural: dict[str, bool] = {}
        self._keys: dict[str, str] = {}
        self._transitions: dict[str, Transition | None] = {}
        self._assertions: dict[str, Assertion | None] = {}

    def key_of(self, name: str) -> str:
        """Return the key an explicit slot is compared under: its row's, or its own name."""
        key = self._keys.get(name)
        if key is None:
            comparable = slot_name(name)
            row = self._named.get(comparable)
            key = row.key if row is not None else comparable
            if len(self._keys) < _CACHE:
                self._keys[name] = key
        return key

    def is_plural(self, name: str) -> bool:
        """Tell whether a slot, by key or name, holds several values at once."""
        known = self._plural.get(name)
        if known is None:
            known = self._plural[name] = self._holds_many(slot_name(name))
        return known

    def _holds_many(self, comparable: str) -> bool:
        row = self._named.get(comparable)
        names = {comparable} if row is None else {comparable, row.key, row.name}
        if names & self._single:
            return False
        if row is None:
            return not names.isdisjoint(self._multiple)
        return row.plural or bool(names & (self._multiple - PLURAL_NAMES))

    def is_single(self, name: str) -> bool:
        """Tell whether the project says that a slot holds one value."""
        return bool(self._single) and slot_name(name) in self._single

    def assertion_of(self, claim: str) -> Assertion | None:
        """Return what a prose claim asserts by one of the table's wordings, or None.

        Plans, doubts, negations, questions and the past assert nothing about now.
        """
        if claim in self._assertions:
            return self._assertions[claim]
        text = claim.strip()
        found = None if text.endswith(("?", "？")) else self._assert(text.rstrip(".。!！;；"))
        if len(self._assertions) < _CACHE:
            self._assertions[claim] = found
        return found

    def _assert(self, text: str) -> Assertion | None:
        if not text.isascii():
            found = self._assert_chinese(text)
            if found is not None:
                return found
        if not self._hint.search(text):
            return None
        for slot, pattern in self._prose:
            match = pattern.match(text)
            if match and not is_not_now(text[: match.start("value")]):
                subject = (match["subject"] or "").strip().lower()
                return _assertion(slot, match, match["value"].strip(), subject)
        return None

    def _assert_chinese(self, text: str) -> Assertion | None:
        for slot, pattern in self._chinese:
            match = pattern.match(text)
            if match and not is_not_now(text[: match.start("value")]):
                value = without_tail(match["value"])
                if value:
                    return _assertion(slot, match, value, match["subject"].strip())
        return None

    def transition_of(self, claim: str) -> Transition | None:
        """Return the transition a statement reports, or None; plans and doubts report none."""
        if claim in self._transitions:
            return self._transitions[claim]
        found = triggered(claim, self._triggers) if self._triggers else None
        if found is None:
            found = transition_of(claim)
        if len(self._transitions) < _CACHE:
            self._transitions[claim] = found
        return found


def _assertion(slot: Slot, match: re.Match[str], value: str, subject: str) -> Assertion:
    lead = match.string[: match.start("value")]
    is_plural = slot.plural
    return Assertion(slot.key, slot.name, value, subject=subject, lead=lead, is_plural=is_plural)


STANDARD = Vocabulary()
