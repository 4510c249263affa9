"""Local counters of this repository: one line per warm or refresh that did something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.model import Json
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.base import Store

_LOG = "metrics"


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sums over the log; nothing of it leaves the machine. `seconds` is wall time."""

    since: str
    updates: int
    warms: int
    rederived: int
    relinked: int
    reused: int
    removed: int
    renamed: int
    stale_claims: int
    seconds: float

    @property
    def hit_rate(self) -> float:
        """Share of files that were answered from memory at an update."""
        seen = self.rederived + self.reused
        return round(self.reused / seen, 4) if seen else 0.0


def record_update(store: Store, clock: Clock, counts: Mapping[str, Json]) -> None:
    store.append(_LOG, {"at": clock.now().isoformat(timespec="seconds"), **counts})


def read_metrics(store: Store, *, since: str = "") -> Metrics:
    return sum_metrics(store.rows(_LOG), since=since)


def sum_metrics(rows: Iterable[Mapping[str, Json]], *, since: str = "") -> Metrics:
    """Add up the rows whose time is `since` (an ISO date or time) or later."""
    kept = [row for row in rows if str(row.get("at", "")) >= since]

    def total(name: str) -> int:
        return sum(cast("int", row.get(name, 0)) for row in kept)

    return Metrics(
        since=str(kept[0]["at"]) if kept else since,
        updates=len(kept),
        warms=sum(bool(row.get("explicit")) for row in kept),
        rederived=total("rederived"),
        relinked=total("relinked"),
        reused=total("reused"),
        removed=total("removed"),
        renamed=total("renamed"),
        stale_claims=total("stale_claims"),
        seconds=round(sum(cast("float", row.get("seconds", 0.0)) for row in kept), 3),
    )
