"""One update under the lock: derive what changed, link what rests on it, write only that."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import accumulate

from tmf_memory.codegraph.baseline import (
    files_that_differ,
    keep_baseline,
    spoil_baseline,
)
from tmf_memory.codegraph.batch import Batch
from tmf_memory.codegraph.derive import Derived, Wanted, derive_all, derive_surface
from tmf_memory.codegraph.feedback import record_moves
from tmf_memory.codegraph.identity import find_renames
from tmf_memory.codegraph.manifest import Manifest, Plan, layout_for
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.warming import WarmOptions, WarmSummary, plan_for
from tmf_memory.kernel.collection import no_collection
from tmf_memory.kernel.errors import CorruptDocumentError, TmfError
from tmf_memory.kernel.worktree.model import Snapshot

# From this share of changed files on, one pass over everything is cheaper than many small updates.
_MOST = 0.3
_FEW = 32
# A store that was laid out for a much smaller tree rewrites too much for each edit.
_OUTGROWN = 4


def update(
    memory: CodeMemory, snapshot: Snapshot, scanned_ns: int, options: WarmOptions
) -> WarmSummary:
    """Update what changed; when stored state turns out damaged, derive everything again."""
    with no_collection():
        return _update(memory, snapshot, scanned_ns, options)


def _update(
    memory: CodeMemory, snapshot: Snapshot, scanned_ns: int, options: WarmOptions
) -> WarmSummary:
    plan = plan_for(memory, snapshot, options)
    if _is_lost(memory) or _is_cheaper_to_start_over(memory, plan, options) or options.afresh:
        return _start_over(memory, snapshot, scanned_ns, options)
    try:
        return _Update(memory, snapshot, scanned_ns, options).apply(plan)
    except CorruptDocumentError as error:
        memory.tell(f"stored state was damaged and derived again: {error}")
        memory.reopen()
        return _start_over(memory, snapshot, scanned_ns, options)


def _is_lost(memory: CodeMemory) -> bool:
    """Whether there is nothing to update; the reader is told when there should be something."""
    claims = memory.claims
    if claims.interrupted:
        memory.tell("an update was cut off before; everything was derived again")
    elif claims.manifest.files and not claims.is_complete():
        memory.tell("stored documents were missing; everything was derived again")
    elif claims.manifest.files:
        return False
    elif claims.was_written:
        memory.tell("the list of known files was missing; everything was derived again")
    return True


def _is_cheaper_to_start_over(memory: CodeMemory, plan: Plan, options: WarmOptions) -> bool:
    known = memory.claims.manifest.files
    # Starting over forgets what it does not reach, so bounded work never does.
    if options.only is not None or options.max_stale_ms is not None:
        return False
    files = len(known) + sum(path not in known for path in plan.check)
    if layout_for(files).shards >= _OUTGROWN * memory.claims.manifest.layout.shards:
        return True
    most = max(_FEW, _MOST * len(known))
    if len(plan.check) <= most:
        return False
    outdated = memory.claims.manifest.versions != memory.languages.versions()
    changed = len(plan.check) if outdated else _count_changed(memory, plan)
    return changed > most


def _count_changed(memory: CodeMemory, plan: Plan) -> int:
    """How many files have another content, and not only another time: hashing is cheap."""
    known = memory.claims.manifest.files
    count = 0
    for path in plan.check:
        row = known.get(path)
        try:
            count += row is None or memory.worktree.read(path).blob != row.blob
        except TmfError:
            count += 1
    return count


def _start_over(
    memory: CodeMemory, snapshot: Snapshot, scanned_ns: int, options: WarmOptions
) -> WarmSummary:
    options = replace(options, only=None)  # what is stored of the others does not count either
    return _Update(memory, snapshot, scanned_ns, options).from_scratch()


class _Update:
    """One run under the lock: gather a batch, then write it."""

    def __init__(
        self, memory: CodeMemory, snapshot: Snapshot, scanned_ns: int, options: WarmOptions
    ) -> None:
        self._memory = memory
        self._snapshot = snapshot
        self._options = options
        self._old = memory.claims.manifest
        self._terms: dict[str, list[dict[str, int]]] = {}
        self._deadline = (
            None
            if options.max_stale_ms is None
            else memory.clock.monotonic() + options.max_stale_ms / 1000
        )
        self._done = 0
        self._total = 0
        manifest = Manifest(
            files=dict(self._old.files),
            next_number=self._old.next_number,
            layout=self._old.layout,
            scanned_ns=scanned_ns,
            versions=memory.languages.versions(),
            gaps={gap.path: gap.reason for gap in snapshot.gaps},
            warmed_at=memory.clock.now().isoformat(timespec="seconds"),
            outward=dict(self._old.outward),
        )
        self._batch = Batch(
            memory.claims,
            manifest,
            snapshot.files,
            memory.languages.linkers,
            lambda path: derive_surface(memory.worktree, path, memory.languages),
        )

    def apply(self, plan: Plan) -> WarmSummary:
        """Update: derive what changed, link it and what rests on it, rewrite only that."""
        batch = self._batch
        self._put_off_others(plan)
        for path in plan.removed:
            batch.remove(path)
        self._total = len(plan.check)
        for derived in self._derive(self._wanted(plan.check)):
            self._take(derived, batch.add)
        rederived = sorted(batch.entries)
        resting = self._derive_resting()
        batch.link([path for path in batch.bodies if path in batch.manifest.files], self._tick)
        renamed = self._renames()
        stale = batch.count_stale([old for old, _ in renamed])
        if batch.entries or batch.links or batch.removed:
            self._write(renamed)
        else:
            self._memory.claims.commit(batch.manifest)
        return WarmSummary(
            reused=len(batch.manifest.files) - len(rederived),
            rederived=len(rederived),
            relinked=len(resting),
            stale_claims=stale,
            removed=len(batch.removed),
            renamed=renamed,
        )

    def from_scratch(self) -> WarmSummary:
        """Derive and link every file, and write every document once."""
        batch, memory = self._batch, self._memory
        batch.manifest.files, batch.manifest.next_number = {}, 0
        batch.manifest.outward = {}
        batch.manifest.layout = layout_for(len(self._snapshot.files))
        paths = sorted(self._snapshot.files)
        self._total = 2 * len(paths)
        is_unreadable = memory.claims.is_being_replaced
        memory.claims.begin(None)
        memory.text.rebuild(self._stream(paths))
        batch.find_outward()
        batch.link(sorted(batch.bodies), self._tick)
        if not self._options.explicit:
            self._keep_baseline_of_all(is_unreadable=is_unreadable)
        renamed = self._renames()
        stale = 0 if is_unreadable else self._count_stale_of_all(renamed)
        batch.leave_out_surfaces()
        memory.claims.adopt(batch.manifest)
        memory.claims.write_all(batch.changes())
        record_moves(memory.claims.store, renamed)
        memory.claims.commit(batch.manifest)
        return WarmSummary(
            rederived=len(batch.entries),
            stale_claims=stale,
            removed=len(self._old.files.keys() - batch.manifest.files.keys()),
            renamed=renamed,
        )

    def _count_stale_of_all(self, renamed: tuple[tuple[str, str], ...]) -> int:
        self._batch.edited.update(self._old.files)
        try:
            return self._batch.count_stale([old for old, _ in renamed])
        except CorruptDocumentError:
            return 0  # what cannot be read cannot be counted

    def _stream(self, paths: list[str]) -> Iterator[tuple[str, list[dict[str, int]]]]:
        for derived in self._derive([Wanted(path) for path in paths]):
            if self._batch.add(derived):
                yield derived.path, derived.terms

    def _wanted(self, paths: Collection[str]) -> list[Wanted]:
        versions = self._memory.languages.versions()
        wanted = []
        for path in paths:
            row = self._old.files.get(path)
            outdated = row is not None and self._old.versions.get(row.language) != versions.get(
                row.language
            )
            wanted.append(Wanted(path, row.blob if row else "", outdated))
        return wanted

    def _derive(self, wanted: list[Wanted]) -> Iterator[Derived]:
        jobs = self._options.jobs or os.cpu_count() or 1
        late = iter(wanted)
        for derived in derive_all(self._memory.worktree.root, wanted, jobs=jobs):
            next(late)
            self._tick()
            yield derived
            if self._deadline is not None and self._memory.clock.monotonic() > self._deadline:
                break
        reason = f"not refreshed within {self._options.max_stale_ms} ms"
        for left in late:
            self._batch.manifest.leave_out(left.path, reason)
            self._batch.put_off(left.path)

    def _take(self, derived: Derived, add: Callable[[Derived], bool]) -> None:
        if add(derived):
            self._terms[derived.path] = derived.terms

    def _derive_resting(self) -> set[str]:
        """Extract again the unchanged files whose links may differ now, until there are none."""
        all_resting: set[str] = set()
        fresh = set(self._batch.edited)
        while resting := self._batch.dependents(fresh) | self._batch.find_outward():
            all_resting |= resting
            before = set(self._batch.edited)
            for derived in self._derive([Wanted(path, force=True) for path in sorted(resting)]):
                self._take(derived, self._batch.add_resting)
            fresh = self._batch.edited - before
        return all_resting

    def _renames(self) -> tuple[tuple[str, str], ...]:
        """Moves of this update; a file that is still there has not moved, read or not."""
        now = self._batch.manifest.files
        unread = frozenset(gap.path for gap in self._snapshot.gaps)
        before = {
            path: row
            for path, row in self._old.files.items()
            if path in now or not self._is_there(path, unread)
        }
        return find_renames(before, now)

    def _is_there(self, path: str, unread: frozenset[str]) -> bool:
        places = accumulate(path.split("/"), lambda folder, name: f"{folder}/{name}")
        try:
            return not unread.isdisjoint(places) or self._memory.worktree.stat(path) is not None
        except TmfError:
            return False

    def _write(self, renamed: tuple[tuple[str, str], ...]) -> None:
        memory, batch = self._memory, self._batch
        changed = batch.entries.keys() | batch.links.keys() | set(batch.removed)
        if not self._options.explicit:
            keep_baseline(memory.claims, changed)
        memory.claims.begin(changed)
        memory.claims.adopt(batch.manifest)
        memory.claims.write(batch.changes())
        memory.text.replace(batch.removed, self._terms)
        record_moves(memory.claims.store, renamed)
        memory.claims.commit(batch.manifest)

    def _keep_baseline_of_all(self, *, is_unreadable: bool) -> None:
        """Before everything is replaced: remember each file whose claims or edges differ now."""
        claims, batch = self._memory.claims, self._batch
        is_lost = not self._old.files and claims.was_written
        try:
            if is_unreadable or is_lost:
                spoil_baseline(claims.store)
            elif self._old.files:
                paths = batch.manifest.paths()
                differ = files_that_differ(claims, batch.entries, batch.links, paths.__getitem__)
                keep_baseline(claims, differ)
        except CorruptDocumentError:
            spoil_baseline(claims.store)

    def _put_off_others(self, plan: Plan) -> None:
        """Files that are not looked at now keep their gaps; those that should be, come next."""
        manifest, found = self._batch.manifest, self._snapshot.files
        checked = frozenset(plan.check)
        for path, stat in self._old.unread.items():
            if path in found and path not in checked:
                manifest.leave_out(path, self._old.gaps[path], stat)
        if self._options.only is not None:
            whole = plan_for(self._memory, self._snapshot, replace(self._options, only=None))
            for path in frozenset(whole.check) - checked:
                self._batch.put_off(path)

    def _tick(self) -> None:
        self._done += 1
        self._options.report(min(self._done, self._total), self._total)
