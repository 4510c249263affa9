"""How one file's symbols and links look inside a shard: encode and decode, nothing else.

A shard document maps a path to `[blob, language, version, degraded, symbols, surface]`; a links
document maps it to `[edges, unresolved, consulted, missing]`. Paths inside links are numbers (see
`Manifest`), because the same path would otherwise be written thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.model import (
    Edge,
    EdgeKind,
    Json,
    Scope,
    Symbol,
    SymbolKey,
    Unresolved,
    UnresolvedReason,
)

_SCOPES = tuple(Scope)
_SCOPE_CODE = {scope: code for code, scope in enumerate(_SCOPES)}
_KINDS = tuple(EdgeKind)
_KIND_CODE = {kind: code for code, kind in enumerate(_KINDS)}
_REASONS = tuple(UnresolvedReason)
_REASON_CODE = {reason: code for code, reason in enumerate(_REASONS)}

NumberOf = Callable[[str], int]
PathOf = Callable[[int], str]
Row = list[Json]


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


@dataclass(frozen=True, slots=True)
class FileLinks:
    """What linking one file gave, as stored."""

    edges: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]
    consulted: Mapping[str, frozenset[str]]
    missing_modules: frozenset[str]


NO_LINKS = FileLinks((), (), {}, frozenset())


def encode_symbols(symbols: tuple[Symbol, ...]) -> Row:
    """Rows `[scope, qualname, first line, last line, node hash, detail?]`."""
    rows: Row = []
    for symbol in symbols:
        row: Row = [
            _SCOPE_CODE[symbol.scope],
            symbol.qualname,
            symbol.line_start,
            symbol.line_end,
            symbol.node_hash,
        ]
        if symbol.detail:
            row.append(dict(symbol.detail))
        rows.append(row)
    return rows


def decode_symbols(rows: Json) -> tuple[Symbol, ...]:
    return tuple(
        Symbol(
            _SCOPES[cast("int", row[0])],
            cast("str", row[1]),
            cast("int", row[2]),
            cast("int", row[3]),
            cast("str", row[4]),
            cast("dict[str, Json]", row[5]) if len(row) > 5 else {},
        )
        for row in cast("list[Row]", rows)
    )


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


def encode_links(path: str, linked: LinkedFile, number_of: NumberOf) -> Row:
    """Group edges by target file and target name, so that neither is repeated.

    `{target number: {target qualname: [[kind, source qualname, lines, source file?, via?], …]}}`
    """
    targets: dict[str, Json] = {}
    for edge in linked.edges:
        by_name = targets.setdefault(str(number_of(edge.target.path)), {})
        rows = cast("dict[str, Json]", by_name).setdefault(edge.target.qualname, [])
        cast("Row", rows).append(_encode_edge(path, edge, number_of))
    unresolved: dict[str, Json] = {}
    for item in linked.unresolved:
        by_reason = unresolved.setdefault(str(_REASON_CODE[item.reason]), {})
        places = cast("dict[str, Json]", by_reason).setdefault(item.source, [])
        cast("Row", places).extend((_KIND_CODE[item.kind], item.expression, item.line))
    consulted: dict[str, Json] = {
        str(number_of(other)): cast("Json", sorted(names))
        for other, names in sorted(linked.consulted.items())
        if other != path
    }
    return [targets, unresolved, consulted, cast("Json", sorted(linked.missing_modules))]


def _encode_edge(path: str, edge: Edge, number_of: NumberOf) -> Row:
    row: Row = [_KIND_CODE[edge.kind], edge.source.qualname, list(edge.lines)]
    foreign_source = edge.source.path != path
    if foreign_source or edge.via:
        row.append(number_of(edge.source.path) if foreign_source else -1)
    if edge.via:
        row.append([[number_of(key.path), key.qualname] for key in edge.via])
    return row


def decode_links(path: str, row: Json, path_of: PathOf) -> FileLinks:
    targets, unresolved, consulted, missing = cast("Row", row)
    return FileLinks(
        tuple(
            _decode_edge(path, SymbolKey(path_of(int(number)), qualname), edge_row, path_of)
            for number, by_name in cast("dict[str, dict[str, list[Row]]]", targets).items()
            for qualname, edge_rows in by_name.items()
            for edge_row in edge_rows
        ),
        _decode_unresolved(unresolved),
        {
            path_of(int(number)): frozenset(names)
            for number, names in cast("dict[str, list[str]]", consulted).items()
        },
        frozenset(cast("list[str]", missing)),
    )


def _decode_edge(path: str, target: SymbolKey, row: Row, path_of: PathOf) -> Edge:
    number = cast("int", row[3]) if len(row) > 3 else -1
    via = cast("list[tuple[int, str]]", row[4]) if len(row) > 4 else []
    return Edge(
        _KINDS[cast("int", row[0])],
        SymbolKey(path if number < 0 else path_of(number), cast("str", row[1])),
        target,
        tuple(cast("list[int]", row[2])),
        tuple(SymbolKey(path_of(other), qualname) for other, qualname in via),
    )


def _decode_unresolved(document: Json) -> tuple[Unresolved, ...]:
    found = []
    for code, by_source in cast("dict[str, dict[str, Row]]", document).items():
        reason = _REASONS[int(code)]
        for source, flat in by_source.items():
            for at in range(0, len(flat), 3):
                kind, expression, line = flat[at : at + 3]
                found.append(
                    Unresolved(
                        _KINDS[cast("int", kind)],
                        source,
                        cast("str", expression),
                        cast("int", line),
                        reason,
                    )
                )
    return tuple(found)
