"""mem0 exports: `{"results": [{"id", "memory", "user_id", "created_at", …}]}`, or the bare list."""

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

_MEMORY = re.compile(r'"memory"\s*:\s*"')
_OTHER = re.compile(r'"(?:user_id|agent_id|run_id|app_id|hash|created_at|expiration_date)"\s*:')
_PREFIX = 65536
_LISTS = ("results", "memories")
_OWNERS = ("user_id", "agent_id", "app_id", "run_id")
_END = "expiration_date"


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".json"):
        return 0
    start = source.text[:_PREFIX]
    return 80 if _MEMORY.search(start) and _OTHER.search(start) else 0


def read(source: SourceText) -> Reading:
    """Read the memories of an export; `expiration_date` is when one ends."""
    try:
        rows = Rows(source)
    except UnreadableError as error:
        return Reading(problems=(error.problem,))
    facts: list[Fact] = []
    problems: list[Problem] = []
    for pointer, row in rows.below(_LISTS):
        place = rows.place(pointer)
        if not isinstance(row, dict) or not text_of(row, "memory"):
            problems.append(Problem("malformed_record", place.line, "a memory has a text"))
            continue
        draft = _draft(row, place, source.words)
        if draft is not None:
            facts.append(make_fact(draft, source.words))
    return Reading(tuple(facts), tuple(problems), uses_provenance=True)


def _draft(row: Mapping[str, Json], place: Place, words: Vocabulary) -> Draft | None:
    owner = text_of(row, *_OWNERS) or "user"
    draft = observation(text_of(row, "memory"), owner, place, words)
    if draft is None:
        return None
    written = text_of(row, "updated_at", "created_at")
    draft.observed_at = draft.observed_at or parse_date(written)
    draft.valid_to = parse_date(text_of(row, _END)) or draft.valid_to
    metadata = row.get("metadata")
    if isinstance(metadata, dict):
        draft.source = draft.source or text_of(metadata, "source")
    return draft


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Set the date on which the memory expires."""
    return stamp_row(source, fact, _END, valid_to)


FORMAT = Format("mem0", recognises, read, supersede, delete_elements, can_supersede=True)
