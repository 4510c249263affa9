"""Claude Code auto-memory: one fact a file, named and described in its frontmatter.

`name` is the entity and `description` the fact; the body explains it. A memory is ended by
`valid_to` in its frontmatter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tmf_memory.factlint.facts import compared_text, make_fact
from tmf_memory.factlint.formats._frontmatter import Frontmatter, frontmatter
from tmf_memory.factlint.formats._line_edits import delete_lines
from tmf_memory.factlint.formats._prose import prose_facts, supersede_line
from tmf_memory.factlint.formats._provenance import is_habit
from tmf_memory.factlint.formats._statements import observation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Origin, Place, Reading
from tmf_memory.kernel.dates import parse_date

_TYPES = frozenset({"user", "feedback", "project", "reference"})
_DATES = ("updated", "updated_at", "modified", "date", "created", "created_at")
_END = "valid_to"


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".md"):
        return 0
    head = frontmatter(source.text)
    return 85 if head is not None and _is_memory(head) else 0


def _is_memory(head: Frontmatter) -> bool:
    return bool(
        head.text("name")
        and head.text("description")
        and head.text("metadata.type", "type").lower() in _TYPES
    )


def read(source: SourceText) -> Reading:
    """Read the description, and what the body says beside it."""
    head = frontmatter(source.text)
    if head is None:
        return Reading()
    name = head.text("name") or source.path
    described = list(_described(source, head, name))
    known = {compared_text(fact.claim) for fact in described}
    body = [
        (fact, is_marked)
        for fact, is_marked in prose_facts(source, name)
        if compared_text(fact.claim) not in known
    ]
    facts = (*described, *(fact for fact, _ in body))
    return Reading(facts, uses_provenance=is_habit(body))


def _described(source: SourceText, head: Frontmatter, name: str) -> Iterator[Fact]:
    field = head.fields.get("description")
    if field is None:
        return
    draft = observation(field.text, name, Place(source.path, field.line, field.line), source.words)
    if draft is not None:
        draft.origin = Origin.HEADING
        draft.observed_at = draft.observed_at or parse_date(head.text(*_DATES))
        draft.valid_to = parse_date(head.text(_END)) or draft.valid_to
        yield make_fact(draft, source.words)


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """End the memory in its frontmatter, or a line of its body on that line."""
    head = frontmatter(source.text)
    if head is None or fact.place.line > head.close_line:
        return supersede_line(source, fact, valid_to)
    field = head.fields.get(_END)
    if field is not None:
        return (Edit(field.start, field.end, valid_to),)
    line_end = "\r\n" if source.text[: head.close].endswith("\r\n") else "\n"
    return (Edit(head.close, head.close, f"{_END}: {valid_to}{line_end}"),)


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete lines of the body; the description is the memory itself and stays."""
    head = frontmatter(source.text)
    last = head.close_line if head is not None else 0
    return delete_lines(source.text, [fact for fact in facts if fact.place.line > last])


FORMAT = Format("claude_memory", recognises, read, supersede, delete, can_supersede=True)
