"""What readers said about claims: an append-only log, folded along renames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import cast

from tmf_memory.codegraph.model import Edge, Json, Scope
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.base import Store

_LOG = "feedback"

ClaimKey = tuple[str, str, str]
"""`(scope, path, qualname)`: what identity is made of. An edge has `edge_name` for a qualname."""


class Verdict(str, Enum):
    """What one reader says of one claim."""

    USAGE = "usage"
    VERIFIED = "verified"
    FALSIFIED = "falsified"
    HUNCH = "hunch"


@dataclass(frozen=True, slots=True)
class FeedbackEvent:
    """One line of the log; `blob` and `node` are what the claim was bound to at that moment.

    What was said of one content says nothing about another.
    """

    verdict: Verdict
    note: str
    at: str
    blob: str
    node: str = ""


def edge_key(edge: Edge) -> ClaimKey:
    """Under which key an edge's feedback is kept; no path or name has a tab in it."""
    source, target = edge.source, edge.target
    name = "\t".join((edge.kind.value, source.qualname, target.path, target.qualname))
    return (Scope.EDGE.value, source.path, name)


def record_feedback(store: Store, clock: Clock, key: ClaimKey, event: FeedbackEvent) -> None:
    scope, path, qualname = key
    row: Mapping[str, Json] = {
        "event": "feedback",
        "scope": scope,
        "path": path,
        "qualname": qualname,
        "verdict": event.verdict.value,
        "note": event.note,
        "at": event.at or clock.now().isoformat(timespec="seconds"),
        "blob": event.blob,
        "node": event.node,
    }
    store.append(_LOG, row)


def record_moves(store: Store, renames: Iterable[tuple[str, str]]) -> None:
    """Let what was said of a file's claims follow the file."""
    for old, new in renames:
        store.append(_LOG, {"event": "moved", "from": old, "to": new})


def read_feedback(store: Store) -> dict[ClaimKey, tuple[FeedbackEvent, ...]]:
    return fold_feedback(store.rows(_LOG))


def read_moves(store: Store) -> dict[str, str]:
    """Where each path that ever moved is now."""
    moves: dict[str, str] = {}
    for row in store.rows(_LOG):
        if row.get("event") == "moved":
            old, new = str(row["from"]), str(row["to"])
            moves = {start: new if end == old else end for start, end in moves.items()}
            moves[old] = new
            moves.pop(new, None)
    return moves


def fold_feedback(
    rows: Iterable[Mapping[str, Json]],
) -> dict[ClaimKey, tuple[FeedbackEvent, ...]]:
    """Events by claim as it is called now; a later move carries earlier events along."""
    events: dict[ClaimKey, list[FeedbackEvent]] = {}
    for row in rows:
        if row.get("event") == "moved":
            _move(events, str(row["from"]), str(row["to"]))
        elif row.get("event") == "feedback":
            key = (str(row["scope"]), str(row["path"]), str(row["qualname"]))
            events.setdefault(key, []).append(_decode(row))
    return {key: tuple(listed) for key, listed in events.items()}


def _move(events: dict[ClaimKey, list[FeedbackEvent]], old: str, new: str) -> None:
    for key in list(events):
        moved = _moved(key, old, new)
        if moved != key:
            events.setdefault(moved, []).extend(events.pop(key))


def _moved(key: ClaimKey, old: str, new: str) -> ClaimKey:
    scope, path, name = key
    if scope == Scope.EDGE.value and name.count("\t") == 3:
        kind, source, target_path, target = name.split("\t")
        name = "\t".join((kind, source, new if target_path == old else target_path, target))
    return (scope, new if path == old else path, name)


def _decode(row: Mapping[str, Json]) -> FeedbackEvent:
    return FeedbackEvent(
        Verdict(cast("str", row["verdict"])),
        str(row["note"]),
        str(row["at"]),
        str(row["blob"]),
        str(row.get("node", "")),
    )
