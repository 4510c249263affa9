"""Which keys one file contributes to which look-up table; pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tmf_memory.codegraph.model import Json, UnresolvedReason
from tmf_memory.codegraph.records import Row

NAMES = "names"
"""Last part of a qualname, lower-cased → files that define it."""
REVERSE = "reverse"
"""`<file number>:<qualname>` of an edge's target → files whose text causes such an edge."""
DEPENDENTS = "dependents"
"""`<file number>` → files whose links rest on that file's surface."""
MISSING = "missing"
"""Dotted module name that is not in the tree → files that looked for it."""
CANDIDATES = "candidates"
"""Last name of an unresolved reference that might be in the tree → files it stands in."""
ELSEWHERE = "elsewhere"
"""`<file number>:<qualname>` of an edge's source → *other* files whose text causes such an edge."""

TABLES = (NAMES, REVERSE, DEPENDENTS, MISSING, CANDIDATES, ELSEWHERE)

_NEVER_HERE = {
    str(code)
    for code, reason in enumerate(UnresolvedReason)
    if reason in {UnresolvedReason.BUILTIN, UnresolvedReason.EXTERNAL}
}


def table_keys(shard_row: Row, links_row: Row) -> Iterator[tuple[str, str]]:
    """Yield `(table, key)`, repeats included."""
    targets, unresolved, consulted, missing = links_row
    for symbol in cast("list[Row]", shard_row[4]):
        yield NAMES, simple_name(cast("str", symbol[1])).lower()
    yield from _edge_keys(cast("dict[str, dict[str, list[Row]]]", targets))
    yield from _candidate_keys(cast("dict[str, dict[str, Row]]", unresolved))
    for other in cast("dict[str, Json]", consulted):
        yield DEPENDENTS, other
    for module in cast("list[str]", missing):
        yield MISSING, module


def _edge_keys(targets: dict[str, dict[str, list[Row]]]) -> Iterator[tuple[str, str]]:
    for target, by_name in targets.items():
        for qualname, rows in by_name.items():
            yield REVERSE, f"{target}:{qualname}"
            for row in rows:
                if len(row) > 3 and cast("int", row[3]) >= 0:
                    yield ELSEWHERE, f"{row[3]}:{row[1]}"


def _candidate_keys(unresolved: dict[str, dict[str, Row]]) -> Iterator[tuple[str, str]]:
    for code, by_source in unresolved.items():
        if code in _NEVER_HERE:
            continue
        for flat in by_source.values():
            for expression in flat[1::3]:
                yield CANDIDATES, last_name(cast("str", expression))


def simple_name(qualname: str) -> str:
    """`Class.method#2` → `method`."""
    return qualname.rpartition(".")[2].partition("#")[0]


def last_name(expression: str) -> str:
    """The name an unresolved reference ends in: `self.x.save` → `save`."""
    return expression.rstrip("()[]").rpartition(".")[2]
