"""One batch of derived files on its way into the store: numbers, surfaces, links."""

from __future__ import annotations

import gc
import marshal
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from tmf_memory.codegraph.claim_store import Changes, ClaimStore
from tmf_memory.codegraph.derive import Derived
from tmf_memory.codegraph.link_records import encode_links
from tmf_memory.codegraph.linker.base import LinkedFile, Linker
from tmf_memory.codegraph.manifest import NEVER_LOOKED_AT, FileRow, Manifest
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.packed import PackedEntries, PackedRows
from tmf_memory.codegraph.records import LEFT_OUT, decode_symbols
from tmf_memory.codegraph.table_keys import DEPENDENTS, MISSING, resting_keys
from tmf_memory.kernel.worktree.model import FileStat

_NOTHING = LinkedFile((), (), {}, frozenset())
_EVERYTHING = "*"
# What a linker remembers grows with the tree, so it begins anew after so many files. Its memory is
# one of cycles, and an update runs without collection.
_LINKED_TOGETHER = 5_000


@dataclass(slots=True)
class Batch:
    """What is being changed, over what is stored."""

    claims: ClaimStore
    manifest: Manifest
    found: Mapping[str, FileStat]
    linkers: Mapping[str, Linker]
    derive_surface: Callable[[str], tuple[str, Json]]
    entries: PackedEntries = field(default_factory=PackedEntries)
    bodies: dict[str, bytes] = field(default_factory=dict)
    surfaces: dict[str, Json] = field(default_factory=dict)
    """Of unchanged files that were derived again."""
    links: PackedRows = field(default_factory=PackedRows)
    """By path: the links as a row, and the keys of what they rest on."""
    rested_on: set[str] = field(default_factory=set)
    removed: list[str] = field(default_factory=list)
    changing: set[str] = field(default_factory=set)
    """Those of the files at hand that may change something in others."""
    edited: set[str] = field(default_factory=set)

    def add(self, derived: Derived) -> bool:
        """Take one result in; True when the file's entry is new (not merely its stat)."""
        if derived.gap:
            if not derived.is_gone:
                stat = self.found.get(derived.path, NEVER_LOOKED_AT)
                self.manifest.leave_out(derived.path, derived.gap, stat)
            if derived.path in self.manifest.files:
                self.remove(derived.path)
            return False
        self._record(derived)
        if derived.unchanged:
            return False
        self.entries.put(derived.path, derived.entry)
        self._take_body(derived)
        return True

    def _take_body(self, derived: Derived) -> None:
        self.bodies[derived.path] = derived.body
        linker = self.linkers.get(derived.language)
        if linker is not None and linker.changes_others(derived.entry[5]):
            self.changing.add(derived.path)
        else:
            self.changing.discard(derived.path)

    def add_resting(self, derived: Derived) -> bool:
        """Take the body of a file that only has to be linked again (unless it was just edited)."""
        row = self.manifest.files.get(derived.path)
        if derived.gap or row is None or row.blob != derived.blob:
            return self.add(derived)
        self._take_body(derived)
        self.surfaces[derived.path] = derived.entry[5]
        return False

    def remove(self, path: str) -> None:
        self.removed.append(path)
        self.edited.add(path)
        del self.manifest.files[path]
        self.manifest.outward.pop(path, None)

    def put_off(self, path: str) -> None:
        """Let the next update read a known file again, and link it whatever its content is."""
        row = self.manifest.files.get(path)
        if row is not None:
            self.manifest.files[path] = row._replace(blob="", mtime_ns=NEVER_LOOKED_AT.mtime_ns)

    def surface_of(self, path: str) -> Json:
        if path in self.entries:
            return self.entries.surface(path)
        row = self.manifest.files.get(path)
        if row is None:
            return None
        if path not in self.surfaces:
            stored = self.claims.surface(path)
            self.surfaces[path] = self._surface_again(path) if stored == LEFT_OUT else stored
        return self.surfaces[path]

    def _surface_again(self, path: str) -> Json:
        blob, surface = self.derive_surface(path)
        if blob != self.manifest.files[path].blob:
            self.put_off(path)  # it changed meanwhile
        return surface

    def leave_out_surfaces(self) -> None:
        """Do not store what nobody rests on, when every file was linked."""
        for path in self.entries:
            if path not in self.rested_on:
                self.entries.leave_out_surface(path)

    def link(self, paths: Iterable[str], report: Callable[[], None]) -> None:
        """Link `paths` (whose bodies are here), each with the linker of its language."""
        opened: dict[str, Callable[[str, object], LinkedFile]] = {}
        for number, path in enumerate(paths, start=1):
            if number % _LINKED_TOGETHER == 0:
                opened.clear()
                self.surfaces.clear()
                gc.collect()
            language = self.manifest.files[path].language
            linker = self.linkers.get(language)
            linked = _NOTHING
            if linker is not None and self.bodies.get(path):
                if language not in opened:
                    opened[language] = linker.open_tree(
                        self._paths_in(language), self.surface_of, self.manifest.outward
                    )
                linked = opened[language](path, marshal.loads(self.bodies[path]))
                self.bodies[path] = b""  # each file is linked once
            self._keep(path, linked)
            self.manifest.files[path] = self.manifest.files[path]._replace(
                edges=len(linked.edges), unresolved=len(linked.unresolved)
            )
            report()

    def _keep(self, path: str, linked: LinkedFile) -> None:
        row = encode_links(path, linked, self._number_of)
        resting: list[Json] = [[*one] for one in resting_keys(path, linked, self._number_of)]
        self.links.put(path, [row, resting])
        self.rested_on.update(other for other in linked.consulted if other != path)

    def _number_of(self, path: str) -> int:
        return self.manifest.files[path].number

    def dependents(self, paths: Iterable[str]) -> set[str]:
        """Stored files without a body here whose links rest on what changed in `paths`."""
        stale: set[str] = set()
        for path in paths:
            stale |= self._resting_on(path)
        if self.claims.manifest.files.keys() != self.manifest.files.keys():
            stale |= self._resting_on_names()
        return {path for path in stale if path in self.manifest.files} - self.bodies.keys()

    def find_outward(self) -> set[str]:
        """Find what the files at hand change in others; return who else rests on that."""
        outward = self.manifest.outward
        before = dict(outward)
        for path in self.bodies:
            outward.pop(path, None)
        for language, linker in self.linkers.items():
            paths = self._paths_in(language)
            if of := paths & self.changing:
                outward.update(linker.outward_of(paths, self.surface_of, of))
        names: dict[str, set[str]] = {}
        for path in before.keys() | outward.keys() | set(self.removed):
            rows = _rows(before.get(path)) ^ _rows(outward.get(path))
            rows |= _rows(self.claims.manifest.outward.get(path)) if path in self.removed else set()
            for other, name in rows:
                names.setdefault(other, set()).add(name)
        stale = set(names)
        for path, changed in names.items():
            stale |= self._consulting(path, frozenset(changed))
        return {path for path in stale if path in self.manifest.files} - self.bodies.keys()

    def count_stale(self, moved: Collection[str] = ()) -> int:
        """Stored claims below file level that no longer hold: changed or gone nodes.

        Those of `moved` files hold where the file is now.
        """
        count = 0
        for path in self.edited.difference(moved):
            entry = self.claims.entry(path)
            if entry is None:
                continue
            rows = self.entries[path][4] if path in self.entries else []
            now = {(one.qualname, one.node_hash) for one in decode_symbols(rows)}
            count += sum((one.qualname, one.node_hash) not in now for one in entry.symbols)
        return count

    def changes(self) -> Changes:
        return Changes(self.entries, self.links, self.removed)

    def _record(self, derived: Derived) -> None:
        path = derived.path
        stat = self.found.get(path, NEVER_LOOKED_AT)
        old = self.manifest.files.get(path)
        number = old.number if old else self.manifest.next_number
        if old is None:
            self.manifest.next_number += 1
        if old is None or old.blob != derived.blob or not derived.unchanged:
            self.edited.add(path)
        if derived.unchanged and old is not None:
            degraded, symbols = old.degraded, old.symbols
        else:
            degraded, symbols = derived.degraded, len(cast("list[Json]", derived.entry[4]))
        self.manifest.files[path] = FileRow(
            number,
            derived.blob,
            *(stat.size, stat.mtime_ns, stat.ctime_ns),
            derived.language,
            degraded,
            symbols,
            old.edges if old else 0,
            old.unresolved if old else 0,
        )

    def _resting_on(self, path: str) -> set[str]:
        if path not in self.claims.manifest.files:
            return set()
        changed = self._changed_names(path)
        return self._consulting(path, changed) if changed else set()

    def _consulting(self, path: str, names: frozenset[str]) -> set[str]:
        before = self.claims.manifest.files.get(path)
        if before is None:
            return set()
        if _EVERYTHING in names:
            return self.claims.resting_on(path)
        keys = [f"{before.number}:{name}" for name in (*names, _EVERYTHING)]
        return {one for key in keys for one in self.claims.paths_of(DEPENDENTS, key)}

    def _changed_names(self, path: str) -> frozenset[str]:
        if path not in self.manifest.files:
            return frozenset((_EVERYTHING,))
        if path not in self.entries:
            return frozenset()
        linker = self.linkers.get(self.manifest.files[path].language)
        if linker is None:
            return frozenset()
        before, after = self.claims.surface(path), self.surface_of(path)
        if before == LEFT_OUT or (before is None) != (after is None):
            return frozenset((_EVERYTHING,))
        return linker.surface_changes(before, after)

    def _resting_on_names(self) -> set[str]:
        """Files affected because a module name now means another file, or none, or a new one."""
        stale: set[str] = set()
        for language, linker in self.linkers.items():
            before = _names_by_path(linker, language, self.claims.manifest)
            after = _names_by_path(linker, language, self.manifest)
            moved = {
                path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
            }
            names: set[str] = set()
            for path in moved:
                names |= before.get(path, frozenset()) ^ after.get(path, frozenset())
            names |= _packages(before) ^ _packages(after)
            for name in names:
                stale.update(self.claims.paths_of(MISSING, name))
            sharing = {path for path, has in before.items() if has & names}
            for path in sharing:
                stale |= self.claims.resting_on(path)
            stale |= moved
        return stale

    def _paths_in(self, language: str) -> frozenset[str]:
        return _paths_in(language, self.manifest)


def _rows(outward: Json) -> set[tuple[str, str]]:
    """Return the path and the name of everything that a file changes in others."""
    rows = cast("list[list[str]]", outward or [])
    return {(row[0], row[1]) for row in rows}


def _paths_in(language: str, manifest: Manifest) -> frozenset[str]:
    return frozenset(path for path, row in manifest.files.items() if row.language == language)


def _packages(names_by_path: Mapping[str, frozenset[str]]) -> set[str]:
    """Every dotted name that something stands below: a package may be there without a file."""
    found: set[str] = set()
    for names in names_by_path.values():
        for name in names:
            package = name.rpartition(".")[0]
            while package and package not in found:
                found.add(package)
                package = package.rpartition(".")[0]
    return found


def _names_by_path(linker: Linker, language: str, manifest: Manifest) -> dict[str, frozenset[str]]:
    paths = _paths_in(language, manifest)
    return {path: linker.module_names(path, paths) for path in paths}
