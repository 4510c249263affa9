"""Bring code memory up to date with the working tree: look, and update only what is stale."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tmf_memory.codegraph.baseline import clear_baseline
from tmf_memory.codegraph.limits import why_absent
from tmf_memory.codegraph.manifest import Plan
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.metrics import record_update
from tmf_memory.codegraph.model import Gap, Json
from tmf_memory.codegraph.warming import WarmOptions, WarmSummary, plan_for
from tmf_memory.kernel.errors import CorruptDocumentError, StoreError
from tmf_memory.kernel.store.base import LOCK_TIMEOUT_S

__all__ = ["WarmOptions", "WarmSummary", "refresh", "what_is_stale"]

_READERS_PATIENCE_S = 2.0


def refresh(memory: CodeMemory, options: WarmOptions) -> WarmSummary:
    """Make memory agree with the tree; when the store cannot be written, in memory only.

    Raises what keeps the store from being written only for an explicit warm.
    """
    started = memory.clock.monotonic()
    memory.begin_notices()
    memory.reload_if_changed()
    scan = _Scan(memory)
    # What is kept in this process only is written as soon as that can be done.
    if not memory.is_in_memory and not _is_stale(memory, scan, options):
        _set_baseline(memory, options)
        return _summary(memory, _nothing_done(memory), started, options)
    try:
        summary = _written(memory, scan, options)
    except StoreError as error:  # locked, read-only, full: a read can do without the disk
        if options.explicit or isinstance(error, CorruptDocumentError):
            raise
        memory.work_in_memory(f"nothing was written: {error}")
        is_stale = _is_stale(memory, scan, options)
        summary = _update(memory, scan, options) if is_stale else _nothing_done(memory)
    _set_baseline(memory, options)
    summary = _summary(memory, summary, started, options)
    # The answer is more than the count of answers.
    with suppress(StoreError):
        record_update(memory.claims.store, memory.clock, _counts(summary, options))
    return summary


def _set_baseline(memory: CodeMemory, options: WarmOptions) -> None:
    """An explicit warm is what a later diff compares with."""
    if options.explicit:
        clear_baseline(memory.claims.store, options.covers)


class _Scan:
    """What the tree looked like, and when."""

    def __init__(self, memory: CodeMemory) -> None:
        self.at_ns = memory.clock.time_ns()
        self.snapshot = memory.worktree.scan(memory.languages.wants)


def _is_stale(memory: CodeMemory, scan: _Scan, options: WarmOptions) -> bool:
    claims = memory.claims
    if options.afresh or claims.interrupted or plan_for(memory, scan.snapshot, options):
        return True
    # Whether the rest is there is found out by reading it, unless somebody asked for a warm.
    is_unmarked = bool(claims.manifest.files) and not claims.was_written
    return is_unmarked or (options.explicit and not claims.is_complete())


def _written(memory: CodeMemory, scan: _Scan, options: WarmOptions) -> WarmSummary:
    """Update on disk, as the one writer."""
    patience_s = LOCK_TIMEOUT_S if options.explicit else _READERS_PATIENCE_S
    if memory.is_in_memory and not options.explicit:
        patience_s = 0.0
    with memory.store.lock(timeout_s=patience_s):
        if memory.is_in_memory or memory.has_moved_on():
            memory.work_on_disk()
            memory.reload_if_changed()
            scan = _Scan(memory)  # the one before may be older than what is stored now
            if not _is_stale(memory, scan, options):
                return _nothing_done(memory)
        summary = _update(memory, scan, options)
        memory.has_written()
    return summary


def _nothing_done(memory: CodeMemory) -> WarmSummary:
    return WarmSummary(reused=len(memory.claims.manifest.files))


def _update(memory: CodeMemory, scan: _Scan, options: WarmOptions) -> WarmSummary:
    from tmf_memory.codegraph.update import update  # a read of an unchanged tree never needs it

    try:
        return update(memory, scan.snapshot, scan.at_ns, options)
    except BaseException:
        memory.reopen()  # what is loaded is neither the old state nor a new one
        raise


def what_is_stale(memory: CodeMemory) -> Plan:
    """What a refresh would look at; nothing is derived or written."""
    memory.reload_if_changed()
    return plan_for(memory, memory.worktree.scan(memory.languages.wants), WarmOptions())


def _counts(summary: WarmSummary, options: WarmOptions) -> dict[str, Json]:
    return {
        "explicit": options.explicit,
        "rederived": summary.rederived,
        "relinked": summary.relinked,
        "reused": summary.reused,
        "removed": summary.removed,
        "renamed": len(summary.renamed),
        "stale_claims": summary.stale_claims,
        "seconds": summary.seconds,
    }


def _summary(
    memory: CodeMemory, summary: WarmSummary, started: float, options: WarmOptions
) -> WarmSummary:
    memory.tell_damage()
    known = (*memory.claims.manifest.files, *memory.claims.manifest.gaps)
    absent = [
        Gap(path, why_absent(memory, path))
        for path in options.only or ()
        if not any(map(replace(options, only=[path]).covers, known))
    ]
    rows = memory.claims.manifest.files.values()
    degraded = [
        Gap(path, row.degraded)
        for path, row in memory.claims.manifest.files.items()
        if row.degraded
    ]
    unread = [Gap(path, reason) for path, reason in memory.claims.manifest.gaps.items()]
    return replace(
        summary,
        files=len(memory.claims.manifest.files),
        claims=sum(row.symbols for row in rows),
        edges=sum(row.edges for row in rows),
        unresolved=sum(row.unresolved for row in rows),
        seconds=round(memory.clock.monotonic() - started, 3),
        gaps=(*memory.notices, *absent, *sorted(unread + degraded, key=lambda gap: gap.path)),
    )
