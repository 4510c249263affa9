"""Canonical stores: one record a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.formats._json_edits import stamp
from tmf_memory.factlint.formats._json_rows import TOO_LONG
from tmf_memory.factlint.formats._json_spans import SpanError, locate
from tmf_memory.factlint.formats._line_edits import delete_lines, line_starts, lines_span
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
        except ValueError:
            problems.append(Problem("malformed_record", number, TOO_LONG))
    if not facts and not problems:
        problems.append(Problem("bad_input", 1, "empty store"))
    return Reading(tuple(facts), tuple(problems), uses_provenance=True)


_decode = json.JSONDecoder().decode


def _fact(line: str, place: Place, words: Vocabulary) -> Fact:
    record = _decode(line)
    if not isinstance(record, dict):
        raise RecordError("a line of a store is one JSON object")
    return make_fact(draft_of(record, place), words)


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Stamp `valid_to` on the record of a fact."""
    start, _ = lines_span(source.text, line_starts(source.text), fact)
    try:
        return (stamp(source.text, locate(source.text, start), "valid_to", valid_to),)
    except SpanError:
        return ()


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some facts with their line ends."""
    return delete_lines(source.text, facts)


FORMAT = Format("jsonl", recognises, read, supersede, delete, can_supersede=True)
