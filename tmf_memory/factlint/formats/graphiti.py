"""Graphiti graphs: edges that state a fact and carry the window in which it is valid.

`{"nodes": [{"uuid", "name"}], "edges": [{"source_node_uuid", "fact", "valid_at", "invalid_at"}]}`,
or the bare list of edges. `valid_at` and `invalid_at` are our `valid_from` and `valid_to`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.formats._json_rows import (
    Rows,
    UnreadableError,
    delete_elements,
    stamp_row,
    text_of,
)
from tmf_memory.factlint.formats._statements import observation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Json, Place, Problem, Reading
from tmf_memory.kernel.dates import parse_date
from tmf_memory.kernel.language.vocabulary import Vocabulary

_FACT = re.compile(r'"fact"\s*:\s*"')
_WINDOW = re.compile(r'"(?:valid_at|invalid_at)"\s*:')
_EDGES = ("edges", "facts")
_NODES = ("nodes", "entities")
_SOURCE_NAMES = ("source_node_name", "source_name", "source_node_uuid", "source")


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".json"):
        return 0
    if '"fact"' not in source.text:
        return 0
    return 85 if _WINDOW.search(source.text) and _FACT.search(source.text) else 0


def read(source: SourceText) -> Reading:
    """Read the edges of a graph; each is about the node it starts from."""
    try:
        rows = Rows(source)
    except UnreadableError as error:
        return Reading(problems=(error.problem,))
    names = _names(rows)
    facts: list[Fact] = []
    problems: list[Problem] = []
    for pointer, row in rows.below(_EDGES):
        place = rows.place(pointer)
        if not isinstance(row, dict) or not text_of(row, "fact"):
            problems.append(Problem("malformed_record", place.line, "an edge states a fact"))
            continue
        draft = _draft(row, names, place, source.words)
        if draft is not None:
            facts.append(make_fact(draft, source.words))
    return Reading(tuple(facts), tuple(problems), uses_provenance=True)


def _names(rows: Rows) -> dict[str, str]:
    if isinstance(rows.document, list):
        return {}
    return {
        text_of(row, "uuid"): text_of(row, "name")
        for _, row in rows.below(_NODES)
        if isinstance(row, dict) and text_of(row, "name")
    }


def _draft(
    row: Mapping[str, Json], names: Mapping[str, str], place: Place, words: Vocabulary
) -> Draft | None:
    start = text_of(row, *_SOURCE_NAMES)
    entity = names.get(text_of(row, "source_node_uuid")) or start or "graph"
    draft = observation(text_of(row, "fact"), entity, place, words)
    if draft is None:
        return None
    draft.observed_at = parse_date(text_of(row, "created_at")) or draft.observed_at
    draft.valid_from = parse_date(text_of(row, "valid_at")) or draft.valid_from
    # An edge that the graph itself has replaced is history, with or without a known end.
    end = parse_date(text_of(row, "invalid_at")) or parse_date(text_of(row, "expired_at"))
    draft.valid_to = end or draft.valid_to
    return draft


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Set the moment from which the edge is invalid."""
    return stamp_row(source, fact, "invalid_at", valid_to)


FORMAT = Format("graphiti", recognises, read, supersede, delete_elements, can_supersede=True)
