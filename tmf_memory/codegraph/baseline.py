"""What claims and edges looked like at the last explicit warm, for files that changed since."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.records import FileEntry, FileLinks
from tmf_memory.kernel.store.base import Store

_BASELINE = "baseline"

SymbolId = tuple[str, str]
EdgeRow = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """One file for comparing: node hash by `(scope, qualname)`, and its edges.

    An edge is `(kind, source path, source qualname, target path, target qualname)`.
    """

    symbols: dict[SymbolId, str]
    edges: frozenset[EdgeRow]


NOTHING = Outline({}, frozenset())


def outline_of(entry: FileEntry, links: FileLinks) -> Outline:
    return Outline(
        {(one.scope.value, one.qualname): one.node_hash or entry.blob for one in entry.symbols},
        frozenset(
            (
                edge.kind.value,
                *(edge.source.path, edge.source.qualname),
                *(edge.target.path, edge.target.qualname),
            )
            for edge in links.edges
        ),
    )


def outline_at(claims: ClaimStore, path: str) -> Outline:
    entry = claims.entry(path)
    return NOTHING if entry is None else outline_of(entry, claims.links(path))


def keep_baseline(claims: ClaimStore, changed: Collection[str]) -> None:
    """Before `changed` files are overwritten by a read, remember them as they were."""
    document = cast("dict[str, Json]", claims.store.read(_BASELINE) or {})
    missing = sorted(set(changed) - document.keys())
    if missing:
        kept = {path: _encode(outline_at(claims, path)) for path in missing}
        claims.store.write(_BASELINE, {**document, **kept})


def read_baseline(store: Store) -> dict[str, Outline]:
    document = cast("dict[str, Json]", store.read(_BASELINE) or {})
    return {path: _decode(row) for path, row in document.items()}


def clear_baseline(store: Store) -> None:
    store.remove(_BASELINE)


def _encode(outline: Outline) -> Json:
    symbols: list[Json] = [[*one, node_hash] for one, node_hash in sorted(outline.symbols.items())]
    return [symbols, [list(edge) for edge in sorted(outline.edges)]]


def _decode(row: Json) -> Outline:
    symbols, edges = cast("tuple[list[tuple[str, str, str]], list[list[str]]]", row)
    return Outline(
        {(scope, qualname): node_hash for scope, qualname, node_hash in symbols},
        frozenset(tuple(edge) for edge in edges),
    )
