"""How one file's symbols look inside a shard: encode and decode, nothing else.

A shard document maps a path to `[blob, language, version, degraded, symbols, surface]`. A surface
that nobody rests on may be left out: it is derived again from source when somebody asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.model import Json, Scope, Symbol
from tmf_memory.codegraph.short_names import lengthen, shorten

Row = list[Json]

_SCOPES = tuple(Scope)
_SCOPE_CODE = {scope: code for code, scope in enumerate(_SCOPES)}

LEFT_OUT: Json = 0
"""Stands for a surface that is there to be derived; None is no surface."""

_READ_AGAIN = frozenset(("doc",))
"""Details that are long and only asked for one by one: read from source when they are."""

_LETTER = {"signature": "s", "decorators": "d", "bases": "b", "value": "v", "kind": "k"}
_DETAIL = {letter: key for key, letter in _LETTER.items()}


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What one file says by itself, as stored."""

    path: str
    blob: str
    language: str
    version: int
    degraded: str
    symbols: tuple[Symbol, ...]
    surface: Json

    def find(self, qualname: str) -> tuple[Symbol, ...]:
        return tuple(symbol for symbol in self.symbols if symbol.qualname == qualname)


def encode_symbols(symbols: tuple[Symbol, ...]) -> Row:
    """Rows `[scope, short name, first line, further lines, node hash, detail?]`."""
    rows: Row = []
    for symbol, name in zip(symbols, shorten(one.qualname for one in symbols), strict=True):
        row: Row = [
            _SCOPE_CODE[symbol.scope],
            name,
            symbol.line_start,
            symbol.line_end - symbol.line_start,
            symbol.node_hash,
        ]
        detail = {
            _LETTER.get(key, key): value
            for key, value in symbol.detail.items()
            if key not in _READ_AGAIN
        }
        if detail:
            row.append(detail)
        rows.append(row)
    return rows


def decode_symbols(rows: Json) -> tuple[Symbol, ...]:
    symbols = cast("list[tuple[int, str, int, int, str, dict[str, Json]]]", rows)
    return tuple(
        Symbol(
            _SCOPES[row[0]],
            name,
            row[2],
            row[2] + row[3],
            row[4],
            {_DETAIL.get(key, key): value for key, value in row[5].items()} if len(row) > 5 else {},
        )
        for row, name in zip(symbols, lengthen(row[1] for row in symbols), strict=True)
    )


def names_of(rows: Json) -> list[str]:
    """The qualnames of encoded symbols."""
    return lengthen(cast("str", row[1]) for row in cast("list[Row]", rows))


def decode_entry(path: str, row: Json) -> FileEntry:
    blob, language, version, degraded, symbols, surface = cast("Row", row)
    return FileEntry(
        path,
        cast("str", blob),
        cast("str", language),
        cast("int", version),
        cast("str", degraded),
        decode_symbols(symbols),
        surface,
    )
