"""Stores: one record a line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import jsonl
from tests.factlint.formats.contract import run_format_contract
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.jsonl import FORMAT
from tmf_memory.factlint.model import Fidelity
from tmf_memory.factlint.records import FIELDS, encode_fact


def read(*rows: object) -> SourceText:
    return SourceText("store.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))


IDS = {
    "8a0ccbab525e5078": ("billing-store", "tool", "MySQL 8", "2026-06-02", "infra-doc"),
    "a7cbc633c4d1bdf6": ("edge-proxy", "gateway", "kong", "2026-03-01", "infra-doc"),
    "c1ab7a22a4dcb381": ("edge-proxy", "gateway", "haproxy", "2026-02-01", "chat-aside"),
    "145a8166667a9e33": ("Initech", "tool", "grafana", None, "chat"),
}


@pytest.mark.parametrize(("fact_id", "parts"), IDS.items())
def test_ids_are_those_of_the_reference(fact_id: str, parts: tuple[str | None, ...]) -> None:
    row = dict(zip(("entity", "slot", "value", "date", "source"), parts, strict=True))
    assert FORMAT.read(read(row)).facts[0].id == fact_id
    ended = FORMAT.read(read({}, {**row, "valid_to": "2027-01-01"})).facts[0]
    assert (ended.id, ended.place.line) == (fact_id, 2)


def test_record_comes_back_with_its_unknown_keys() -> None:
    row = {
        "entity": "web",
        "slot": "port",
        "value": 8080,
        "date": "Jan 5, 2026",
        "aka": ["site"],
        "condition": "dev",
        "team": {"lead": "Ann"},
    }
    record = encode_fact(FORMAT.read(read(row)).facts[0])
    assert tuple(record)[:12] == FIELDS
    assert record["value"] == "8080"
    assert record["observed_at"] == "2026-01-05"
    assert record["aliases"] == ["site"]
    assert record["condition"] == "dev"
    assert record["team"] == {"lead": "Ann"}
    again = FORMAT.read(read(record)).facts[0]
    assert encode_fact(again) == record


@pytest.mark.parametrize(
    ("row", "fidelity"),
    [
        ({"slot": "port", "value": "1"}, Fidelity.FULL),
        ({"slot": "port", "value": "1", "fidelity": "RESIDUAL"}, Fidelity.RESIDUAL),
        ({"claim": "serves the shop"}, Fidelity.PARTIAL),
        ({"claim": "serves the shop", "fidelity": "FULL"}, Fidelity.PARTIAL),
        ({"claim": 'port = "1"'}, Fidelity.FULL),
        ({"value": "just a value"}, Fidelity.PARTIAL),
    ],
)
def test_fidelity_may_be_less_than_proven_never_more(
    row: dict[str, str], fidelity: Fidelity
) -> None:
    assert FORMAT.read(read({"entity": "web", **row})).facts[0].fidelity is fidelity


@given(jsonl())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "store.jsonl", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("store.jsonl", text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*FIELDS, "x"]), inner),
    )
)
def test_any_json_line_is_read(value: object) -> None:
    FORMAT.read(read(value))
