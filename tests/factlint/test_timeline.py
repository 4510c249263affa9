"""What was considered true on a date."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import records
from tmf_memory.factlint.analysis import LintOptions, corpus_of
from tmf_memory.factlint.linter import decode_document
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.factlint.timeline import Timeline, as_of
from tmf_memory.factlint.views import encode_timeline, render_timeline


def corpus(*rows: dict[str, Any]) -> Corpus:
    data = "\n".join(map(json.dumps, rows)).encode()
    return corpus_of([decode_document("store.jsonl", data)], LintOptions())


def row(value: str, **fields: Any) -> dict[str, Any]:
    return {"entity": "web", "slot": "gateway", "value": value, **fields}


def current(timeline: Timeline) -> list[str]:
    return [belief.fact.value for belief in timeline.beliefs if belief.standing.value == "CURRENT"]


WINDOW = {"valid_from": "2026-02-01", "valid_to": "2026-04-01"}


@pytest.mark.parametrize(
    ("fields", "date", "reason"),
    [
        (WINDOW, "2026-01-31", "not_yet_valid"),
        (WINDOW, "2026-02-01", ""),
        (WINDOW, "2026-03-31", ""),
        (WINDOW, "2026-04-01", "expired"),
        ({"valid_to": "2026-04-01"}, "1999-01-01", ""),
        ({"valid_from": "2026-02-01"}, "2099-01-01", ""),
        ({**WINDOW, "observed_at": "2026-12-01"}, "2026-03-01", ""),
        ({"observed_at": "2026-03-01"}, "2026-02-28", "not_yet_observed"),
        ({"observed_at": "2026-03-01"}, "2026-03-01", ""),
        ({"observed_at": "2026-03-01T15:00:00Z"}, "2026-03-01", ""),
        ({"observed_at": "2026-03"}, "2026-03-01", ""),
    ],
)
def test_windows(fields: dict[str, str], date: str, reason: str) -> None:
    timeline = as_of(date, corpus(row("kong", **fields)))
    assert [each.reason for each in timeline.out_of_window] == ([reason] if reason else [])
    assert current(timeline) == ([] if reason else ["kong"])


def test_without_anchor() -> None:
    timeline = as_of("2026-01-01", corpus(row("kong")))
    assert [fact.value for _, fact in timeline.unanchored] == ["kong"]
    assert timeline.beliefs == ()


def test_the_later_observation_is_current_and_says_over_what() -> None:
    facts = corpus(row("kong", date="2026-01-01"), row("envoy", date="2026-02-01"))
    timeline = as_of("2026-03-01", facts)
    assert current(timeline) == ["envoy"]
    assert timeline.conflicts_resolved == 1
    assert "- **SUPERSEDED** gateway = 'kong'" in render_timeline(timeline)
    assert current(as_of("2026-01-15", facts)) == ["kong"]


def test_what_is_history_today_was_current_then() -> None:
    facts = corpus(
        row("kong", date="2026-01-01", valid_to="2026-02-01"), row("envoy", date="2026-02-01")
    )
    assert current(as_of("2026-01-15", facts)) == ["kong"]
    assert current(as_of("2026-02-15", facts)) == ["envoy"]


def test_one_entity_under_any_of_its_names() -> None:
    facts = corpus(
        {**row("kong", date="2026-01-01"), "aliases": ["Site"]},
        {**row("S3", date="2026-01-01"), "entity": "ledger"},
    )
    timeline = as_of("2026-03-01", facts, entity="SITE")
    assert current(timeline) == ["kong"]
    assert timeline.facts_read == 2
    assert as_of("2026-03-01", facts, entity="nobody").beliefs == ()


def test_names_that_may_be_one_are_listed() -> None:
    facts = corpus(
        {**row("kong", date="2026-01-01"), "entity": "payments"},
        {**row("envoy", date="2026-01-01"), "entity": "paymants"},
    )
    timeline = as_of("2026-03-01", facts)
    assert [(each.left, each.right) for each in timeline.unresolved_aliases] == [
        ("payments", "paymants")
    ]
    assert "## Unresolved aliases" in render_timeline(timeline)


def test_json_has_the_promised_keys() -> None:
    document = encode_timeline(as_of("2026-03-01", corpus(row("kong", date="2026-01-01"))))
    assert {
        "beliefs",
        "out_of_window",
        "unanchored",
        "facts_read",
        "conflicts_resolved",
        "unresolved_aliases",
    } <= set(document)


def test_table_cells_cannot_break_out() -> None:
    text = render_timeline(as_of("2026-03-01", corpus(row("a | b\nc", date="2026-01-01"))))
    assert "| gateway | a \\| b c |" in text


@given(st.lists(records(), max_size=8), st.dates().map(str))
def test_every_fact_is_somewhere_exactly_once(rows: list[dict[str, Any]], date: str) -> None:
    facts = corpus(*rows)
    timeline = as_of(date, facts)
    placed = [belief.fact for belief in timeline.beliefs]
    placed += [each.fact for each in timeline.out_of_window]
    placed += [fact for _, fact in timeline.unanchored]
    assert sorted(map(id, placed)) == sorted(map(id, facts.facts))
