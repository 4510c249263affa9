"""`tmf warm --scip`: read an index file, hold it against the tree, and store what it adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tmf_memory.codegraph.indexed_edges import IndexHead, write_import
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap, SemanticEdge
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.codegraph.scip.edges import Definitions, edges_of, without_observed
from tmf_memory.codegraph.scip.index import (
    Document,
    read_documents,
    read_metadata,
    read_paths,
)
from tmf_memory.codegraph.scip.sites import Text
from tmf_memory.kernel.errors import ScipIndexError, TmfError
from tmf_memory.kernel.worktree import Decoded, decode
from tmf_memory.kernel.worktree.walk import printable

_MOST_BYTES = 1 << 30
_MOST_NAMED = 5
_MOST_NAME = 120

_NOT_HERE = "of the index are not in memory"
_CHANGED = "of the index changed after it was written, make it again"
_OTHER = "of the index are not as they were indexed"

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import did: documents that are used, edges that only the index knows, and gaps."""

    tool: str
    documents: int
    edges: int
    observed: int
    gaps: tuple[Gap, ...]


@dataclass(frozen=True, slots=True)
class _IndexFile:
    data: memoryview
    written_ns: int


@dataclass(frozen=True, slots=True)
class _Usable:
    """A document of the index with the stored file that it is about."""

    document: Document
    entry: FileEntry
    text: Text


def import_index(memory: CodeMemory, path: Path, report: Report) -> ImportSummary:
    """Import an index; ScipIndexError when the file is none. Memory must be warm."""
    index = _read_index(path)
    try:
        return _import(memory, index, report)
    except ScipIndexError as error:
        raise ScipIndexError(f"{path} cannot be used: {error}") from error


def _import(memory: CodeMemory, index: _IndexFile, report: Report) -> ImportSummary:
    metadata = read_metadata(index.data)
    prefix = _prefix(memory, metadata.root, read_paths(index.data))
    reader = _Reader(memory, index, prefix)
    definitions = Definitions()
    blobs: dict[str, str] = {}
    for usable in reader.usable():
        why = definitions.add(usable.document, usable.entry, usable.text)
        if why:
            reader.leave_out(usable.entry.path, f"{_OTHER} ({why})", key=_OTHER)
        else:
            blobs[usable.entry.path] = usable.entry.blob
    edges: dict[str, Sequence[SemanticEdge]] = {}
    observed = 0
    for done, usable in enumerate(reader.usable(blobs), start=1):
        claimed = edges_of(usable.document, usable.entry, usable.text, definitions.targets)
        own = without_observed(claimed, memory.claims.links(usable.entry.path).edges)
        observed += len(claimed) - len(own)
        edges[usable.entry.path] = own
        report(done, len(blobs))
    at = memory.clock.now().isoformat(timespec="seconds")
    with memory.store.lock():
        head = write_import(memory.store, IndexHead(0, metadata.tool, at, 0, blobs), edges)
    memory.reopen()
    return ImportSummary(metadata.tool, len(blobs), head.edges, observed, reader.gaps())


class _Reader:
    """Goes through the documents of an index and notes those that cannot be used."""

    def __init__(self, memory: CodeMemory, index: _IndexFile, prefix: str) -> None:
        self._memory = memory
        self._index = index
        self._prefix = prefix
        self._left_out: dict[str, list[str]] = {}
        self._seen: Counter[str] = Counter()

    def usable(self, only: dict[str, str] | None = None) -> Iterator[_Usable]:
        """Documents of stored files; the second pass takes `only` those that the first found."""
        for document in read_documents(self._index.data):
            path = self._prefix + document.path
            if only is not None:
                if path not in only:
                    continue
            elif not self._is_usable(path):
                continue
            usable = self._open(document, path)
            if usable is not None:
                yield usable
            elif only is None:
                self.leave_out(path, _CHANGED)

    def leave_out(self, path: str, reason: str, *, key: str = "") -> None:
        shown = printable(path)[:_MOST_NAME]
        detail = reason[len(key) :] if key else ""
        self._left_out.setdefault(key or reason, []).append(f"{shown}{detail}")

    def gaps(self) -> tuple[Gap, ...]:
        return tuple(Gap("", _sentence(names, reason)) for reason, names in self._left_out.items())

    def _is_usable(self, path: str) -> bool:
        self._seen[path] += 1
        if self._seen[path] > 1:
            return False  # the same file twice: the first one counts
        if path not in self._memory.claims.manifest.files:
            self.leave_out(path, _NOT_HERE)
            return False
        stat = self._memory.worktree.stat(path)
        if stat is None or stat.mtime_ns > self._index.written_ns:
            self.leave_out(path, _CHANGED)
            return False
        return True

    def _open(self, document: Document, path: str) -> _Usable | None:
        entry = self._memory.claims.entry(path)
        try:
            source = self._memory.worktree.read(path)
        except TmfError:
            return None
        decoded = decode(source.data)
        if entry is None or source.blob != entry.blob or not isinstance(decoded, Decoded):
            return None
        return _Usable(document, entry, Text(decoded.text))


def _read_index(path: Path) -> _IndexFile:
    try:
        if not path.is_file():
            raise ScipIndexError(f"{path} is not a file")
        stat = path.stat()
        if stat.st_size > _MOST_BYTES:
            raise ScipIndexError(f"{path} is larger than {_MOST_BYTES >> 20} MB")
        return _IndexFile(memoryview(path.read_bytes()), stat.st_mtime_ns)
    except (OSError, ValueError) as error:
        raise ScipIndexError(f"{path} cannot be read: {error}") from error


def _prefix(memory: CodeMemory, root: str, paths: Sequence[str]) -> str:
    """Where the indexed directory lies in this repository.

    An index that was made in another checkout names a directory of that one: then it is the end of
    its path under which most documents are known here. Whether they are the same files is found
    out one by one.
    """
    place = ""
    try:
        place = unquote(urlsplit(root).path) if root.startswith("file:") else ""
        inner = memory.worktree.resolve_argument(place, memory.worktree.root)
    except (TmfError, ValueError):
        known = memory.claims.manifest.files
        prefixes = [f"{end}/" if end else "" for end in _ends(place)]
        return max(prefixes, key=lambda prefix: sum(prefix + path in known for path in paths))
    return f"{inner}/" if inner else ""


def _ends(place: str) -> list[str]:
    """`/a/b` → ``, `b`, `a/b`."""
    parts = [part for part in place.split("/") if part]
    return ["/".join(parts[len(parts) - count :]) for count in range(len(parts) + 1)]


def _sentence(names: list[str], reason: str) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{len(names)} documents {reason}: {', '.join(names[:_MOST_NAMED])}{more}"
