"""What programs read: json, jsonl."""

from __future__ import annotations

import json

from tests.factlint.reporters.report import CLEAN, REPORT
from tmf_memory.factlint.reporters.base import reporter_named

FIELDS = (
    "class code severity layer entity path line reason fidelity reliability confidence fingerprint "
    "flagged survivor fix"
)


def test_document_has_the_promised_fields() -> None:
    document = json.loads(reporter_named("json").render(REPORT))
    assert list(document) == ["findings", "counts", "facts", "engine"]
    assert document["counts"] == {
        "contradicted_implicit": 1,
        "unresolved_alias": 1,
        "unsourced": 1,
    }
    assert all(set(FIELDS.split()) <= set(finding) for finding in document["findings"])
    conflict = document["findings"][1]
    assert conflict["layer"] == "L2"
    assert (conflict["path"], conflict["line"]) == ("notes/a b.md", 1)
    assert conflict["flagged"]["text"] == "ledger: uses PostgreSQL"
    assert conflict["survivor"]["observed_at"] == "2026-06-02"
    assert conflict["fix"]["valid_to"] == "2026-06-02"
    assert conflict["fix"]["target_id"] == conflict["flagged"]["id"]


def test_lines_are_the_findings_and_a_summary() -> None:
    document = json.loads(reporter_named("json").render(REPORT))
    rows = [json.loads(line) for line in reporter_named("jsonl").render(REPORT).splitlines()]
    assert [{**row, "type": None} for row in rows[:-1]] == [
        {**finding, "type": None} for finding in document["findings"]
    ]
    assert rows[-1]["type"] == "summary"
    assert rows[-1]["facts"] == 3


def test_nothing_is_a_document_too() -> None:
    assert json.loads(reporter_named("json").render(CLEAN)) == {
        "findings": [],
        "counts": {},
        "facts": 1,
        "engine": "heuristic",
    }
