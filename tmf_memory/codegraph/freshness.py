"""Whether a stored statement still matches the working tree: read now, never remembered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tmf_memory.codegraph.blame import Intent, intent_of
from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.derive import docstring_of, extract
from tmf_memory.codegraph.languages import Languages
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Edge, Scope, Symbol
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.kernel.errors import TmfError
from tmf_memory.kernel.worktree import FileStat, Undecodable, Worktree, decode


@dataclass(frozen=True, slots=True)
class Freshness:
    """The verdict, why not when it is stale, and where the symbol stands now (None when gone)."""

    reasons: tuple[str, ...] = ()
    current: Symbol | None = None

    @property
    def fresh(self) -> bool:
        return not self.reasons


@dataclass(frozen=True, slots=True)
class CurrentFile:
    """One file as it is now; `symbols` is None when its content is the stored one."""

    blob: str = ""
    gone: str = ""
    symbols: dict[tuple[Scope, str], Symbol] | None = None


def freshness_of(entry: FileEntry, symbol: Symbol, current: CurrentFile) -> Freshness:
    """Compare a stored symbol with the file as it is now; pure.

    The blob decides for a whole file; for a node inside it the hash of its tokens does.
    """
    name = f"{entry.path}:{symbol.qualname}" if symbol.qualname else entry.path
    if current.gone:
        return Freshness((f"{name}: {current.gone}",))
    if current.symbols is None:
        return Freshness(current=symbol)
    now = current.symbols.get((symbol.scope, symbol.qualname))
    reason = ""
    if symbol.scope is Scope.FILE:
        reason = "content changed"
    elif now is None:
        reason = "no longer in the file"
    elif now.node_hash != symbol.node_hash:
        reason = "node changed"
    return Freshness((f"{name}: {reason}",) if reason else (), now)


def check_of(memory: CodeMemory) -> FreshnessCheck:
    """A check for one answer: it reads each file at most once."""
    return FreshnessCheck(memory.worktree, memory.languages, memory.unlinked)


@dataclass(slots=True)
class FreshnessCheck:
    """Reads each file at most once and judges stored symbols and edges against it."""

    worktree: Worktree
    languages: Languages
    unlinked: str = ""
    _sites: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _files: dict[str, CurrentFile] = field(default_factory=dict)

    def symbol(self, entry: FileEntry, symbol: Symbol) -> Freshness:
        return freshness_of(entry, symbol, self.file(entry))

    def edge(self, edge: Edge, entries: Iterable[FileEntry | None]) -> tuple[str, ...]:
        """Why an edge is stale: any file that it rests on is not the one it was linked with.

        Bodies may change without changing what a name means, but only linking again can tell.
        """
        reasons = []
        for entry in entries:
            if entry is None:
                reasons.append(f"{edge.target.path}: not in memory")
                continue
            current = self.file(entry)
            if current.gone:
                reasons.append(f"{entry.path}: {current.gone}")
            elif current.symbols is not None:
                reasons.append(f"{entry.path}: changed since the edge was linked")
        return tuple(dict.fromkeys(reasons))

    def site(self, claims: ClaimStore, path: str) -> tuple[str, ...]:
        """Why no edge of this file's text can be called fresh: a file it was linked with changed.

        These may be many and only lent a name, so a stat that did not change is enough.
        """
        if path not in self._sites:
            reasons = [self.unlinked] if self.unlinked else []
            reasons += [
                reason
                for other in sorted(claims.consulted(path))
                if (reason := self._consulted(claims, other))
            ]
            self._sites[path] = tuple(reasons)
        return self._sites[path]

    def _consulted(self, claims: ClaimStore, path: str) -> str:
        row, entry = claims.manifest.files.get(path), claims.entry(path)
        if row is None or entry is None:
            return f"{path or 'a file'}: not in memory"
        stat = FileStat(row.size, row.mtime_ns, row.ctime_ns)
        if row.blob and self._stat(path) == stat:
            return ""
        current = self.file(entry)
        if current.gone:
            return f"{path}: {current.gone}"
        return f"{path}: changed since the edge was linked" if current.symbols is not None else ""

    def _stat(self, path: str) -> FileStat | None:
        try:
            return self.worktree.stat(path)
        except TmfError:
            return None

    def docstring(self, entry: FileEntry, symbol: Symbol) -> str:
        """What the file says of a symbol in its own words; empty when it is not as stored."""
        extractor = self.languages.of(entry.path)
        if extractor is None or self.file(entry).symbols is not None or self.file(entry).gone:
            return ""
        try:
            source = self.worktree.read(entry.path)
        except TmfError:
            return ""
        decoded = decode(source.data)
        if source.blob != entry.blob or isinstance(decoded, Undecodable):
            return ""  # it changed since it was judged
        said = extractor.docstring(decoded.text, symbol)
        if said is not None:
            return said
        extraction = extract(extractor, entry.path, source.data)
        return docstring_of(extraction, symbol.scope, symbol.qualname)

    def intent(self, entry: FileEntry, symbol: Symbol) -> Intent | None:
        """What the commit says that last touched a symbol; None when it is not as committed."""
        if self.file(entry).symbols is not None or self.file(entry).gone:
            return None
        lines = (symbol.line_start, symbol.line_end)
        return intent_of(self.worktree.root, entry.path, entry.blob, lines)

    def file(self, entry: FileEntry) -> CurrentFile:
        if entry.path not in self._files:
            self._files[entry.path] = self._read(entry)
        return self._files[entry.path]

    def _read(self, entry: FileEntry) -> CurrentFile:
        try:
            source = self.worktree.read(entry.path)
        except TmfError as error:
            return CurrentFile(gone=str(error))
        if source.blob == entry.blob:
            return CurrentFile(source.blob)
        extractor = self.languages.of(entry.path)
        if extractor is None:
            return CurrentFile(gone="no extractor for this kind of file")
        extraction = extract(extractor, entry.path, source.data)
        symbols = {(symbol.scope, symbol.qualname): symbol for symbol in extraction.symbols}
        return CurrentFile(source.blob, symbols=symbols)
