"""The external pairs: nearly all contradictions found, no conditional pair reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eval.lint.memconflict import measure, records_of

DATA = os.environ.get("TMF_EVAL_DATA", "")


def test_superseded_row_becomes_two_dated_records() -> None:
    row = {
        "label": "superseded",
        "entity": "Ann",
        "slot": "City",
        "old": "Bonn",
        "new": "Rome",
        "new_date": "2025-03-01",
    }
    assert [(each["value"], each["observed_at"]) for each in records_of(row)] == [
        ("Bonn", "2025-02-28"),
        ("Rome", "2025-03-01"),
    ]


@pytest.mark.skipif(not DATA, reason="TMF_EVAL_DATA is not set")
def test_recall_and_no_conditional_pair() -> None:
    tally = measure(Path(DATA) / "memconflict" / "dev.jsonl")
    assert tally.recall >= 0.95
    assert tally.false_alarms == 0
