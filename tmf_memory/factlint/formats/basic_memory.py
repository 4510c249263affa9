"""basic-memory notes: `- [category] text #tag (context)` and `- relation [[Target]]`.

The entity is the title in the frontmatter. Other prose of a note is prose. An observation is ended
by `; valid_to=` behind its text, before its tags and its context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.formats._ending import ended_span
from tmf_memory.factlint.formats._frontmatter import frontmatter
from tmf_memory.factlint.formats._line_edits import delete_lines, line_end, line_starts
from tmf_memory.factlint.formats._lines import prose_lines
from tmf_memory.factlint.formats._prose import stem
from tmf_memory.factlint.formats._provenance import is_habit
from tmf_memory.factlint.formats._statements import observation, relation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.grammar import parse_statement
from tmf_memory.factlint.model import Edit, Fact, Origin, Place, Reading

_OBSERVATION = re.compile(
    r"^\[(?!\d{1,3}:\d{2}|[xX]\])(?P<category>\w|[^\[\]()]{2,60})\]\s+(?P<text>\S.*)$", re.DOTALL
)
_RELATION = re.compile(
    r"^(?P<kind>\"[^\"]+\"|'[^']+'|[^\s\[\]]+)\s+\[\[(?P<target>[^\[\]]+)\]\]"
    r"\s*(?:\((?P<context>[^()]*)\))?$"
)
_TAG = re.compile(r"#[^\s#()]+")


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".md"):
        return 0
    head = frontmatter(source.text)
    if head is None or not head.text("title", "permalink"):
        return 0
    return 80 if "permalink" in head.fields or _has_notes(source.text) else 0


def _has_notes(text: str) -> bool:
    return any(
        _OBSERVATION.match(line.text) or _RELATION.match(line.text)
        for line in prose_lines(text)
        if line.bullet
    )


def read(source: SourceText) -> Reading:
    """Read the observations and relations of a note."""
    head = frontmatter(source.text)
    title = (head.text("title") if head else "") or stem(source.path)
    facts = tuple(_facts(source, title))
    observed = [(fact, True) for fact in facts if fact.origin is Origin.BLOCK]
    return Reading(facts, uses_provenance=is_habit(observed))


def _facts(source: SourceText, title: str) -> Iterator[Fact]:
    for line in prose_lines(source.text):
        link = _RELATION.match(line.text) if line.bullet else None
        noted = _OBSERVATION.match(line.text) if line.bullet else None
        place = Place(source.path, line.number, line.end)
        if link:
            yield relation(title, link["kind"].strip("\"'"), link["target"], place)
        elif noted:
            yield from _observed(source, title, noted["text"], place)


def _observed(source: SourceText, title: str, text: str, place: Place) -> Iterator[Fact]:
    text, context = _split(text)
    draft = observation(text, title, place, source.words)
    if draft is not None:
        draft.origin = Origin.BLOCK
        draft.condition = context
        yield make_fact(draft, source.words)


def _split(text: str) -> tuple[str, str]:
    """Return the text without tags, and the context unless it is part of the fact grammar."""
    end, context = _tail(text)
    head = text[:end]
    if context and parse_statement(f"x {context}").is_marked:
        return f"{head} {context}", ""
    return head, context[1:-1].strip()


def _tail(text: str) -> tuple[int, str]:
    """Return where the tags and the context at the end of a text begin, and the context.

    From the end on, word by word: a pattern would look at every white space for a beginning.
    """
    rest = text.rstrip()
    context = ""
    if rest.endswith(")"):
        start = rest.rfind("(")
        if start > 0 and rest[start - 1].isspace() and ")" not in rest[start:-1]:
            context = rest[start:]
            rest = rest[:start].rstrip()
    end = len(rest)
    while True:
        start = max(rest.rfind(" ", 0, end), rest.rfind("\t", 0, end)) + 1
        if not start or not _TAG.fullmatch(rest, start, end):
            return end, context
        end = start
        while end and rest[end - 1].isspace():
            end -= 1


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Write the end of an observation behind its text."""
    start = line_starts(source.text)[max(fact.place.line, fact.place.line_end) - 1]
    end = line_end(source.text, start)
    stop, _ = _tail(source.text[start:end])
    return (ended_span(source.text, start, start + stop, valid_to),)


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some observations and relations."""
    return delete_lines(source.text, facts)


FORMAT = Format("basic_memory", recognises, read, supersede, delete, can_supersede=True)
