"""What memory holds of a repository, and what it could not read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts of the store; `pending` are files that a read would derive first."""

    files: int
    claims: int
    edges: int
    unresolved: int
    by_language: Mapping[str, int]
    warmed_at: str
    pending: int
    removed: int
    gaps: tuple[Gap, ...]
    damage: tuple[str, ...]


def look_over(memory: CodeMemory, *, pending: int, removed: int) -> Overview:
    manifest = memory.claims.manifest
    rows = manifest.files.values()
    degraded = {path: row.degraded for path, row in manifest.files.items() if row.degraded}
    gaps = {**degraded, **manifest.gaps}
    return Overview(
        files=len(manifest.files),
        claims=sum(row.symbols for row in rows),
        edges=sum(row.edges for row in rows),
        unresolved=sum(row.unresolved for row in rows),
        by_language=dict(sorted(Counter(row.language for row in rows).items())),
        warmed_at=manifest.warmed_at,
        pending=pending,
        removed=removed,
        gaps=(*memory.notices, *(Gap(path, reason) for path, reason in sorted(gaps.items()))),
        damage=tuple(f"{one.name}: {one.reason.value}" for one in memory.store.damage),
    )
