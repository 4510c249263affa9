"""Entries, links and tables of code memory on a store: read lazily, written in one batch.

Which shard a path lives in follows from the first hex digits of its claim ids, so an id alone
finds its file without an index.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from tmf_memory.codegraph.claim_id import path_digits
from tmf_memory.codegraph.indexed_edges import IndexedEdges
from tmf_memory.codegraph.link_records import (
    NO_LINKS,
    FileLinks,
    consulted_numbers,
    decode_consulted,
    decode_edges_to,
    decode_links,
    decode_unresolved,
)
from tmf_memory.codegraph.manifest import Manifest
from tmf_memory.codegraph.model import Edge, Json, SymbolKey, Unresolved
from tmf_memory.codegraph.posting_table import PostingTable
from tmf_memory.codegraph.records import FileEntry, Row, decode_entry
from tmf_memory.codegraph.table_keys import (
    DEPENDENTS,
    MISSING,
    TABLES,
    table_keys,
)
from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.store.base import Store

_PENDING = "pending"
_MANIFEST = "manifest"
_GENERATION = "generation"
_EVERYTHING = "everything"
_TEXT_HEAD = "text/head"
_MOST_LINKS = 256
_ROW_PARTS = {"shards": 6, "links": 5}
"""How many parts a row has; another number is another form."""

Keys = dict[str, dict[str, list[int]]]
"""By table and key: the numbers of files that contribute it."""


def written_state(store: Store) -> Json:
    """What changes whenever somebody begins or ends to write code memory."""
    return [store.read(_GENERATION), store.read(_PENDING) is not None]


@dataclass(slots=True)
class Changes:
    """One batch of new state: encoded entries, links, and paths that are gone."""

    entries: Mapping[str, Row] = field(default_factory=dict)
    links: Mapping[str, Row] = field(default_factory=dict)
    """By path: the row, and the `(table, key)` of what it rests on."""
    removed: list[str] = field(default_factory=list)


class ClaimStore:
    """Code memory as stored; it knows nothing of the working tree."""

    def __init__(self, store: Store, *, is_foreign: bool = False) -> None:
        self.store = store
        self.is_foreign = is_foreign
        self._manifest: Manifest | None = None
        self._paths: dict[int, str] = {}
        self._documents: dict[str, dict[str, Json]] = {}
        self._tables: dict[str, PostingTable] = {}
        self._entries: dict[str, FileEntry] = {}
        self._links: dict[str, FileLinks] = {}
        # An index that a stranger imported counts for nothing.
        self.indexed = IndexedEdges(store, lambda path: "" if is_foreign else self.blob_of(path))

    def blob_of(self, path: str) -> str:
        """The blob that a path was derived from; empty when it is to be read again, or unknown."""
        known = self.manifest.files.get(path)
        return known.blob if known else ""

    @property
    def manifest(self) -> Manifest:
        if self._manifest is None:
            self._manifest = self._read_manifest()
            self._paths = self._manifest.paths()
        return self._manifest

    def _read_manifest(self) -> Manifest:
        document = self.store.read(_MANIFEST)
        if document is None:
            return Manifest()
        try:
            return Manifest.decode(document)
        except CorruptDocumentError:
            return Manifest()  # an older version wrote it: everything is derived again

    def table(self, name: str) -> PostingTable:
        if name not in self._tables:
            self._tables[name] = PostingTable(self.store, name, self.manifest.layout.buckets)
        return self._tables[name]

    def path_of(self, number: int) -> str:
        self.manifest  # noqa: B018  (loads the numbers)
        return self._paths.get(number, "")

    def number_of(self, path: str) -> int:
        return self.manifest.files[path].number

    def entry(self, path: str) -> FileEntry | None:
        """The stored entry; CorruptDocumentError when a known path is not in its shard.

        Its blob is empty when the file must be read again whatever its content is.
        """
        known = self.manifest.files.get(path)
        if known is None:
            return None
        if path not in self._entries:
            entry = decode_entry(path, self._row("shards", path))
            if known.blob not in {entry.blob, ""}:
                name = self._document_name("shards", path)
                raise CorruptDocumentError(name, f"holds another {path} than was written last")
            self._entries[path] = entry if known.blob else replace(entry, blob="")
        return self._entries[path]

    def derived_blob(self, path: str) -> str:
        """What a known file's entry was derived from, also when it must be read again."""
        return cast("str", cast("Row", self._row("shards", path))[0])

    def surface(self, path: str) -> Json:
        """The surface alone, or LEFT_OUT: what linking asks for, without decoding symbols."""
        if path not in self.manifest.files:
            return None
        return cast("Row", self._row("shards", path))[5]

    def edges_to(self, site: str, target: SymbolKey) -> list[Edge]:
        """The edges that one file's text causes and that lead to `target`."""
        row = self._row("links", site)
        return decode_edges_to(
            site, row, (self.number_of(target.path), target.qualname), self.path_of
        )

    def consulted(self, path: str) -> list[str]:
        """The other files that one file's links rest on."""
        if path not in self.manifest.files:
            return []
        return decode_consulted(self._row("links", path), self.path_of)

    def links(self, path: str) -> FileLinks:
        if path not in self.manifest.files:
            return NO_LINKS
        if path not in self._links:
            if len(self._links) >= _MOST_LINKS:
                self._links.clear()
            self._links[path] = decode_links(path, self._row("links", path), self.path_of)
        return self._links[path]

    def unresolved(self, path: str) -> tuple[Unresolved, ...]:
        """The same without the edges: they cost most of the decoding."""
        if path not in self.manifest.files:
            return ()
        return decode_unresolved(self._row("links", path))

    def paths_of(self, table: str, key: str) -> list[str]:
        if not self.manifest.files:
            return []  # before the first warm there are no tables
        paths = (self.path_of(number) for number in self.table(table).get(key))
        return sorted(path for path in paths if path)

    def paths_with_prefix(self, table: str, prefix: str) -> set[str]:
        """The same for every key that starts with `prefix`."""
        return {
            self.path_of(number)
            for _, numbers in self.table(table).starting(prefix)
            for number in numbers
        } - {""}

    def resting_on(self, path: str) -> set[str]:
        """The files whose links rest on anything of a known file."""
        return self.paths_with_prefix(DEPENDENTS, f"{self.number_of(path)}:")

    @property
    def interrupted(self) -> bool:
        """Whether a writer died between its first and its last document."""
        return self.store.read(_PENDING) is not None

    @property
    def is_being_replaced(self) -> bool:
        """Whether that writer was replacing everything, so that numbers may mean other files."""
        return self.store.read(_PENDING) == _EVERYTHING

    @property
    def was_written(self) -> bool:
        """Whether an update was ever finished, as far as one can see."""
        return self.store.read(_GENERATION) is not None

    def is_complete(self) -> bool:
        """Whether every document that known files and tables need is there (not: is sound)."""
        if not self.manifest.files:
            return True
        kinds, layout = ("shards", "links"), self.manifest.layout
        numbers = {self._shard_of(path) for path in self.manifest.files}
        needed = {f"{kind}/{number:02x}" for kind in kinds for number in numbers}
        needed |= {f"{name}/{bucket:02x}" for name in TABLES for bucket in range(layout.buckets)}
        needed.add(_TEXT_HEAD)
        here = {name for kind in (*kinds, *TABLES, "text") for name in self.store.names(f"{kind}/")}
        return self.was_written and needed <= here

    def begin(self, paths: Iterable[str] | None) -> None:
        """Mark a write of these paths, or of everything, as begun."""
        pending = _EVERYTHING if paths is None else cast("Json", sorted(paths))
        self.store.write(_PENDING, pending)

    def commit(self, manifest: Manifest) -> None:
        before = self.store.read(_GENERATION)
        number = before[0] if isinstance(before, list) and before else 0
        self.store.write(_MANIFEST, manifest.encode())
        # The time keeps apart what was written before and after somebody removed the directory.
        self.store.write(_GENERATION, [cast("int", number) + 1, manifest.scanned_ns])
        self.store.remove(_PENDING)
        self._manifest = manifest
        self._paths = manifest.paths()

    def adopt(self, manifest: Manifest) -> None:
        """Use `manifest` for numbers and layout before its documents are written."""
        self._manifest = manifest
        self._paths.update(manifest.paths())

    def write(self, changes: Changes) -> None:
        """Replace shards and links, and bring the tables along key by key."""
        before = self._keys_before(changes)
        self._write_changes(changes)
        after = self._keys_after(changes, changes.entries.keys() | changes.links.keys())
        for name in TABLES:
            self.table(name).update(before[name], after[name])

    def write_all(self, changes: Changes) -> None:
        """The same for a first warm: nothing stored counts, every document is written once."""
        old = {*self.store.names("shards/"), *self.store.names("links/")}
        for cache in (self._documents, self._tables, self._entries, self._links):
            cache.clear()
        by_shard: dict[int, list[str]] = {}
        for path in self.manifest.files:
            by_shard.setdefault(self._shard_of(path), []).append(path)
        keys: Keys = {name: {} for name in TABLES}
        for paths in by_shard.values():
            self._write_shard(paths, changes, keys)
            old -= {self._document_name(kind, paths[0]) for kind in _ROW_PARTS}
        for name in TABLES:
            self.table(name).rebuild(keys.pop(name))
        for name in old:
            self.store.remove(name)

    def _write_shard(self, paths: list[str], changes: Changes, keys: Keys) -> None:
        """Write the two documents of some paths, note their keys, and keep neither."""
        shards: dict[str, Json] = {}
        links: dict[str, Json] = {}
        for path in paths:
            entry, (row, resting) = changes.entries[path], changes.links[path]
            shards[path], links[path] = entry, row
            _note(keys, self.number_of(path), table_keys(entry, cast("Row", row)))
            _note(keys, self.number_of(path), cast("list[tuple[str, str]]", resting))
        self.store.write(self._document_name("shards", paths[0]), shards)
        self.store.write(self._document_name("links", paths[0]), links)

    def _write_changes(self, changes: Changes) -> None:
        self._write_rows("shards", cast("Mapping[str, Json]", changes.entries), changes.removed)
        links = {path: changes.links[path][0] for path in changes.links}
        self._write_rows("links", links, changes.removed)

    def _keys_before(self, changes: Changes) -> Keys:
        touched = changes.entries.keys() | changes.links.keys() | set(changes.removed)
        known = {path for path in touched if self._has("shards", path) and self._has("links", path)}
        keys = self._keys_of_rows(known)
        for path in known.intersection((*changes.links, *changes.removed)):
            number = self._number_anyway(path)
            for other in consulted_numbers(cast("Row", self._row("links", path))):
                self._add_keys_with(number, DEPENDENTS, f"{other}:", keys)
            self._add_keys_with(number, MISSING, "", keys)
        return keys

    def _add_keys_with(self, number: int, table: str, prefix: str, keys: Keys) -> None:
        for key, numbers in self.table(table).starting(prefix):
            if number in numbers:
                keys[table].setdefault(key, []).append(number)

    def _keys_after(self, changes: Changes, paths: Iterable[str]) -> Keys:
        keys = self._keys_of_rows(paths)
        for path, (_, resting) in changes.links.items():
            _note(keys, self.number_of(path), cast("list[tuple[str, str]]", resting))
        return keys

    def _keys_of_rows(self, paths: Iterable[str]) -> Keys:
        keys: Keys = {name: {} for name in TABLES}
        for path in paths:
            number = self._number_anyway(path)
            shard_row, links_row = self._row("shards", path), self._row("links", path)
            _note(keys, number, table_keys(cast("Row", shard_row), cast("Row", links_row)))
        return keys

    def _number_anyway(self, path: str) -> int:
        row = self.manifest.files.get(path)
        if row is not None:
            return row.number
        return next(number for number, known in self._paths.items() if known == path)

    def _write_rows(self, kind: str, rows: Mapping[str, Json], removed: Iterable[str]) -> None:
        by_document: dict[str, dict[str, Json | None]] = {}
        for path, row in rows.items():
            by_document.setdefault(self._document_name(kind, path), {})[path] = row
        for path in removed:
            by_document.setdefault(self._document_name(kind, path), {})[path] = None
        for name, changes in by_document.items():
            content = dict(self._document(name))
            for path, row in changes.items():
                self._entries.pop(path, None)
                self._links.pop(path, None)
                content.pop(path, None)
                if row is not None:
                    content[path] = row
            self._documents[name] = content
            self.store.write(name, content)

    def _row(self, kind: str, path: str) -> Json:
        name = self._document_name(kind, path)
        document = self._document(name)
        if path not in document:
            raise CorruptDocumentError(name, f"has no entry for {path}")
        row = document[path]
        if not isinstance(row, list) or len(row) != _ROW_PARTS[kind]:
            raise CorruptDocumentError(name, f"has an entry of another form for {path}")
        return row

    def _has(self, kind: str, path: str) -> bool:
        return path in self._document(self._document_name(kind, path))

    def _document(self, name: str) -> dict[str, Json]:
        if name not in self._documents:
            self._documents[name] = cast("dict[str, Json]", self.store.read(name) or {})
        return self._documents[name]

    def _document_name(self, kind: str, path: str) -> str:
        return f"{kind}/{self._shard_of(path):02x}"

    def _shard_of(self, path: str) -> int:
        return int(path_digits(path), 16) % self.manifest.layout.shards


def _note(keys: Keys, number: int, noted: Iterable[tuple[str, str]]) -> None:
    """Add one file's keys; a key that it has twice in a row is added once."""
    for table, key in noted:
        numbers = keys[table].setdefault(key, [])
        if not numbers or numbers[-1] != number:
            numbers.append(number)
