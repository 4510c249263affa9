"""Read SQLite memory back ends: read-only, bounded, and never more than the named tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from tmf_memory.factlint.formats.sqlite import Table, cell, read_rows
from tmf_memory.factlint.model import Document, Json, Problem
from tmf_memory.kernel.language.vocabulary import Vocabulary

SUFFIXES = (".db", ".sqlite", ".sqlite3")
_MOST_ROWS = 500_000
_MOST_STEPS = 20_000
_STEP = 10_000
_WAIT_S = 1.0


def is_database(path: Path) -> bool:
    return path.name.lower().endswith(SUFFIXES)


def read_database(shown: str, path: Path, tables: Sequence[Table], words: Vocabulary) -> Document:
    """Read the facts of a database; what cannot be read is a document with a problem."""
    if not tables:
        return _broken(shown, "a database: name its table and columns under [sqlite]")
    try:
        # `mode=ro` opens nothing that is not there and writes nothing.
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=_WAIT_S)) as connection:
            _restrict(connection)
            reading, text = read_rows(shown, _rows(connection, tables), words)
    except (sqlite3.Error, OverflowError) as error:
        return _broken(shown, f"cannot be read: {error}")
    if not reading.facts and not reading.problems:
        return _broken(shown, "no rows in the named tables")
    return Document(
        shown,
        "sqlite",
        text,
        reading.facts,
        reading.problems,
        uses_provenance=reading.uses_provenance,
    )


def _restrict(connection: sqlite3.Connection) -> None:
    """A database is a stranger's: no functions of its schema, and an end to its work."""
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: int(next(steps, None) is None), _STEP)


def _rows(
    connection: sqlite3.Connection, tables: Sequence[Table]
) -> Iterator[tuple[Table, Mapping[str, Json]]]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    there = {str(row[0]) for row in found}
    known = [table for table in tables if table.name in there]
    if not known:
        names = ", ".join(table.name for table in tables)
        raise sqlite3.OperationalError(f"no such table: {names}")
    for table in known:
        have = {
            str(row[1]) for row in connection.execute(f"PRAGMA table_info({_name(table.name)})")
        }
        missing = [column for _, column in table.columns if column not in have]
        if missing:
            raise sqlite3.OperationalError(f"no such column: {table.name}.{missing[0]}")
        columns = ", ".join(_name(column) for _, column in table.columns)
        query = f"SELECT {columns} FROM {_name(table.name)} LIMIT {_MOST_ROWS}"
        for row in connection.execute(query):
            yield (
                table,
                {
                    field: cell(field, value)
                    for (field, _), value in zip(table.columns, row, strict=True)
                },
            )


def _name(text: str) -> str:
    """Quote an identifier, so that it can be nothing else."""
    return '"' + text.replace('"', '""') + '"'


def _broken(shown: str, reason: str) -> Document:
    return Document(shown, "", problems=(Problem("bad_input", 1, reason),))
