"""MCP memory servers: entities with observations, and relations, a line each."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import mcp_graphs
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.mcp_memory import FORMAT
from tmf_memory.factlint.linter import Input, scan
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("mcp_graph.jsonl")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("mcp_graph.jsonl")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("memory.json", '{"type":"entity","name":"a","entityType":"b","observations":[]}\n'),
        ("memory.jsonl", '\n{"type":"relation","from":"a","to":"b","relationType":"uses"}\n'),
        ("memory.jsonl", '{"torn\n{"name":"a","entityType":"b","observations":["is up"]}\n'),
    ],
)
def test_is_recognised(name: str, text: str) -> None:
    assert format_of(SourceText(name, text)) is FORMAT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("store.jsonl", '{"entity": "a", "slot": "port", "value": "1"}\n'),
        ("facts.json", '{"facts": []}'),
        ("notes.md", '{"type":"entity","name":"a","entityType":"b","observations":[]}\n'),
        ("empty.jsonl", ""),
        # Looking for the first record must not cost the square of the blank lines before it.
        ("blank.jsonl", "\n" * 200_000),
    ],
)
def test_is_left_to_others(name: str, text: str) -> None:
    assert format_of(SourceText(name, text)) is not FORMAT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"name":"web","entityType":"s","observations":["uses \\u00e9 9", "x"]}\n',
            '{"name":"web","entityType":"s",'
            '"observations":["uses \\u00e9 9 ; valid_to=2027", "x"]}\n',
        ),
        (
            '{"name":"web","entityType":"s","observations":["uses S3 ; valid_to=2026"]}\r\n',
            '{"name":"web","entityType":"s","observations":["uses S3 ; valid_to=2027"]}\r\n',
        ),
        (
            '{"name":"web","entityType":"s","observations":[{"text":"uses S3","v":1}]}',
            '{"name":"web","entityType":"s",'
            '"observations":[{"text":"uses S3","v":1,"valid_to":"2027"}]}',
        ),
    ],
)
def test_superseding_changes_one_observation(before: str, after: str) -> None:
    source = SourceText("memory.jsonl", before)
    fact = FORMAT.read(source).facts[0]
    assert apply_edits(before, FORMAT.supersede(source, fact, "2027")) == after
    again = FORMAT.read(SourceText("memory.jsonl", after)).facts[0]
    assert (again.id, again.valid_to) == (fact.id, "2027")


def test_deleting_takes_observations_and_lines_of_relations() -> None:
    text = (
        '{"name":"web","entityType":"s","observations":["is up", "is red", "is up"]}\n'
        '{"from":"web","to":"db","relationType":"uses"}\n'
        '{"from":"web","to":"db","relationType":"uses"}\n'
    )
    source = SourceText("memory.jsonl", text)
    found = FORMAT.read(source).facts
    assert apply_edits(text, FORMAT.delete(source, [found[2], found[4]])) == (
        '{"name":"web","entityType":"s","observations":["is up", "is red"]}\n'
        '{"from":"web","to":"db","relationType":"uses"}\n'
    )


def test_many_links_of_one_kind_are_no_conflict() -> None:
    text = "".join(
        f'{{"type":"relation","from":"web","to":"{target}","relationType":"uses"}}\n'
        for target in ("redis", "kafka", "postgres")
    )
    assert scan([Input("memory.jsonl", data=text.encode())]).findings == ()


@pytest.mark.skipif("TMF_EVAL_DATA" not in os.environ, reason="TMF_EVAL_DATA is not set")
def test_a_real_graph_is_quiet() -> None:
    folder = Path(os.environ["TMF_EVAL_DATA"]) / "memory_files"
    path = folder / "jasonpaulso__mcp-think-tank__memory.jsonl"
    report = scan([Input(path.name, path)])
    assert report.findings == ()
    assert report.facts > 200


@given(mcp_graphs())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "memory.jsonl", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("memory.jsonl", text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["type", "name", "observations", "text", "from", "to"]), inner
            )
        ),
    )
)
def test_any_json_line_is_read(value: object) -> None:
    FORMAT.read(SourceText("memory.jsonl", json.dumps(value)))
