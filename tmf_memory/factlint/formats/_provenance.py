"""Whether the facts of a document are in the habit of saying when, and from whom."""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.factlint.facts import compared_text
from tmf_memory.factlint.model import Fact


def is_habit(facts: Iterable[tuple[Fact, bool]]) -> bool:
    """Tell whether a quarter of the statements are written with provenance.

    Copies count once, so that deleting one changes nothing for the others.
    """
    stated: set[str] = set()
    marked: set[str] = set()
    for fact, is_marked in facts:
        text = f"{fact.form}|{compared_text(fact.claim)}"
        stated.add(text)
        if is_marked and fact.has_provenance:
            marked.add(text)
    return len(marked) * 4 >= max(len(stated), 1)
