"""Canonical stores: one record a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.formats._json_edits import stamp
from tmf_memory.factlint.formats._json_spans import SpanError, locate
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Place, Problem, Reading
from tmf_memory.factlint.records import RecordError, draft_of
from tmf_memory.kernel.language.vocabulary import Vocabulary


def recognises(source: SourceText) -> int:
    return 50 if source.path.lower().endswith((".jsonl", ".ndjson")) else 0


def lines_of(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (number, offset, line) of the lines that are not blank, without their line ends."""
    offset = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip("\r")
        if number == 1 and line.startswith("\ufeff"):
            yield number, 1, line[1:]
        elif line and not line.isspace():
            yield number, offset, line
        offset += len(raw) + 1


def read(source: SourceText) -> Reading:
    """Read the records of a store; a line that is none is a problem with its position."""
    facts: list[Fact] = []
    problems: list[Problem] = []
    for number, _, line in lines_of(source.text):
        try:
            facts.append(_fact(line, Place(source.path, number, number), source.words))
        except json.JSONDecodeError as error:
            reason = f"not JSON: {error.msg} at column {error.colno}"
            problems.append(Problem("malformed_record", number, reason))
        except (RecordError, RecursionError) as error:
            reason = str(error) if isinstance(error, RecordError) else "nested too deeply"
            problems.append(Problem("malformed_record", number, reason))
    if not facts and not problems:
        problems.append(Problem("bad_input", 1, "empty store"))
    return Reading(tuple(facts), tuple(problems), uses_provenance=True)


def _fact(line: str, place: Place, words: Vocabulary) -> Fact:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise RecordError("a line of a store is one JSON object")
    return make_fact(draft_of(record, place), words)


def line_span(text: str, number: int) -> tuple[int, int]:
    """Return the offsets of a line without its line end."""
    start = 0
    for _ in range(number - 1):
        start = text.index("\n", start) + 1
    if start == 0 and text.startswith("\ufeff"):
        start = 1
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    return start, stop - 1 if text[stop - 1 : stop] == "\r" else stop


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Stamp `valid_to` on the record of a fact."""
    start, _ = line_span(source.text, fact.place.line)
    try:
        return (stamp(source.text, locate(source.text, start), "valid_to", valid_to),)
    except SpanError:
        return ()


def delete(source: SourceText, fact: Fact) -> tuple[Edit, ...]:
    """Delete the line of a fact with its line end."""
    text = source.text
    start, end = line_span(text, fact.place.line)
    if text.startswith("\r\n", end):
        end += 2
    elif text.startswith("\n", end):
        end += 1
    elif start > 1:
        start -= 2 if text.startswith("\r\n", start - 2) else 1
    return (Edit(start, end, ""),)


FORMAT = Format("jsonl", recognises, read, supersede, delete, can_supersede=True)
