"""mem0 exports: memories of a user, with the dates of the store."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import mem0_exports
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.mem0 import FORMAT
from tmf_memory.factlint.linter import Input, scan
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("mem0_export.json")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("mem0_export.json")


@pytest.mark.parametrize(
    "text",
    [
        '{"memory": "a plain claim of an entity named memory"}',
        '{"facts": [{"entity": "a", "claim": "is up", "observed_at": "2026-01-01"}]}',
        "[]",
    ],
)
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("facts.json", text)) is not FORMAT


ROW = '{"memory": "uses redis 6", "user_id": "web", "created_at": "2026-01-05"%s}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ', "expiration_date": "2027-01-01"'),
        (', "expiration_date": null', ', "expiration_date": "2027-01-01"'),
        (', "expiration_date": null, "x": 1', ', "expiration_date": "2027-01-01", "x": 1'),
    ],
)
def test_superseding_lets_a_memory_expire(before: str, after: str) -> None:
    text = f"[{ROW % before}]"
    source = SourceText("mem0.json", text)
    (fact,) = FORMAT.read(source).facts
    assert apply_edits(text, FORMAT.supersede(source, fact, "2027-01-01")) == f"[{ROW % after}]"


def test_a_newer_memory_that_says_so_ends_an_older_one() -> None:
    rows = [
        {"memory": "User works at Northwind", "user_id": "ann", "created_at": "2026-01-05"},
        {"memory": "User left Northwind", "user_id": "ann", "created_at": "2026-06-02"},
    ]
    report = scan([Input("mem0.json", data=json.dumps(rows).encode())])
    assert [finding.code for finding in report.findings] == ["MF001"]


@given(mem0_exports())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "mem0.json", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("mem0.json", text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["results", "memory", "metadata", "user_id"]), inner)
        ),
    )
)
def test_any_json_is_read(value: object) -> None:
    FORMAT.read(SourceText("mem0.json", json.dumps(value)))
