"""Which sentences of a memory file state something, and whose they are."""

from __future__ import annotations

from tmf_memory.factlint.grammar import Statement
from tmf_memory.kernel.language.sentences import (
    is_instruction,
    is_listing,
    is_log_entry,
    is_note_label,
    is_struck,
    is_task,
)
from tmf_memory.kernel.language.vocabulary import Vocabulary


def states(text: str, statement: Statement, words: Vocabulary) -> bool:
    """Tell whether a line is a fact; a line in the fact grammar is one unless it is crossed out."""
    if is_struck(text) or is_task(text) or is_log_entry(text):
        return False
    if statement.is_marked:
        return bool(statement.claim.strip())
    if len(text) < 4 or is_listing(text) or text.endswith(("?", "？")):
        return False
    if statement.label and names_entity(statement, words):
        return not is_instruction(statement.claim)
    return not (is_instruction(statement.claim) or is_instruction(text))


def names_entity(statement: Statement, words: Vocabulary) -> bool:
    """Tell whether the label of a line is its entity.

    Most labels of real memory files name a topic (`Build: npm run build`). One is an entity only
    when the rest is written in the fact grammar or says something of the label as its subject.
    """
    label = statement.label
    if is_note_label(label) or len(label.split()) > 6 or not any(map(str.isalnum, label)):
        return False
    if statement.is_marked:
        return True
    claim = statement.claim
    return words.assertion_of(claim) is not None or words.transition_of(claim) is not None
