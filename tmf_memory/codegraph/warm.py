"""Bring code memory up to date with the working tree: look, and update only what is stale."""

from __future__ import annotations

from dataclasses import replace

from tmf_memory.codegraph.baseline import clear_baseline
from tmf_memory.codegraph.manifest import Plan
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.metrics import record_update
from tmf_memory.codegraph.model import Gap, Json
from tmf_memory.codegraph.warming import WarmOptions, WarmSummary, plan_for
from tmf_memory.kernel.errors import LockHeldError, StoreReadOnlyError
from tmf_memory.kernel.worktree.model import Snapshot

__all__ = ["WarmOptions", "WarmSummary", "refresh", "what_is_stale"]


def refresh(memory: CodeMemory, options: WarmOptions) -> WarmSummary:
    """Make memory agree with the tree; when the store cannot be written, in memory only.

    Raises LockHeldError and StoreReadOnlyError only for an explicit warm.
    """
    started = memory.clock.monotonic()
    memory.reload_if_changed()
    scanned_ns = memory.clock.time_ns()
    snapshot = memory.worktree.scan(memory.languages.wants)
    if not plan_for(memory, snapshot, options) and not memory.claims.interrupted:
        if options.explicit:
            clear_baseline(memory.claims.store)
        return _summary(memory, WarmSummary(reused=len(memory.claims.manifest.files)), started)
    try:
        with memory.claims.store.lock():
            memory.reload_if_changed()
            summary = _updated(memory, snapshot, scanned_ns, options)
    except (LockHeldError, StoreReadOnlyError) as error:
        if options.explicit:
            raise
        memory.work_in_memory(f"nothing was written: {error}")
        summary = _updated(memory, snapshot, scanned_ns, options)
    summary = _summary(memory, summary, started)
    record_update(memory.claims.store, memory.clock, _counts(summary, options))
    return summary


def _updated(
    memory: CodeMemory, snapshot: Snapshot, scanned_ns: int, options: WarmOptions
) -> WarmSummary:
    from tmf_memory.codegraph.update import update  # a read of an unchanged tree never needs it

    return update(memory, snapshot, scanned_ns, options)


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


def _summary(memory: CodeMemory, summary: WarmSummary, started: float) -> WarmSummary:
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
        gaps=(*memory.notices, *sorted(unread + degraded, key=lambda gap: gap.path)),
    )
