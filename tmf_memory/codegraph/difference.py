"""Two sets of outlines compared: which claims and edges came, went or changed; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.baseline import NOTHING, EdgeRow, Outline

ClaimRow = tuple[str, str, str]
"""`(scope, path, qualname)`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Claims by what happened to them, and edges that came and went; all sorted."""

    against: str
    added: tuple[ClaimRow, ...]
    changed: tuple[ClaimRow, ...]
    removed: tuple[ClaimRow, ...]
    edges_added: tuple[EdgeRow, ...]
    edges_removed: tuple[EdgeRow, ...]

    def __bool__(self) -> bool:
        parts = (self.added, self.changed, self.removed, self.edges_added, self.edges_removed)
        return any(parts)


def compare(
    against: str, before: Mapping[str, Outline], after: Mapping[str, Outline]
) -> Difference:
    """Compare outlines by path; pure."""
    added, changed, removed = [], [], []
    edges_before: set[EdgeRow] = set()
    edges_after: set[EdgeRow] = set()
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path, NOTHING), after.get(path, NOTHING)
        for scope, qualname in sorted(old.symbols.keys() | new.symbols.keys()):
            row = (scope, path, qualname)
            was, now = old.symbols.get(row[::2]), new.symbols.get(row[::2])
            if was is None:
                added.append(row)
            elif now is None:
                removed.append(row)
            elif was != now:
                changed.append(row)
        edges_before |= old.edges
        edges_after |= new.edges
    return Difference(
        against,
        tuple(added),
        tuple(changed),
        tuple(removed),
        tuple(sorted(edges_after - edges_before)),
        tuple(sorted(edges_before - edges_after)),
    )
