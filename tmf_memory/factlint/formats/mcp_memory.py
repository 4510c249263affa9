"""MCP memory servers: a knowledge graph, one entity or relation a line of JSON.

`{"type": "entity", "name", "entityType", "observations": [text | {"text", "timestamp"}]}` and
`{"type": "relation", "from", "to", "relationType"}`. Forks write `_type`, `contents`, or no type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.formats._ending import ended_string
from tmf_memory.factlint.formats._json_edits import stamp, take_out
from tmf_memory.factlint.formats._json_rows import TOO_LONG, text_of
from tmf_memory.factlint.formats._json_spans import Key, SpanError, child, locate
from tmf_memory.factlint.formats._line_edits import delete_lines, line_starts
from tmf_memory.factlint.formats._statements import observation, relation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Json, Place, Problem, Reading
from tmf_memory.kernel.dates import parse_date
from tmf_memory.kernel.language.vocabulary import Vocabulary

_SUFFIXES = (".jsonl", ".ndjson", ".json")
_ENTITY = re.compile(r'^\ufeff?[ \t]*\{.*"(?:entityType|relationType)"\s*:', re.MULTILINE)
_PREFIX = 65536
_TEXTS = ("text", "contents", "content")
_DATES = ("timestamp", "createdAt", "created_at", "date")


class _MalformedError(ValueError):
    """Indicates a line that the server's own tools would fail on; says why."""


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(_SUFFIXES):
        return 0
    return 80 if _ENTITY.search(source.text, 0, _PREFIX) else 0


def read(source: SourceText) -> Reading:
    """Read the observations and relations; a line that is neither is a problem."""
    facts: list[Fact] = []
    problems: list[Problem] = []
    for number, raw in enumerate(source.text.removeprefix("\ufeff").split("\n"), start=1):
        if raw and not raw.isspace():
            try:
                facts += _facts(raw, Place(source.path, number, number), source.words)
            except json.JSONDecodeError as error:
                reason = f"not JSON: {error.msg} at column {error.colno}"
                problems.append(Problem("malformed_record", number, reason))
            except RecursionError:
                problems.append(Problem("malformed_record", number, "nested too deeply"))
            except _MalformedError as error:
                problems.append(Problem("malformed_record", number, str(error)))
            except ValueError:
                problems.append(Problem("malformed_record", number, TOO_LONG))
    # The server itself writes neither dates nor sources.
    return Reading(tuple(facts), tuple(problems))


def _facts(raw: str, place: Place, words: Vocabulary) -> Iterator[Fact]:
    row: Json = json.loads(raw)
    if not isinstance(row, dict):
        raise _MalformedError("a line of a graph is one JSON object")
    kind = text_of(row, "type", "_type")
    if kind == "entity" or "observations" in row:
        return _observations(row, place, words)
    if kind == "relation" or "relationType" in row:
        return iter((_relation(row, place),))
    # Servers pass over lines of kinds that they do not know.
    return iter(())


def _observations(row: Mapping[str, Json], place: Place, words: Vocabulary) -> Iterator[Fact]:
    name, rows = text_of(row, "name"), row.get("observations")
    if not name:
        raise _MalformedError("an entity has a name")
    if not isinstance(rows, list):
        raise _MalformedError("observations of an entity are a list")
    return _stated(name, rows, place, words)


def _stated(name: str, rows: Sequence[Json], place: Place, words: Vocabulary) -> Iterator[Fact]:
    for index, row in enumerate(rows):
        text = row if isinstance(row, str) else _text(row)
        where = Place(place.path, place.line, place.line, ("observations", index))
        draft = observation(text, name, where, words)
        if draft is not None:
            if isinstance(row, dict):
                draft.observed_at = draft.observed_at or parse_date(text_of(row, *_DATES))
                draft.valid_to = parse_date(text_of(row, "valid_to")) or draft.valid_to
            yield make_fact(draft, words)


def _text(row: Json) -> str:
    return text_of(row, *_TEXTS) if isinstance(row, dict) else ""


def _relation(row: Mapping[str, Json], place: Place) -> Fact:
    ends = text_of(row, "from"), text_of(row, "relationType"), text_of(row, "to")
    if not all(ends):
        raise _MalformedError("a relation has from, to and relationType")
    start, kind, target = ends
    return relation(start, kind, target, place)


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Stamp `valid_to` on an observation that is an object, and write it behind one that is text.

    The server reads text as before: only what is said in it says when it ended.
    """
    start = line_starts(source.text)[fact.place.line - 1]
    try:
        node = child(locate(source.text, start), fact.place.pointer)
    except SpanError:
        return ()
    if node.kind == "object":
        return (stamp(source.text, node, "valid_to", valid_to),)
    return (ended_string(source.text, node.start, node.end, valid_to),)


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Take observations out of their entities; relations go with their lines."""
    by_line: dict[int, list[Key]] = {}
    for fact in facts:
        if fact.place.pointer:
            by_line.setdefault(fact.place.line, []).append(fact.place.pointer[-1])
    starts = line_starts(source.text)
    edits = list(delete_lines(source.text, [each for each in facts if not each.place.pointer]))
    for line, keys in by_line.items():
        node = child(locate(source.text, starts[line - 1]), ("observations",))
        edits += take_out(node, keys)
    return tuple(edits)


FORMAT = Format("mcp_memory", recognises, read, supersede, delete, can_supersede=True)
