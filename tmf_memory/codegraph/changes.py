"""What changed: claims and edges now against a revision, or against the last explicit warm."""

from __future__ import annotations

from dataclasses import dataclass, field

from tmf_memory.codegraph.baseline import (
    NOTHING,
    Outline,
    is_baseline_whole,
    outline_at,
    outline_of,
    read_baseline,
)
from tmf_memory.codegraph.derive import derive_surface, extract
from tmf_memory.codegraph.difference import Difference, compare
from tmf_memory.codegraph.extractors.base import Extraction
from tmf_memory.codegraph.link_records import NO_LINKS, FileLinks
from tmf_memory.codegraph.linker.base import Linker
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json, Scope, Symbol
from tmf_memory.codegraph.records import LEFT_OUT, FileEntry
from tmf_memory.codegraph.revision import changed_since, find_tree, read_at
from tmf_memory.kernel.worktree import blob_id


def changes_since_warm(memory: CodeMemory) -> Difference:
    """Against the last explicit warm; memory must be up to date."""
    if not is_baseline_whole(memory.claims.store):
        memory.tell("stored state was damaged since the last warm: some changes are not listed")
    before = read_baseline(memory.claims.store)
    return compare("the last warm", before, {path: _now(memory, path) for path in before})


def changes_since_revision(memory: CodeMemory, revision: str) -> Difference:
    """Against a git revision; memory must be up to date. Raises RevisionError."""
    past = _Past(memory, find_tree(memory.worktree.root, revision))
    before = {path: past.outline(path) for path in past.concerned}
    return compare(revision, before, {path: _now(memory, path) for path in before})


def _now(memory: CodeMemory, path: str) -> Outline:
    return outline_at(memory.claims, path)


@dataclass(slots=True)
class _Past:
    """The tree at a revision: extracted anew where it differs, as stored elsewhere."""

    memory: CodeMemory
    tree: str
    concerned: list[str] = field(init=False)
    _old: dict[str, tuple[str, Extraction] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        memory = self.memory
        paths = changed_since(memory.worktree.root, self.tree)
        changed = [path for path in paths if memory.languages.wants(path.rpartition("/")[2])]
        for path in changed:
            self._old[path] = self._extract(path)
        concerned = set(changed)
        for path in changed:
            if path in memory.claims.manifest.files:
                concerned |= memory.claims.resting_on(path)
        self.concerned = sorted(concerned)

    def outline(self, path: str) -> Outline:
        if path not in self._old:
            self._old[path] = self._extract(path)
        old = self._old[path]
        if old is None:
            return NOTHING
        blob, extraction = old
        file = Symbol(Scope.FILE, "", 1, 1, "")
        entry = FileEntry(path, blob, "", 0, "", (file, *extraction.symbols), None)
        return outline_of(entry, self._links(path, extraction))

    def _links(self, path: str, extraction: Extraction) -> FileLinks:
        extractor = self.memory.languages.of(path)
        linker = self.memory.languages.linkers.get(extractor.language) if extractor else None
        if extractor is None or linker is None or extraction.body is None:
            return NO_LINKS
        paths = self._paths(extractor.language)
        linked = linker.open_tree(paths, self._surface, self._outward(linker, paths))(
            path, extraction.body
        )
        return FileLinks(linked.edges, linked.unresolved)

    def _paths(self, language: str) -> frozenset[str]:
        files = self.memory.claims.manifest.files
        now = {path for path, row in files.items() if row.language == language}
        here = {path for path in self._old if self._language(path) == language}
        return frozenset((now - here) | {path for path in here if self._old[path] is not None})

    def _outward(self, linker: Linker, paths: frozenset[str]) -> dict[str, Json]:
        """What files changed in others then, as far as they were read."""
        now = self.memory.claims.manifest.outward
        outward = {path: rows for path, rows in now.items() if path not in self._old}
        return {**outward, **linker.outward_of(paths, self._surface, paths & self._old.keys())}

    def _surface(self, path: str) -> Json:
        if path in self._old:
            old = self._old[path]
            return None if old is None else old[1].surface
        memory = self.memory
        stored = memory.claims.surface(path)
        if stored != LEFT_OUT:
            return stored
        return derive_surface(memory.worktree, path, memory.languages)[1]

    def _language(self, path: str) -> str:
        extractor = self.memory.languages.of(path)
        return extractor.language if extractor else ""

    def _extract(self, path: str) -> tuple[str, Extraction] | None:
        data = read_at(self.memory.worktree.root, self.tree, path)
        extractor = self.memory.languages.of(path)
        if data is None or extractor is None:
            return None
        return blob_id(data), extract(extractor, path, data)
