"""MemConflict rows as canonical records: what is reported, per label.

*superseded*: the old value observed one day before `new_date`, the new one on it.
*static_contradiction*: the points with their dates; distractors are about somebody else.
*conditional_not_contradiction*: the points with their fourth element as the condition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from tmf_memory.factlint.analysis import analyse
from tmf_memory.factlint.linter import decode_document

REPORTED = frozenset({"contradicted_explicit", "contradicted_implicit", "stale", "likely_conflict"})
CONDITIONAL = "conditional_not_contradiction"

Row = dict[str, object]


@dataclass
class Tally:
    """Counts over the rows, and the rows that went wrong."""

    eligible: int = 0
    found: int = 0
    conditional: int = 0
    false_alarms: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.eligible if self.eligible else 0.0


def records_of(row: Row) -> list[dict[str, object]]:
    """Return the records that a row becomes."""
    base = {"entity": row["entity"], "slot": row["slot"]}
    if row["label"] == "superseded":
        new = date.fromisoformat(str(row["new_date"]))
        before = (new - timedelta(days=1)).isoformat()
        return [
            {**base, "value": row["old"], "observed_at": before},
            {**base, "value": row["new"], "observed_at": new.isoformat()},
        ]
    return [dict(each) for each in _points(row, base)]


def _points(row: Row, base: dict[str, object]) -> Iterator[dict[str, object]]:
    points = row["points"]
    for point in points if isinstance(points, list) else []:
        observed, name, value, *rest = point
        if name == "Distractor" or value is None:
            continue
        record = {**base, "value": value, "observed_at": observed}
        if row["label"] == CONDITIONAL and rest:
            record["condition"] = rest[0]
        yield record


def reported(row: Row) -> bool:
    """Tell whether the linter reports a conflict among the records of a row."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records_of(row)]
    report = analyse([decode_document("store.jsonl", "\n".join(lines).encode())])
    return any(finding.name in REPORTED for finding in report.findings)


def measure(path: Path) -> Tally:
    """Run every row of a file."""
    tally = Tally()
    for line in path.read_text(encoding="utf-8").splitlines():
        row: Row = json.loads(line)
        is_reported = reported(row)
        if row["label"] == CONDITIONAL:
            tally.conditional += 1
            tally.false_alarms += is_reported
        elif not row["equal_head"]:
            tally.eligible += 1
            tally.found += is_reported
        else:
            continue
        if is_reported == (row["label"] == CONDITIONAL):
            tally.wrong.append(line)
    return tally
