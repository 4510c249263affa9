"""The facts in the prose of a Markdown text, line by line, whose they are, and how one is ended."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.formats._line_edits import line_starts, lines_span
from tmf_memory.factlint.formats._lines import prose_lines
from tmf_memory.factlint.formats._scopes import Scopes
from tmf_memory.factlint.formats._statements import names_entity, states
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.grammar import Statement, canonical_line, parse_statement
from tmf_memory.factlint.model import Edit, Fact, Json, Origin, Place
from tmf_memory.kernel.language.vocabulary import Vocabulary


def stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path


def prose_facts(source: SourceText, fallback: str) -> Iterator[tuple[Fact, bool]]:
    """Yield every fact, and whether some of the fact grammar is written on its line.

    `fallback` is who a line is about that no heading, block or label speaks for.
    """
    scopes = Scopes(fallback)
    for line in prose_lines(source.text):
        if scopes.enter(line):
            continue
        statement = parse_statement(line.text)
        if not states(line.text, statement, source.words):
            continue
        if scopes.in_log() and not names_entity(statement, source.words):
            continue
        place = Place(source.path, line.number, line.end)
        draft = statement_draft(statement, place, scopes.current(), source.words)
        yield make_fact(draft, source.words), statement.is_marked


def statement_draft(
    statement: Statement, place: Place, scope: tuple[str, Origin, str], words: Vocabulary
) -> Draft:
    """Return what a line states; its label is the entity when it names one, else the scope is."""
    entity, origin, path = scope
    claim = statement.claim
    if statement.label and names_entity(statement, words):
        entity, origin = statement.label, Origin.LINE
    elif statement.label:
        claim = statement.body
    extra: dict[str, Json] = {"date": statement.unread_date} if statement.unread_date else {}
    return Draft(
        entity=entity,
        place=place,
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
        scope=path,
        extra=extra,
    )


def supersede_line(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Rewrite the lines of a fact as one explicit line that carries `valid_to`."""
    start, end = lines_span(source.text, line_starts(source.text), fact)
    lead = _LEAD.match(source.text, start, end)
    prefix = lead.group() if lead else ""
    return (Edit(start, end, prefix + canonical_line(fact, valid_to=valid_to)),)


_LEAD = re.compile(r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?")
