"""How one file's symbols and links look inside a shard: encode and decode, nothing else.

A shard document maps a path to `[blob, language, version, degraded, symbols, surface]`; a links
document maps it to `[edges, unresolved, consulted, missing, sources, ways]`. Paths inside links
are numbers (see `Manifest`), because the same path would otherwise be written thousands of times.
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

_READ_AGAIN = frozenset(("doc",))
"""Details that are long and only asked for one by one: read from source when they are."""

ROW_PARTS = 6
"""How many parts a row of a shard or links document has; another number is another form."""

COUNTED_ONLY = frozenset((UnresolvedReason.BUILTIN, UnresolvedReason.EXTERNAL))
"""References that lead out of the tree: nobody asks for them one by one, so they are counted."""

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
        detail = {key: value for key, value in symbol.detail.items() if key not in _READ_AGAIN}
        if detail:
            row.append(detail)
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
    """Group edges by target file and name; name sources and what resolved them once each.

    `[{target number: {target qualname: [[kind, source, [lines], via…], …]}}, unresolved, consulted,
    missing, sources, ways]`, where `source` indexes `sources` (a qualname, or `[number, qualname]`
    in another file) and each `via` indexes `ways` (`[number, qualname]`).
    """
    sources: dict[SymbolKey, int] = {}
    ways: dict[SymbolKey, int] = {}
    targets: dict[str, Json] = {}
    for edge in linked.edges:
        by_name = targets.setdefault(str(number_of(edge.target.path)), {})
        rows = cast("dict[str, Json]", by_name).setdefault(edge.target.qualname, [])
        row: Row = [
            _KIND_CODE[edge.kind],
            sources.setdefault(edge.source, len(sources)),
            list(edge.lines),
            *(ways.setdefault(key, len(ways)) for key in edge.via),
        ]
        cast("Row", rows).append(row)
    consulted: dict[str, Json] = {
        str(number_of(other)): cast("Json", sorted(names))
        for other, names in sorted(linked.consulted.items())
        if other != path
    }
    return [
        targets,
        _encode_unresolved(linked.unresolved),
        consulted,
        cast("Json", sorted(linked.missing_modules)),
        [
            key.qualname if key.path == path else [number_of(key.path), key.qualname]
            for key in sources
        ],
        [[number_of(key.path), key.qualname] for key in ways],
    ]


def _encode_unresolved(unresolved: tuple[Unresolved, ...]) -> dict[str, Json]:
    """By reason and source: kind, expression, line, …; what leads out of the tree is counted."""
    encoded: dict[str, Json] = {}
    for item in unresolved:
        code = str(_REASON_CODE[item.reason])
        if item.reason in COUNTED_ONLY:
            encoded[code] = cast("int", encoded.get(code, 0)) + 1
            continue
        places = cast("dict[str, Json]", encoded.setdefault(code, {})).setdefault(item.source, [])
        cast("Row", places).extend((_KIND_CODE[item.kind], item.expression, item.line))
    return encoded


def decode_links(path: str, row: Json, path_of: PathOf) -> FileLinks:
    targets, unresolved, consulted, missing, sources, ways = cast("Row", row)
    source_keys = [_source_key(path, one, path_of) for one in cast("Row", sources)]
    way_keys = [_decode_key(one, path_of) for one in cast("list[tuple[int, str]]", ways)]
    return FileLinks(
        tuple(
            _decode_edge(SymbolKey(path_of(int(number)), qualname), edge_row, source_keys, way_keys)
            for number, by_name in cast("dict[str, dict[str, list[Row]]]", targets).items()
            for qualname, edge_rows in by_name.items()
            for edge_row in edge_rows
        ),
        decode_unresolved(unresolved),
        {
            path_of(int(number)): frozenset(names)
            for number, names in cast("dict[str, list[str]]", consulted).items()
        },
        frozenset(cast("list[str]", missing)),
    )


def decode_edges_to(path: str, row: Json, target: tuple[int, str], path_of: PathOf) -> list[Edge]:
    """Only the edges that lead to one `(file number, qualname)`: a look-up reads many files."""
    targets, sources, ways = cast("Row", row)[0], cast("Row", row)[4], cast("Row", row)[5]
    number, qualname = target
    by_name = cast("dict[str, dict[str, list[Row]]]", targets).get(str(number), {})
    edges = []
    for edge_row in by_name.get(qualname, ()):
        kind, source, lines, *via = edge_row
        edges.append(
            Edge(
                _KINDS[cast("int", kind)],
                _source_key(path, cast("Row", sources)[cast("int", source)], path_of),
                SymbolKey(path_of(number), qualname),
                tuple(cast("list[int]", lines)),
                tuple(
                    _decode_key(cast("list[tuple[int, str]]", ways)[cast("int", one)], path_of)
                    for one in via
                ),
            )
        )
    return edges


def decode_consulted(row: Json, path_of: PathOf) -> list[str]:
    """The paths that one file's links rest on."""
    return [path_of(int(number)) for number in cast("dict[str, Json]", cast("Row", row)[2])]


def _source_key(path: str, one: Json, path_of: PathOf) -> SymbolKey:
    if isinstance(one, str):
        return SymbolKey(path, one)
    return _decode_key(cast("tuple[int, str]", one), path_of)


def foreign_sources(row: Row) -> set[tuple[int, str]]:
    """`(file number, qualname)` of edge sources that are in other files."""
    return {
        (cast("int", one[0]), cast("str", one[1]))
        for one in cast("Row", row[4])
        if isinstance(one, list)
    }


def _decode_key(row: tuple[int, str], path_of: PathOf) -> SymbolKey:
    number, qualname = row
    return SymbolKey(path_of(number), qualname)


def _decode_edge(
    target: SymbolKey, row: Row, sources: list[SymbolKey], ways: list[SymbolKey]
) -> Edge:
    kind, source, lines, *via = row
    return Edge(
        _KINDS[cast("int", kind)],
        sources[cast("int", source)],
        target,
        tuple(cast("list[int]", lines)),
        tuple(ways[cast("int", one)] for one in via),
    )


def decode_unresolved(document: Json) -> tuple[Unresolved, ...]:
    found = []
    for code, by_source in cast("dict[str, dict[str, Row] | int]", document).items():
        reason = _REASONS[int(code)]
        if isinstance(by_source, int):
            continue
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
