"""The statements of a document line by line, for rules that look at more than facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tmf_memory.factlint.formats._lines import prose_lines
from tmf_memory.factlint.model import Document, Fact
from tmf_memory.kernel.language.sentences import is_struck


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """One line (hard-wrapped ones joined) and the fact that was read from it, if any."""

    number: int
    text: str
    fact: Fact | None = None


def memory_lines(document: Document) -> Iterator[MemoryLine]:
    """Yield what a document states now: no code blocks, no struck lines, no history."""
    facts = {fact.place.line: fact for fact in document.facts}
    if document.path.rpartition(".")[2].lower() in {"json", "jsonl"}:
        for fact in document.facts:
            if not fact.is_history:
                yield MemoryLine(fact.place.line, _sentence(fact), fact)
        return
    for line in prose_lines(document.text):
        known = facts.get(line.number)
        if not is_struck(line.text) and not (known and known.is_history):
            yield MemoryLine(line.number, line.text, known)


def _sentence(fact: Fact) -> str:
    return f"{fact.slot} = {fact.value}" if fact.slot and fact.value else fact.claim
