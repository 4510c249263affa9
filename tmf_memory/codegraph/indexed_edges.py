"""Edges that an imported index claims, on a store: bound to the blobs that they were imported with.

`scip/head` names the tool, the number of the import, and the documents with their blobs. What an
import found lies under its number and is never changed, so a reader that knows one import never
sees half of the next.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from tmf_memory.codegraph.manifest import layout_for
from tmf_memory.codegraph.model import Edge, EdgeKind, Json, SemanticEdge, SymbolKey
from tmf_memory.kernel.store.base import Store

SEMANTIC_TIER = "semantic-resolved"
"""The extraction tier of an edge that another tool resolved."""

_HEAD = "scip/head"
_FORM = 1
_KINDS = tuple(EdgeKind)
_KIND_CODE = {kind: code for code, kind in enumerate(_KINDS)}


@dataclass(frozen=True, slots=True)
class IndexHead:
    """What is known of an import without reading its edges."""

    number: int = 0
    tool: str = ""
    imported_at: str = ""
    edges: int = 0
    blobs: Mapping[str, str] = field(default_factory=dict)

    @property
    def buckets(self) -> int:
        return layout_for(len(self.blobs)).buckets


class IndexedEdges:
    """The edges of one import; those of files that have another blob by now are not there."""

    def __init__(self, store: Store, blob_of: Callable[[str], str]) -> None:
        self._store = store
        self._blob_of = blob_of
        self._head: IndexHead | None = None
        self._paths: list[str] = []
        self._documents: dict[str, dict[str, Json]] = {}
        self.is_damaged = False
        """Whether a document that the head promises could not be read."""

    @property
    def head(self) -> IndexHead:
        if self._head is None:
            self._head = read_head(self._store)
            self._paths = list(self._head.blobs)
        return self._head

    @property
    def changed(self) -> list[str]:
        """The documents of the index that are not as they were at the import."""
        return [path for path in self.head.blobs if not self._is_bound(path)]

    def edges_from(self, path: str) -> Iterator[SemanticEdge]:
        """The edges that the text of one file causes."""
        if not self._is_bound(path):
            return
        at = self._paths.index(path)
        document = self._document(_links_name(self.head.number, at % self.head.buckets))
        for row in cast("list[list[Json]]", document.get(str(at), [])):
            kind, source, number, target, lines = row
            end = SymbolKey(self._paths[cast("int", number)], cast("str", target))
            if self._is_bound(end.path):
                yield SemanticEdge(
                    _KINDS[cast("int", kind)],
                    SymbolKey(path, cast("str", source)),
                    end,
                    tuple(cast("list[int]", lines)),
                )

    def edges_to(self, key: SymbolKey) -> list[SemanticEdge]:
        if not self._is_bound(key.path):
            return []
        name = f"{key.path}:{key.qualname}"
        bucket = _bucket_of(name, self.head.buckets)
        document = self._document(_reverse_name(self.head.number, bucket))
        sites = [self._paths[number] for number in cast("list[int]", document.get(name, []))]
        return [edge for site in sites for edge in self.edges_from(site) if edge.target == key]

    def _is_bound(self, path: str) -> bool:
        bound = self.head.blobs.get(path)
        return bound is not None and self._blob_of(path) == bound

    def _document(self, name: str) -> dict[str, Json]:
        if name not in self._documents:
            document = self._store.read(name)
            self.is_damaged |= not isinstance(document, dict)
            self._documents[name] = document if isinstance(document, dict) else {}
        return self._documents[name]


def read_head(store: Store) -> IndexHead:
    """The head of the last import; an empty one when there is none that this version can read."""
    document = store.read(_HEAD)
    if not isinstance(document, dict) or document.get("form") != _FORM:
        return IndexHead()
    return IndexHead(
        cast("int", document["number"]),
        cast("str", document["tool"]),
        cast("str", document["imported_at"]),
        cast("int", document["edges"]),
        cast("dict[str, str]", document["blobs"]),
    )


def write_import(store: Store, head: IndexHead, edges: Mapping[str, Sequence[Edge]]) -> IndexHead:
    """Store an import in place of the one before; the caller holds the lock."""
    number = read_head(store).number + 1
    at = {path: place for place, path in enumerate(head.blobs)}
    links: list[dict[str, Json]] = [{} for _ in range(head.buckets)]
    reverse: list[dict[str, set[int]]] = [{} for _ in range(head.buckets)]
    for path, own in edges.items():
        links[at[path] % head.buckets][str(at[path])] = [_row(edge, at) for edge in own]
        for edge in own:
            name = f"{edge.target.path}:{edge.target.qualname}"
            reverse[_bucket_of(name, head.buckets)].setdefault(name, set()).add(at[path])
    for bucket in range(head.buckets):
        store.write(_links_name(number, bucket), links[bucket])
        sites = {name: cast("Json", sorted(found)) for name, found in reverse[bucket].items()}
        store.write(_reverse_name(number, bucket), sites)
    count = sum(map(len, edges.values()))
    written = IndexHead(number, head.tool, head.imported_at, count, head.blobs)
    store.write(_HEAD, _encode(written))
    for name in store.names("scip/"):
        if name != _HEAD and not name.startswith(f"scip/{number}-"):
            store.remove(name)
    return written


def _encode(head: IndexHead) -> Json:
    return {
        "form": _FORM,
        "number": head.number,
        "tool": head.tool,
        "imported_at": head.imported_at,
        "edges": head.edges,
        "blobs": dict(head.blobs),
    }


def _row(edge: Edge, at: Mapping[str, int]) -> Json:
    target = edge.target
    return [
        _KIND_CODE[edge.kind],
        edge.source.qualname,
        at[target.path],
        target.qualname,
        list(edge.lines),
    ]


def _links_name(number: int, bucket: int) -> str:
    return f"scip/{number}-links-{bucket:02x}"


def _reverse_name(number: int, bucket: int) -> str:
    return f"scip/{number}-reverse-{bucket:02x}"


def _bucket_of(key: str, buckets: int) -> int:
    return zlib.crc32(key.encode("utf-8", "surrogatepass")) % buckets
