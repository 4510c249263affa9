"""How one file's links look inside a links document: encode and decode, nothing else.

A links document maps a path to `[edges, unresolved, consulted, sources, ways]`. Paths inside are
numbers (see `Manifest`), because the same path would otherwise be written thousands of times.

- edges: `{target number: {target qualname: [kind, source, lines, way, kind, …]}}`, where `source`
  indexes `sources`, `lines` is one line or a list, and `way` indexes the second part of `ways`
- unresolved: `{reason: {source: [kind, expression, line, …]}}`, by position too, or a mere count
- consulted: the numbers of the files that the links rest on; which names of them the table
  `dependents` knows, and `missing` the modules that were looked for
- sources: short names (see `short_names`) of this file, then `[number, qualname]` of others
- ways: `[{number: short names}, [[…], …]]`: what resolved edges besides their ends, by position
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.model import (
    Edge,
    EdgeKind,
    Json,
    SymbolKey,
    Unresolved,
    UnresolvedReason,
)
from tmf_memory.codegraph.records import Row
from tmf_memory.codegraph.short_names import lengthen, shorten

_KINDS = tuple(EdgeKind)
_KIND_CODE = {kind: code for code, kind in enumerate(_KINDS)}
_REASONS = tuple(UnresolvedReason)
_REASON_CODE = {reason: code for code, reason in enumerate(_REASONS)}

COUNTED_ONLY = frozenset((UnresolvedReason.BUILTIN, UnresolvedReason.EXTERNAL))
"""References that lead out of the tree: nobody asks for them one by one, so they are counted."""

NumberOf = Callable[[str], int]
PathOf = Callable[[int], str]
Way = tuple[SymbolKey, ...]


@dataclass(frozen=True, slots=True)
class FileLinks:
    """What linking one file gave, as stored."""

    edges: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]


NO_LINKS = FileLinks((), ())


def encode_links(path: str, linked: LinkedFile, number_of: NumberOf) -> Row:
    """Group edges by target file and name; name sources and what resolved them once each."""
    own: dict[str, int] = {}
    for edge in linked.edges:
        if edge.source.path == path:
            own.setdefault(edge.source.qualname, len(own))
    unresolved = _encode_unresolved(linked.unresolved, own)
    others: dict[SymbolKey, int] = {}
    ways: dict[Way, int] = {}
    targets: dict[str, dict[str, Row]] = {}
    for edge in linked.edges:
        number, lines = str(number_of(edge.target.path)), edge.lines
        if edge.source.path == path:
            source = own[edge.source.qualname]
        else:
            source = len(own) + others.setdefault(edge.source, len(others))
        targets.setdefault(number, {}).setdefault(edge.target.qualname, []).extend(
            (
                _KIND_CODE[edge.kind],
                source,
                lines[0] if len(lines) == 1 else list(lines),
                ways.setdefault(edge.via, len(ways)),
            )
        )
    foreign: Row = [[number_of(key.path), key.qualname] for key in others]
    return [
        cast("Json", targets),
        unresolved,
        cast("Json", sorted(number_of(other) for other in linked.consulted if other != path)),
        [*shorten(own), *foreign],
        _encode_ways(ways, number_of),
    ]


def _encode_ways(ways: Iterable[Way], number_of: NumberOf) -> Row:
    by_path: dict[str, list[str]] = {}
    for key in sorted({key for way in ways for key in way}):
        by_path.setdefault(key.path, []).append(key.qualname)
    place: dict[SymbolKey, int] = {}
    for path, names in by_path.items():
        for name in names:
            place[SymbolKey(path, name)] = len(place)
    named: dict[str, Json] = {
        str(number_of(path)): cast("Json", shorten(names)) for path, names in by_path.items()
    }
    return [named, [[place[key] for key in way] for way in ways]]


def _encode_unresolved(
    unresolved: tuple[Unresolved, ...], sources: dict[str, int]
) -> dict[str, Json]:
    """By reason and source: kind, expression, line, …; what leads out of the tree is counted."""
    encoded: dict[str, Json] = {}
    for item in unresolved:
        code = str(_REASON_CODE[item.reason])
        if item.reason in COUNTED_ONLY:
            encoded[code] = cast("int", encoded.get(code, 0)) + 1
            continue
        source = str(sources.setdefault(item.source, len(sources)))
        places = cast("dict[str, Json]", encoded.setdefault(code, {})).setdefault(source, [])
        cast("Row", places).extend((_KIND_CODE[item.kind], item.expression, item.line))
    return encoded


def decode_links(path: str, row: Json, path_of: PathOf) -> FileLinks:
    decoder = _EdgeDecoder(path, cast("Row", row), path_of)
    return FileLinks(
        tuple(
            edge
            for number, by_name in decoder.targets.items()
            for qualname in by_name
            for edge in decoder.edges(number, qualname)
        ),
        decode_unresolved(row),
    )


def decode_edges_to(path: str, row: Json, target: tuple[int, str], path_of: PathOf) -> list[Edge]:
    """Only the edges that lead to one `(file number, qualname)`: a look-up reads many files."""
    number, qualname = str(target[0]), target[1]
    decoder = _EdgeDecoder(path, cast("Row", row), path_of)
    return decoder.edges(number, qualname) if qualname in decoder.targets.get(number, {}) else []


class _EdgeDecoder:
    """The edges of one row; names are only made out when an edge is asked for."""

    def __init__(self, path: str, row: Row, path_of: PathOf) -> None:
        self.targets = cast("dict[str, dict[str, Row]]", row[0])
        self._path = path
        self._row = row
        self._path_of = path_of
        self._sources: list[SymbolKey] = []
        self._ways: list[Way] = []

    def edges(self, number: str, qualname: str) -> list[Edge]:
        if not self._ways:
            self._sources = list(_decode_sources(self._path, self._row[3], self._path_of))
            self._ways = _decode_ways(self._row[4], self._path_of)
        target = SymbolKey(self._path_of(int(number)), qualname)
        flat = cast("list[int]", self.targets[number][qualname])
        return [
            Edge(
                _KINDS[flat[at]],
                self._sources[flat[at + 1]],
                target,
                _decode_lines(flat[at + 2]),
                self._ways[flat[at + 3]],
            )
            for at in range(0, len(flat), 4)
        ]


def _decode_lines(lines: int | list[int]) -> tuple[int, ...]:
    return (lines,) if isinstance(lines, int) else tuple(lines)


def _decode_sources(path: str, sources: Json, path_of: PathOf) -> Iterable[SymbolKey]:
    yield from (SymbolKey(path, one) for one in _own_sources(sources))
    for one in cast("Row", sources):
        if isinstance(one, list):
            yield SymbolKey(path_of(cast("int", one[0])), cast("str", one[1]))


def _own_sources(sources: Json) -> list[str]:
    return lengthen(one for one in cast("Row", sources) if isinstance(one, str))


def _decode_ways(row: Json, path_of: PathOf) -> list[Way]:
    named, ways = cast("tuple[dict[str, list[str]], list[list[int]]]", row)
    keys = [
        SymbolKey(path, name)
        for number, short in named.items()
        for path in [path_of(int(number))]
        for name in lengthen(short)
    ]
    return [tuple([keys[place] for place in way]) for way in ways]


def decode_consulted(row: Json, path_of: PathOf) -> list[str]:
    """The paths that one file's links rest on."""
    return [path_of(number) for number in consulted_numbers(cast("Row", row))]


def consulted_numbers(row: Row) -> list[int]:
    return cast("list[int]", row[2])


def foreign_sources(row: Row) -> set[tuple[int, str]]:
    """`(file number, qualname)` of edge sources that are in other files."""
    return {
        (cast("int", one[0]), cast("str", one[1]))
        for one in cast("Row", row[3])
        if isinstance(one, list)
    }


def decode_unresolved(row: Json) -> tuple[Unresolved, ...]:
    _, unresolved, _, sources, _ = cast("Row", row)
    names = _own_sources(sources)
    found = []
    for code, by_source in cast("dict[str, dict[str, Row] | int]", unresolved).items():
        reason = _REASONS[int(code)]
        if isinstance(by_source, int):
            continue
        for source, flat in by_source.items():
            for at in range(0, len(flat), 3):
                kind, expression, line = flat[at : at + 3]
                found.append(
                    Unresolved(
                        _KINDS[cast("int", kind)],
                        names[int(source)],
                        cast("str", expression),
                        cast("int", line),
                        reason,
                    )
                )
    return tuple(found)
