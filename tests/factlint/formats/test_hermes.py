"""Hermes memory: entries between separators, one statement each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import hermes_memories
from tests.factlint.formats.contract import run_format_contract
from tests.factlint.formats.pairs import expected, rendered, source_of
from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.hermes import FORMAT
from tmf_memory.factlint.reading import format_of


def test_pair() -> None:
    source = source_of("hermes_user.md")
    assert format_of(source) is FORMAT
    assert rendered(FORMAT, source) == expected("hermes_user.md")


@pytest.mark.parametrize("text", ["see § 4\n", "# § 4\n", "§§\n", "one entry\n"])
def test_is_left_to_others(text: str) -> None:
    assert format_of(SourceText("USER.md", text)) is not FORMAT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("uses S3\n§\nis red\n", "uses S3 ; valid_to=2027\n§\nis red\n"),
        ("uses S3\r\nand disks  \r\n§", "uses S3\r\nand disks ; valid_to=2027  \r\n§"),
        ("§\nuses S3 -- 2026-01-05", "§\nuses S3 -- 2026-01-05 ; valid_to=2027"),
        ("uses S3 ; valid_to=2026\n§\n", "uses S3 ; valid_to=2027\n§\n"),
        (
            "uses S3 (see: wiki) daily\n§\n",
            'USER: tool = "S3 (see: wiki) daily" ; valid_to=2027\n§\n',
        ),
    ],
)
def test_superseding_ends_the_entry(before: str, after: str) -> None:
    source = SourceText("USER.md", before)
    fact = FORMAT.read(source).facts[0]
    assert apply_edits(before, FORMAT.supersede(source, fact, "2027")) == after
    again = FORMAT.read(SourceText("USER.md", after)).facts[0]
    assert (again.id, again.valid_to) == (fact.id, "2027")


@pytest.mark.parametrize(
    ("chosen", "after"),
    [
        ([0], "is two\nlines\n§\nis three\n"),
        ([1], "is one\n§\nis three\n"),
        ([2], "is one\n§\nis two\nlines\n"),
        ([0, 1], "\n§\nis three\n"),
        ([0, 1, 2], "\n§\n\n§\n\n"),
    ],
)
def test_deleting_takes_separators_along_but_the_last(chosen: list[int], after: str) -> None:
    text = "is one\n§\nis two\nlines\n§\nis three\n"
    source = SourceText("USER.md", text)
    found = FORMAT.read(source).facts
    assert apply_edits(text, FORMAT.delete(source, [found[at] for at in chosen])) == after


@given(hermes_memories())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "USER.md", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("USER.md", text))
    FORMAT.read(SourceText("USER.md", f"{text}\n§\n{text}\n§"))
