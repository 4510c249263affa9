"""Claude Code auto-memory: the description is the fact, the body explains it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import claude_memories
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.claude_memory import FORMAT
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("claude_fact.md")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("claude_fact.md")


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: x\ndescription: uses MySQL\n---\n",
        "---\nname: x\ntype: user\n---\n",
        "---\nname: x\ndescription: a skill\ntype: skill\n---\n",
        "---\nname: x\ndescription: uses MySQL\ntype: user\n",
        "name: x\ndescription: uses MySQL\ntype: user\n",
    ],
)
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("fact.md", text)) is not FORMAT


HEAD = "---\nname: web\ndescription: uses redis 6\ntype: project\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HEAD}---\n\nIt is red.\n", f"{HEAD}valid_to: 2027-01-01\n---\n\nIt is red.\n"),
        (f"{HEAD}valid_to: 2026  \n---\n", f"{HEAD}valid_to: 2027-01-01  \n---\n"),
        (
            f"\ufeff{HEAD}---".replace("\n", "\r\n"),
            f"\ufeff{HEAD}valid_to: 2027-01-01\n---".replace("\n", "\r\n"),
        ),
    ],
)
def test_a_memory_is_ended_in_its_frontmatter(before: str, after: str) -> None:
    source = SourceText("fact.md", before)
    fact = FORMAT.read(source).facts[0]
    assert apply_edits(before, FORMAT.supersede(source, fact, "2027-01-01")) == after
    again = FORMAT.read(SourceText("fact.md", after)).facts[0]
    assert (again.id, again.valid_to) == (fact.id, "2027-01-01")


def test_a_line_of_the_body_is_ended_on_the_line() -> None:
    text = f"{HEAD}---\n\n- listens on port 80\n"
    source = SourceText("fact.md", text)
    after = apply_edits(text, FORMAT.supersede(source, FORMAT.read(source).facts[1], "2027"))
    assert after == f'{HEAD}---\n\n- web: port = "80" ; valid_to=2027\n'


def test_the_description_is_never_deleted() -> None:
    source = SourceText("fact.md", f"{HEAD}---\n\n- is red\n- is red\n")
    facts = FORMAT.read(source).facts
    assert FORMAT.delete(source, facts[:1]) == ()
    edits = FORMAT.delete(source, [facts[0], facts[2]])
    assert apply_edits(source.text, edits) == f"{HEAD}---\n\n- is red\n"


@given(claude_memories())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "fact.md", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("fact.md", text))
    FORMAT.read(SourceText("fact.md", f"---\nname: {text}\ndescription: {text}\n---\n{text}"))
