"""Codex memories: knowledge of task groups, dated by the runs of the tasks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import codex_memories
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.codex_memories import FORMAT
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("codex_memory.md")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("codex_memory.md")


@pytest.mark.parametrize("text", ["## Task Group: web\n", "# Task Group\n", "# Task Group:\n", ""])
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("MEMORY.md", text)) is not FORMAT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- uses S3 [Task 1]\n", "- uses S3 ; valid_to=2027 [Task 1]\n"),
        (
            "- uses S3 -- 2026-01-05 [Task 1][Task 2] [ad-hoc note]\r\n",
            "- uses S3 -- 2026-01-05 ; valid_to=2027 [Task 1][Task 2] [ad-hoc note]\r\n",
        ),
        ("- uses S3\n  and disks. [Task 1]", "- uses S3\n  and disks. ; valid_to=2027 [Task 1]"),
        ("- uses S3 ; valid_to=2026 [Task 1]\n", "- uses S3 ; valid_to=2027 [Task 1]\n"),
        ("- uses S3", "- uses S3 ; valid_to=2027"),
    ],
)
def test_superseding_keeps_the_references(before: str, after: str) -> None:
    head = "# Task Group: web\n\n## Reusable knowledge\n\n"
    source = SourceText("MEMORY.md", head + before)
    (fact,) = FORMAT.read(source).facts
    assert apply_edits(source.text, FORMAT.supersede(source, fact, "2027")) == head + after
    (again,) = FORMAT.read(SourceText("MEMORY.md", head + after)).facts
    assert (again.id, again.valid_to) == (fact.id, "2027")


@given(codex_memories())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "MEMORY.md", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("MEMORY.md", text))
    FORMAT.read(SourceText("MEMORY.md", f"# Task Group: a\n## Reusable knowledge\n- {text}"))
