"""What claims and edges looked like at the last explicit warm, for files that changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.link_records import FileLinks, PathOf, decode_links
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.records import FileEntry, Row, decode_entry
from tmf_memory.kernel.store.base import Store

_BASELINE = "baseline"
_SPOILT = ""

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
    if entry is None:
        return NOTHING
    return outline_of(replace(entry, blob=claims.derived_blob(path)), claims.links(path))


def files_that_differ(
    claims: ClaimStore, entries: Mapping[str, Row], links: Mapping[str, Row], path_of: PathOf
) -> list[str]:
    """The files whose outline is another one in a whole new state than in the stored one."""

    def outline(path: str) -> Outline:
        if path not in entries:
            return NOTHING
        entry = decode_entry(path, entries[path])
        return outline_of(entry, decode_links(path, links[path][0], path_of))

    paths = sorted(claims.manifest.files.keys() | entries.keys())
    return [path for path in paths if outline_at(claims, path) != outline(path)]


def keep_baseline(claims: ClaimStore, changed: Iterable[str]) -> None:
    """Before `changed` files are overwritten by a read, remember them as they were."""
    document = _read(claims.store)
    missing = sorted(set(changed) - document.keys())
    if missing:
        kept = {path: _encode(outline_at(claims, path)) for path in missing}
        claims.store.write(_BASELINE, {**document, **kept})


def spoil_baseline(store: Store) -> None:
    """Note that what some files were like at the last explicit warm cannot be told any more."""
    store.write(_BASELINE, {**_read(store), _SPOILT: None})


def read_baseline(store: Store) -> dict[str, Outline]:
    return {path: _decode(row) for path, row in _read(store).items() if path != _SPOILT}


def is_baseline_whole(store: Store) -> bool:
    """Whether the baseline names every file that changed since the last explicit warm."""
    is_spoilt = _SPOILT in _read(store)
    return not is_spoilt and all(one.name != _BASELINE for one in store.damage)


def clear_baseline(store: Store, covers: Callable[[str], bool]) -> None:
    """An explicit warm of these files is the new point to compare with."""
    left = {path: row for path, row in _read(store).items() if not covers(path)}
    if left:
        store.write(_BASELINE, left)
    else:
        store.remove(_BASELINE)


def _read(store: Store) -> dict[str, Json]:
    return cast("dict[str, Json]", store.read(_BASELINE) or {})


def _encode(outline: Outline) -> Json:
    symbols: list[Json] = [[*one, node_hash] for one, node_hash in sorted(outline.symbols.items())]
    return [symbols, [list(edge) for edge in sorted(outline.edges)]]


def _decode(row: Json) -> Outline:
    symbols, edges = cast("tuple[list[tuple[str, str, str]], list[list[str]]]", row)
    return Outline(
        {(scope, qualname): node_hash for scope, qualname, node_hash in symbols},
        frozenset(tuple(edge) for edge in edges),
    )
