"""Plain Markdown memory: CLAUDE.md, AGENTS.md, MEMORY.md, memory banks and rule files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tmf_memory.factlint.facts import Draft, compared_text, make_fact
from tmf_memory.factlint.formats._line_edits import delete_lines, line_starts, lines_span
from tmf_memory.factlint.formats._lines import Line, prose_lines
from tmf_memory.factlint.formats._scopes import Scopes
from tmf_memory.factlint.formats._statements import names_entity, states
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.grammar import Statement, canonical_line, parse_statement
from tmf_memory.factlint.model import Edit, Fact, Json, Origin, Place, Reading

_SUFFIXES = (".md", ".markdown", ".mdc", ".txt", ".mdx")
_RULES_SECTION = re.compile(r"\b(?:never|always|rules?|guidelines?|do not|don't)\b", re.IGNORECASE)


def recognises(source: SourceText) -> int:
    return 50 if source.path.lower().endswith(_SUFFIXES) else 10


def read(source: SourceText) -> Reading:
    """Read the facts of a Markdown text; what states nothing is skipped."""
    scopes = Scopes(_stem(source.path))
    facts: list[Fact] = []
    stated: set[str] = set()
    marked: set[str] = set()
    for line in prose_lines(source.text):
        if scopes.enter(line):
            continue
        statement = parse_statement(line.text)
        if not states(line.text, statement, source.words):
            continue
        if scopes.in_log() and not names_entity(statement, source.words):
            continue
        fact = make_fact(_draft(source, line, statement, scopes), source.words)
        facts.append(fact)
        # Copies count once, so that deleting one changes nothing for the others.
        text = f"{fact.form}|{compared_text(fact.claim)}"
        stated.add(text)
        if statement.is_marked and fact.has_provenance:
            marked.add(text)
    return Reading(tuple(facts), uses_provenance=len(marked) * 4 >= max(len(stated), 1))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path


def _draft(source: SourceText, line: Line, statement: Statement, scopes: Scopes) -> Draft:
    entity, origin, scope = scopes.current()
    claim = statement.claim
    if statement.label and names_entity(statement, source.words):
        entity, origin = statement.label, Origin.LINE
    elif statement.label:
        claim = statement.body
    extra: dict[str, Json] = {"date": statement.unread_date} if statement.unread_date else {}
    return Draft(
        entity=entity,
        place=Place(source.path, line.number, line.end),
        claim=claim,
        slot=statement.slot,
        value=statement.value,
        observed_at=statement.observed_at,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        source=statement.source,
        source_class=statement.source_class,
        quote=statement.body,
        origin=origin,
        aliases=statement.aliases,
        scope=scope,
        extra=extra,
    )


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Rewrite the lines of a fact as one explicit line that carries `valid_to`."""
    start, end = lines_span(source.text, line_starts(source.text), fact)
    lead = _LEAD.match(source.text, start, end)
    prefix = lead.group() if lead else ""
    return (Edit(start, end, prefix + canonical_line(fact, valid_to=valid_to)),)


_LEAD = re.compile(r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?")


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some facts with their line ends."""
    return delete_lines(source.text, facts)


FORMAT = Format(
    name="markdown",
    recognises=recognises,
    read=read,
    supersede=supersede,
    delete=delete,
    can_supersede=True,
)
