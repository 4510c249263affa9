"""basic-memory notes: observations and relations of a titled note."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import basic_notes
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.basic_memory import FORMAT
from tmf_memory.factlint.linter import Input, scan
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("basic_note.md")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("basic_note.md")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: a post\n---\n\nIt is red.\n",
        "---\ntitle: a list\n---\n\n- [ ] to do\n- [x] done\n- [link](a.md)\n",
        "- [tech] uses MySQL\n",
        "---\ntags: [x]\n---\n\n- [tech] uses MySQL\n",
    ],
)
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("note.md", text)) is not FORMAT


def test_a_title_and_an_observation_make_a_note() -> None:
    text = "---\ntitle: web\n---\n\n- [tech] uses MySQL\n"
    assert format_of(SourceText("note.md", text)) is FORMAT


HEAD = "---\ntitle: web\npermalink: web\n---\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [tech] uses S3\n", "- [tech] uses S3 ; valid_to=2027\n"),
        (
            "- [tech] uses S3 #store #aws (in production)\r\n",
            "- [tech] uses S3 ; valid_to=2027 #store #aws (in production)\r\n",
        ),
        (
            "- [tech] uses S3 (source: wiki)\n",
            "- [tech] uses S3 ; valid_to=2027 (source: wiki)\n",
        ),
        (
            "- [tech] uses S3 ; valid_to=2026 #store",
            "- [tech] uses S3 ; valid_to=2027 #store",
        ),
    ],
)
def test_superseding_keeps_tags_and_context(before: str, after: str) -> None:
    source = SourceText("note.md", HEAD + before)
    (fact,) = FORMAT.read(source).facts
    assert apply_edits(source.text, FORMAT.supersede(source, fact, "2027")) == HEAD + after
    (again,) = FORMAT.read(SourceText("note.md", HEAD + after)).facts
    assert (again.id, again.valid_to) == (fact.id, "2027")


def test_contexts_and_relations_are_no_conflict() -> None:
    text = (
        f"{HEAD}- [tech] uses MySQL (dev)\n- [tech] uses PostgreSQL (production)\n"
        "- uses [[Redis]]\n- uses [[Kafka]]\n"
    )
    assert scan([Input("note.md", data=text.encode())]).findings == ()


@given(basic_notes())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "note.md", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("note.md", text))
    FORMAT.read(SourceText("note.md", f"---\ntitle: {text}\n---\n- [tech] {text}"))
