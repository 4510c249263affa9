"""Which sentences of a memory file state something, and whose they are."""

from __future__ import annotations

from tmf_memory.factlint.facts import Draft, fact_id, make_fact
from tmf_memory.factlint.grammar import Statement, parse_statement
from tmf_memory.factlint.model import Fact, Json, Place
from tmf_memory.kernel.language.sentences import (
    is_instruction,
    is_listing,
    is_log_entry,
    is_log_title,
    is_note_label,
    is_struck,
    is_task,
)
from tmf_memory.kernel.language.vocabulary import Vocabulary


def states(text: str, statement: Statement, words: Vocabulary) -> bool:
    """Tell whether a line is a fact; a line in the fact grammar is one unless it is crossed out."""
    if "  " in text:
        # Patterns with several gaps would try every way to share a long one out.
        text = " ".join(text.split())
    if is_struck(text) or is_task(text) or is_log_entry(text):
        return False
    if statement.is_marked:
        return bool(statement.claim.strip())
    if len(text) < 4 or is_listing(text) or text.endswith(("?", "？")):
        return False
    return not _is_order(text, statement, words)


def _is_order(text: str, statement: Statement, words: Vocabulary) -> bool:
    if statement.label:
        if is_instruction(statement.claim):
            return True
        if names_entity(statement, words):
            return False
    return is_instruction(text)


def names_entity(statement: Statement, words: Vocabulary) -> bool:
    """Tell whether the label of a line is its entity.

    Most labels of real memory files name a topic (`Build: npm run build`). One is an entity only
    when the rest is written in the fact grammar or says something of the label as its subject.
    """
    if statement.is_named is None:
        statement.is_named = _is_named(statement, words)
    return statement.is_named


def _is_named(statement: Statement, words: Vocabulary) -> bool:
    label = statement.label
    if is_note_label(label) or len(label.split()) > 6 or not any(map(str.isalnum, label)):
        return False
    if statement.is_marked:
        return True
    claim = statement.claim
    return words.assertion_of(claim) is not None or words.transition_of(claim) is not None


def observation(text: str, entity: str, place: Place, words: Vocabulary) -> Draft | None:
    """Return what one stored sentence states of an entity, or None when it states nothing.

    Stores hold one statement an entry. Text of several lines is a report or a train of thought.
    """
    text = text.strip()
    statement = parse_statement(text)
    if "\n" in text or not states(text, statement, words):
        return None
    if is_log_title(entity) and not statement.is_marked:
        # "Version History" tells what happened, not what holds.
        return None
    extra: dict[str, Json] = {"date": statement.unread_date} if statement.unread_date else {}
    return Draft(
        entity=entity,
        place=place,
        claim=statement.body,
        slot="" if statement.label else statement.slot,
        value="" if statement.label else statement.value,
        observed_at=statement.observed_at,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        source=statement.source,
        source_class=statement.source_class,
        aliases=statement.aliases,
        extra=extra,
    )


def relation(entity: str, kind: str, target: str, place: Place) -> Fact:
    """Return a link between two entities as a fact.

    An entity has many links of one kind: none says that another one ended, so no slot is proven.
    """
    fact = make_fact(Draft(entity=entity, place=place, claim=f"{kind} [[{target}]]"))
    stated = fact_id(fact.form, "", fact.claim, "", "")
    return fact._replace(slot="", value="", id=stated)
