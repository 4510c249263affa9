"""Plain Markdown memory: CLAUDE.md, AGENTS.md, MEMORY.md, memory banks and rule files."""

from __future__ import annotations

from collections.abc import Sequence

from tmf_memory.factlint.formats._line_edits import delete_lines
from tmf_memory.factlint.formats._prose import prose_facts, stem, supersede_line
from tmf_memory.factlint.formats._provenance import is_habit
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Reading

_SUFFIXES = (".md", ".markdown", ".mdc", ".txt", ".mdx")


def recognises(source: SourceText) -> int:
    return 50 if source.path.lower().endswith(_SUFFIXES) else 10


def read(source: SourceText) -> Reading:
    """Read the facts of a Markdown text; what states nothing is skipped."""
    found = list(prose_facts(source, stem(source.path)))
    facts = tuple(fact for fact, _ in found)
    return Reading(facts, uses_provenance=is_habit(found))


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some facts with their line ends."""
    return delete_lines(source.text, facts)


FORMAT = Format(
    name="markdown",
    recognises=recognises,
    read=read,
    supersede=supersede_line,
    delete=delete,
    can_supersede=True,
)
