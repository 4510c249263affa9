"""JSON fact files in all their shapes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import json_documents
from tests.factlint.formats.contract import run_format_contract
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.json_facts import FORMAT
from tmf_memory.factlint.model import Fidelity

ROW = {"entity": "web", "slot": "port", "value": "8080"}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"web": "uses kong"}, [("web", "tool", "kong", "PARTIAL")]),
        ({"web": 'port = "1"'}, [("web", "port", "1", "FULL")]),
        (
            {"web": ["uses kong", "is up"]},
            [("web", "tool", "kong", "PARTIAL"), ("web", "", "", "PARTIAL")],
        ),
        (
            {"web": {"port": "1", "owner": "Ann"}},
            [("web", "port", "1", "FULL"), ("web", "owner", "Ann", "FULL")],
        ),
        ({"web": {"port": {"value": 1, "date": "2026"}}}, [("web", "port", "1", "FULL")]),
        ({"web": {"slot": "port", "value": "1"}}, [("web", "port", "1", "FULL")]),
        ({"web": {"claim": "is up"}}, [("web", "", "", "PARTIAL")]),
        ({"facts": [ROW]}, [("web", "port", "8080", "FULL")]),
        ([ROW, ROW], [("web", "port", "8080", "FULL")] * 2),
        (ROW, [("web", "port", "8080", "FULL")]),
        ({"_comment": "x", "$schema": "y", "web": "is up"}, [("web", "", "", "PARTIAL")]),
        ({}, []),
    ],
)  # fmt: skip
def test_shapes(document: object, expected: list[tuple[str, str, str, str]]) -> None:
    reading = FORMAT.read(SourceText("facts.json", json.dumps(document)))
    assert [(f.entity, f.slot, f.value, f.fidelity.value) for f in reading.facts] == expected
    assert reading.problems == ()


def test_dates_and_sources_inside_a_claim() -> None:
    document = {"web": "uses kong -- 2026-03-01 (source: ops)"}
    (fact,) = FORMAT.read(SourceText("facts.json", json.dumps(document))).facts
    assert (fact.value, fact.observed_at, fact.source) == ("kong", "2026-03-01", "ops")
    assert fact.fidelity is Fidelity.PARTIAL


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "empty file"),
        ("{\n\n", 3, "not JSON"),
        ("3", 1, "neither an object nor a list of records"),
        ('{"web":\n 3}', 1, "a claim is text"),
        ('{"web": {"port": null}}', 1, "slot 'port' has no value"),
        ('[{"value": "1"}]', 1, "no entity"),
        ("[" * 100_000, 1, "nested too deeply"),
    ],
)
def test_bad_input_is_a_problem_with_its_line(text: str, line: int, reason: str) -> None:
    (problem,) = FORMAT.read(SourceText("facts.json", text)).problems
    assert (problem.kind, problem.line) == ("bad_input", line)
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"web": "uses kong"}', '{"web": {"claim": "uses kong", "valid_to": "2027"}}'),
        (
            '{"web": ["uses kong -- 2026 (source: ops, class: primary)"]}',
            '{"web": [{"claim": "uses kong", "observed_at": "2026", "valid_to": "2027", '
            '"source": "ops", "source_class": "primary"}]}',
        ),
        ('{"web": {"port": 1}}', '{"web": {"port": {"value": 1, "valid_to": "2027"}}}'),
        (
            '[\n  {\n    "entity": "web",\n    "slot": "port",\n    "value": "1"\n  }\n]\n',
            '[\n  {\n    "entity": "web",\n    "slot": "port",\n    "value": "1",\n'
            '    "valid_to": "2027"\n  }\n]\n',
        ),
        (
            '[{"entity":"web","slot":"port","value":"1"}]',
            '[{"entity":"web","slot":"port","value":"1","valid_to":"2027"}]',
        ),
        (
            '\ufeff[{"entity": "web", "valid_to": null, "slot": "port", "value": "1"}]',
            '\ufeff[{"entity": "web", "valid_to": "2027", "slot": "port", "value": "1"}]',
        ),
    ],
)
def test_superseding_changes_one_place(before: str, after: str) -> None:
    source = SourceText("facts.json", before)
    (fact,) = FORMAT.read(source).facts
    assert apply_edits(before, FORMAT.supersede(source, fact, "2027")) == after
    (again,) = FORMAT.read(SourceText("facts.json", after)).facts
    assert (again.id, again.valid_to) == (fact.id, "2027")


@pytest.mark.parametrize(
    ("chosen", "after"),
    [
        ([0], '{"a": ["is two", "is three"], "b": "is up"}'),
        ([1], '{"a": ["is one", "is three"], "b": "is up"}'),
        ([2], '{"a": ["is one", "is two"], "b": "is up"}'),
        ([0, 1], '{"a": ["is three"], "b": "is up"}'),
        ([1, 2], '{"a": ["is one"], "b": "is up"}'),
        ([0, 2], '{"a": ["is two"], "b": "is up"}'),
        ([0, 1, 2], '{"a": [], "b": "is up"}'),
        ([3], '{"a": ["is one", "is two", "is three"]}'),
    ],
)
def test_deleting_takes_the_right_commas(chosen: list[int], after: str) -> None:
    text = '{"a": ["is one", "is two", "is three"], "b": "is up"}'
    source = SourceText("facts.json", text)
    found = FORMAT.read(source).facts
    assert apply_edits(text, FORMAT.delete(source, [found[at] for at in chosen])) == after


@given(json_documents())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "facts.json", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("facts.json", text))
