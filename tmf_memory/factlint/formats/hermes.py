"""Hermes memory: entries of free text, with a line `§` between them.

An entry is one statement. It is ended by `; valid_to=` behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.formats._ending import ended_span
from tmf_memory.factlint.formats._prose import statement_draft, stem
from tmf_memory.factlint.formats._provenance import is_habit
from tmf_memory.factlint.formats._statements import states
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.grammar import canonical_line, parse_statement
from tmf_memory.factlint.model import Edit, Fact, Origin, Place, Reading

_SEPARATOR = re.compile(r"^§[ \t]*\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry without the white space around it; `before` counts separators, from -1."""

    start: int
    end: int
    line: int
    line_end: int
    before: int


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".md"):
        return 0
    return 80 if "§" in source.text and _SEPARATOR.search(source.text) else 0


def read(source: SourceText) -> Reading:
    """Read one fact from each entry that states one."""
    found = [
        (fact, is_marked)
        for entry in _entries(source.text)
        for fact, is_marked in _fact(source, entry)
    ]
    return Reading(tuple(fact for fact, _ in found), uses_provenance=is_habit(found))


def _fact(source: SourceText, entry: _Entry) -> Iterator[tuple[Fact, bool]]:
    text = _joined(source.text, entry)
    statement = parse_statement(text)
    if states(text, statement, source.words):
        place = Place(source.path, entry.line, entry.line_end)
        scope = stem(source.path), Origin.FILE, ""
        draft = statement_draft(statement, place, scope, source.words)
        yield make_fact(draft, source.words), statement.is_marked


def _joined(text: str, entry: _Entry) -> str:
    return " ".join(text[entry.start : entry.end].split())


def _entries(text: str) -> Iterator[_Entry]:
    """Yield the entries that hold something, in order."""
    begin = 1 if text.startswith("\ufeff") else 0
    line = 1
    counted = 0
    bounds = [(match.start(), match.end()) for match in _SEPARATOR.finditer(text)]
    for before, (stop, after) in enumerate([*bounds, (len(text), len(text))], start=-1):
        inner = text[begin:stop]
        if inner.strip():
            start = begin + len(inner) - len(inner.lstrip())
            end = begin + len(inner.rstrip())
            line += text.count("\n", counted, start)
            counted = start
            yield _Entry(start, end, line, line + text.count("\n", start, end), before)
        begin = after


def _entry_of(source: SourceText, fact: Fact) -> _Entry | None:
    return next((each for each in _entries(source.text) if each.line == fact.place.line), None)


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Write the end of an entry behind it."""
    entry = _entry_of(source, fact)
    if entry is None:
        return ()
    statement = parse_statement(_joined(source.text, entry))
    if statement.label and fact.origin is Origin.FILE:
        # With an attribute behind it, the label would be taken for the entity.
        return (Edit(entry.start, entry.end, canonical_line(fact, valid_to=valid_to)),)
    return (ended_span(source.text, entry.start, entry.end, valid_to),)


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Take entries out, each with the separator before it; the first one with the one behind it.

    One separator always stays: it says what the file is, and readers pass over an empty entry.
    """
    lines = {fact.place.line for fact in facts}
    separators = list(_SEPARATOR.finditer(source.text))
    gone = [entry for entry in _entries(source.text) if entry.line in lines]
    used = {max(entry.before, 0) for entry in gone}
    if len(used) == len(separators):
        return tuple(Edit(entry.start, entry.end, "") for entry in gone)
    return tuple(_cut(source.text, entry, separators) for entry in gone)


def _cut(text: str, entry: _Entry, separators: Sequence[re.Match[str]]) -> Edit:
    if entry.before < 0:
        return Edit(entry.start, min(separators[0].end() + 1, len(text)), "")
    start = separators[entry.before].start()
    for line_end in ("\n", "\r"):
        if text[start - 1 : start] == line_end:
            start -= 1
    return Edit(start, entry.end, "")


FORMAT = Format("hermes", recognises, read, supersede, delete, can_supersede=True)
