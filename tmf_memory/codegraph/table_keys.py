"""Which keys one file contributes to which look-up table; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from tmf_memory.codegraph.link_records import NumberOf, foreign_sources
from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.records import Row, names_of

NAMES = "names"
"""Last part of a qualname, lower-cased → files that define it."""
REVERSE = "reverse"
"""`<file number>:<qualname>` of an edge's target → files whose text causes such an edge."""
DEPENDENTS = "dependents"
"""`<file number>:<name>` → files whose links rest on that name of that file's surface."""
MISSING = "missing"
"""Dotted module name that is not in the tree → files that looked for it."""
CANDIDATES = "candidates"
"""Last name of an unresolved reference that might be in the tree → files it stands in."""
ELSEWHERE = "elsewhere"
"""`<file number>:<qualname>` of an edge's source → *other* files whose text causes such an edge."""

_TWIN = re.compile(r"#\d+$")

TABLES = (NAMES, REVERSE, DEPENDENTS, MISSING, CANDIDATES, ELSEWHERE)


def table_keys(shard_row: Row, links_row: Row) -> Iterator[tuple[str, str]]:
    """Yield `(table, key)` that the stored rows of one file tell, repeats included."""
    for qualname in names_of(shard_row[4]):
        if qualname:
            yield NAMES, simple_name(qualname).lower()
    for target, by_name in cast("dict[str, dict[str, Json]]", links_row[0]).items():
        for qualname in by_name:
            yield REVERSE, f"{target}:{qualname}"
    for number, qualname in foreign_sources(links_row):
        yield ELSEWHERE, f"{number}:{qualname}"
    yield from _candidate_keys(cast("dict[str, dict[str, Row] | int]", links_row[1]))


def resting_keys(path: str, linked: LinkedFile, number_of: NumberOf) -> Iterator[tuple[str, str]]:
    """Yield `(table, key)` of what one file's links rest on: only these tables know the names."""
    for other, names in linked.consulted.items():
        if other != path:
            number = number_of(other)
            for name in names:
                yield DEPENDENTS, f"{number}:{name}"
    for module in linked.missing_modules:
        yield MISSING, module


def _candidate_keys(unresolved: dict[str, dict[str, Row] | int]) -> Iterator[tuple[str, str]]:
    for by_source in unresolved.values():
        if isinstance(by_source, int):
            continue
        for flat in by_source.values():
            for expression in flat[1::3]:
                yield CANDIDATES, last_name(cast("str", expression))


def simple_name(qualname: str) -> str:
    """`Class.method#2` → `method`, `Class.method(int,a.B)` → `method`."""
    return _TWIN.sub("", bare_name(qualname).rpartition(".")[2])


def bare_name(qualname: str) -> str:
    """Without a parameter list: `Class.method(int,a.B)` → `Class.method`."""
    plain = _TWIN.sub("", qualname)
    return plain[: plain.index("(")] if plain.endswith(")") and "(" in plain else qualname


def last_name(expression: str) -> str:
    """The name an unresolved reference ends in: `self.x.save` → `save`."""
    return expression.rstrip("()[]").rpartition(".")[2]
