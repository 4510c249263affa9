"""The words of a warm: options, summary, and what a scan makes stale."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from tmf_memory.codegraph.manifest import Plan, plan_for_scan
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap
from tmf_memory.kernel.worktree.model import Snapshot

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class WarmOptions:
    """How to warm. `only` limits it to some files and folders (`""` is the whole tree).

    `jobs` 0 means one per processor.

    An `explicit` warm sets the baseline of `diff`, and fails when it cannot write.
    `max_stale_ms` bounds the work; what was not reached is a gap. `afresh` takes nothing that is
    stored for granted.
    """

    only: Collection[str] | None = None
    jobs: int = 0
    explicit: bool = False
    max_stale_ms: int | None = None
    afresh: bool = False
    report: Report = lambda done, total: None

    def covers(self, path: str) -> bool:
        """Whether this file is meant."""
        if self.only is None:
            return True
        return any(one in {"", path} or path.startswith(f"{one}/") for one in self.only)


@dataclass(frozen=True, slots=True)
class WarmSummary:
    """What one warm did; `seconds` is wall time, the other numbers count."""

    files: int = 0
    claims: int = 0
    edges: int = 0
    unresolved: int = 0
    seconds: float = 0.0
    reused: int = 0
    rederived: int = 0
    relinked: int = 0
    stale_claims: int = 0
    removed: int = 0
    renamed: tuple[tuple[str, str], ...] = ()
    gaps: tuple[Gap, ...] = ()


def plan_for(memory: CodeMemory, snapshot: Snapshot, options: WarmOptions) -> Plan:
    plan = plan_for_scan(memory.claims.manifest, snapshot, memory.languages.versions())
    if options.only is None:
        return plan
    return Plan(
        tuple(path for path in plan.check if options.covers(path)),
        tuple(path for path in plan.removed if options.covers(path)),
        plan.has_other_gaps,
    )
