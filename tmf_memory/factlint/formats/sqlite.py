"""Rows of a SQLite memory back end as facts; the configuration names the table and its columns.

Databases are only read: no row is superseded or deleted by a fix.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.formats._statements import observation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Fact, Json, Place, Problem, Reading
from tmf_memory.factlint.records import RecordError, draft_of
from tmf_memory.kernel.dates import parse_date
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.language.vocabulary import Vocabulary

COLUMNS = (
    "entity",
    "slot",
    "value",
    "claim",
    "observed_at",
    "valid_from",
    "valid_to",
    "source",
    "source_class",
    "condition",
)
_DATES = ("observed_at", "valid_from", "valid_to")


@dataclass(frozen=True, slots=True)
class Table:
    """One table of facts: which of its columns holds which field of the record."""

    name: str
    columns: tuple[tuple[str, str], ...]
    """(field, column) pairs."""


def decode_tables(tables: Mapping[str, Json], name: str) -> tuple[Table, ...]:
    """Decode `sqlite.<table> = {claim = "column", …}`; raises UsageError."""
    return tuple(_table(table, columns, name) for table, columns in tables.items())


def _table(table: str, columns: Json, name: str) -> Table:
    where = f"{name}: sqlite.{table}"
    if not isinstance(columns, dict) or not all(isinstance(one, str) for one in columns.values()):
        raise UsageError(f"{where} is a table of columns")
    unknown = sorted(set(columns) - set(COLUMNS))
    if unknown:
        raise UsageError(f"{where}: unknown field {unknown[0]!r}; known are {', '.join(COLUMNS)}")
    if "claim" not in columns and "value" not in columns:
        raise UsageError(f"{where} names no column for claim or value")
    return Table(table, tuple((field, str(column)) for field, column in columns.items()))


def read_rows(
    path: str, rows: Iterable[tuple[Table, Mapping[str, Json]]], words: Vocabulary
) -> tuple[Reading, str]:
    """Return the facts of some rows, numbered from 1 as lines are, and a text of a line a row."""
    facts: list[Fact] = []
    problems: list[Problem] = []
    lines: list[str] = []
    for number, (table, row) in enumerate(rows, start=1):
        said = row.get("claim") or row.get("value") or ""
        lines.append(" ".join(str(said).split()))
        try:
            draft = _draft(table, row, Place(path, number, number), words)
        except RecordError as error:
            problems.append(Problem("malformed_record", number, f"{table.name}: {error}"))
            continue
        if draft is not None:
            facts.append(make_fact(draft, words))
    return Reading(tuple(facts), tuple(problems), uses_provenance=True), "\n".join(lines)


def _draft(table: Table, row: Mapping[str, Json], place: Place, words: Vocabulary) -> Draft | None:
    if row.get("slot"):
        return draft_of(row, place, entity=table.name)
    record = draft_of({**row, "slot": None}, place, entity=table.name)
    draft = observation(record.claim, record.entity, place, words)
    if draft is not None:
        draft.observed_at = record.observed_at or draft.observed_at
        draft.valid_from = record.valid_from or draft.valid_from
        draft.valid_to = record.valid_to or draft.valid_to
        draft.source = record.source or draft.source
        draft.source_class = record.source_class
        draft.condition = record.condition
    return draft


def cell(field: str, value: object) -> Json:
    """Return a stored value as a record holds it: seconds since 1970 are a date, bytes nothing."""
    if isinstance(value, bytes):
        return None
    if field in _DATES and isinstance(value, int | float):
        return _day_of(float(value))
    if isinstance(value, str):
        # A stored timestamp (`2026-03-01 10:00:00.123`) orders by its day and time.
        return parse_date(value[:19].replace(" ", "T")) or value if field in _DATES else value
    return value if isinstance(value, int | float) else None


def _day_of(stamp: float) -> str:
    """Return the day of a Unix time, in seconds or milliseconds; what is no such time stays."""
    from datetime import datetime, timezone

    seconds = stamp / 1000 if stamp > 1e11 else stamp
    if not 0 < seconds < 1e10:
        return str(stamp)
    return datetime.fromtimestamp(seconds, tz=timezone.utc).date().isoformat()


def recognises(source: SourceText) -> int:
    return 0


def read(source: SourceText) -> Reading:
    """A database is no text: what comes here is not read."""
    return Reading(problems=(Problem("bad_input", 1, "not read as text"),))


FORMAT = Format("sqlite", recognises, read)
