"""Junk never wins: what the provenance cap defends, and what it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tmf_memory.factlint.analysis import LintOptions, corpus_of
from tmf_memory.factlint.fixes import fixes_of
from tmf_memory.factlint.linter import Input, decode_document, scan
from tmf_memory.factlint.model import Report
from tmf_memory.factlint.reconcile import Outcome, reconcile
from tmf_memory.factlint.timeline import Standing, as_of

PRIMARY = {
    "entity": "web",
    "slot": "gateway",
    "value": "kong",
    "observed_at": "2026-01-01",
    "source": "runbook",
    "source_class": "primary",
}


def junk(number: int) -> dict[str, Any]:
    return {
        "entity": "web",
        "slot": "gateway",
        "value": "evilproxy",
        "observed_at": f"2026-06-{number % 28 + 1:02d}",
        "source": f"post-{number}",
    }


def lint(*rows: dict[str, Any]) -> Report:
    return scan([Input("store.jsonl", data="\n".join(map(json.dumps, rows)).encode())])


def superseded(report: Report) -> list[str]:
    return [fix.fact.source for fix in fixes_of(report.findings) if fix.valid_to]


def test_forty_junk_sources_never_supersede_a_primary_fact() -> None:
    report = lint(PRIMARY, *map(junk, range(40)))
    assert superseded(report) == []
    flagged = {finding.flagged.source for finding in report.findings if finding.flagged}
    assert "runbook" not in flagged
    assert "is capped by a primary source" in report.findings[0].reason


def test_one_newer_unclassified_claim_never_supersedes_a_primary_fact() -> None:
    assert superseded(lint(PRIMARY, junk(1))) == []


@pytest.mark.parametrize("claim", ["stopped using kong", "kong was replaced by evilproxy"])
def test_a_junk_transition_never_supersedes_a_primary_fact(claim: str) -> None:
    row = {"entity": "web", "claim": claim, "observed_at": "2026-06-01", "source": "post"}
    report = lint(PRIMARY, row)
    assert superseded(report) == []


def test_a_lower_class_never_supersedes_a_higher_one() -> None:
    secondary = {**PRIMARY, "source_class": "secondary"}
    assert superseded(lint(secondary, junk(1))) == []
    derived = {**junk(1), "source_class": "derived"}
    assert superseded(lint(secondary, derived)) == []


def test_a_newer_primary_fact_supersedes() -> None:
    newer = {**PRIMARY, "value": "envoy", "observed_at": "2026-03-01", "source": "runbook-2"}
    assert superseded(lint(PRIMARY, newer, *map(junk, range(40)))) == ["runbook"]


def test_a_forged_primary_source_wins_outright() -> None:
    """What is not defended: the linter does not authenticate sources."""
    forged = {**junk(1), "source_class": "primary"}
    assert superseded(lint(PRIMARY, forged)) == ["runbook"]


def test_reconcile_and_as_of_cap_alike() -> None:
    rows = [PRIMARY, *map(junk, range(40))]
    data = "\n".join(map(json.dumps, rows)).encode()
    corpus = corpus_of([decode_document("store.jsonl", data)], LintOptions())
    matrix = reconcile(corpus)
    assert matrix.entities[0].canonical.source == "runbook"
    assert matrix.entities[0].rows[0].outcome is Outcome.WINNER
    timeline = as_of("2026-07-01", corpus)
    current = [each for each in timeline.beliefs if each.standing is Standing.CURRENT]
    assert [belief.fact.source for belief in current] == ["runbook"]
