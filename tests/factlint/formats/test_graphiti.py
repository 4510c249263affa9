"""Graphiti graphs: edges whose window of validity is ours."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import graphiti_graphs
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.graphiti import FORMAT
from tmf_memory.factlint.linter import Input, scan
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("graphiti_edges.json")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("graphiti_edges.json")


@pytest.mark.parametrize(
    "text",
    [
        '{"fact": "a plain claim of an entity named fact"}',
        '{"facts": [{"entity": "a", "claim": "is up", "valid_from": "2026-01-01"}]}',
        '[{"memory": "is up", "user_id": "a"}]',
    ],
)
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("facts.json", text)) is not FORMAT


EDGE = '[{"source_name": "Ann", "fact": "Ann works at Northwind", "valid_at": "2026-01-05"%s}]'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ', "invalid_at": "2027-01-01"'),
        (', "invalid_at": null', ', "invalid_at": "2027-01-01"'),
        (', "expired_at": "2026-02"', ', "expired_at": "2026-02", "invalid_at": "2027-01-01"'),
    ],
)
def test_superseding_ends_the_window(before: str, after: str) -> None:
    source = SourceText("edges.json", EDGE % before)
    (fact,) = FORMAT.read(source).facts
    assert apply_edits(source.text, FORMAT.supersede(source, fact, "2027-01-01")) == EDGE % after
    (again,) = FORMAT.read(SourceText("edges.json", EDGE % after)).facts
    assert (again.id, again.valid_to) == (fact.id, "2027-01-01")


def test_what_the_graph_has_ended_is_history() -> None:
    rows = [
        {"source_name": "Ann", "fact": fact, "valid_at": day, "invalid_at": end}
        for fact, day, end in (
            ("Ann works at Northwind", "2026-01-05", "2026-06-02"),
            ("Ann left Northwind", "2026-06-02", None),
        )
    ]
    assert scan([Input("edges.json", data=json.dumps(rows).encode())]).findings == ()
    rows[0]["invalid_at"] = None
    report = scan([Input("edges.json", data=json.dumps(rows).encode())])
    assert [finding.code for finding in report.findings] == ["MF001"]


@given(graphiti_graphs())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "edges.json", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("edges.json", text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["edges", "nodes", "fact", "uuid", "name"]), inner)
        ),
    )
)
def test_any_json_is_read(value: object) -> None:
    FORMAT.read(SourceText("edges.json", json.dumps(value)))
