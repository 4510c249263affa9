"""Widths, tables and colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.kernel.render.colour import Style, paint, wants_colour
from tmf_memory.kernel.render.tables import Column, render_table
from tmf_memory.kernel.render.width import display_width, pad, shorten
from tmf_memory.kernel.settings import Settings

WIDTHS = {
    "": 0,
    "abc": 3,
    "café": 4,
    "cafe\u0301": 4,
    "漢字": 4,
    "ｱｲｳ": 3,
    "\uff21\uff22": 4,
    "한글": 4,
    "\u1112\u1161\u11ab": 2,
    "😀": 2,
    "a\u200bb": 2,
    "a\tb": 2,
    "\ud800": 0,
}


@pytest.mark.parametrize("text", WIDTHS, ids=ascii)
def test_display_width(text: str) -> None:
    assert display_width(text) == WIDTHS[text]


SHORTENED = [
    ("abc", 3, "abc"),
    ("abcd", 3, "ab…"),
    ("abcd", 1, "…"),
    ("abcd", 0, ""),
    ("漢字漢", 5, "漢字…"),
    ("漢字漢", 4, "漢…"),
    ("cafe\u0301s", 5, "cafe\u0301s"),
    ("cafe\u0301s!", 5, "cafe\u0301…"),
    ("", 0, ""),
]


@pytest.mark.parametrize(("text", "width", "expected"), SHORTENED)
def test_shorten(text: str, width: int, expected: str) -> None:
    assert shorten(text, width) == expected


@given(st.text(), st.integers(0, 12))
def test_shortened_text_fits_and_padded_text_fills(text: str, width: int) -> None:
    short = shorten(text, width)
    assert display_width(short) <= width
    assert display_width(pad(short, width)) == width
    assert display_width(pad(short, width, right=True)) == width


COLUMNS = (Column("name"), Column("n", right=True), Column("note"))
ROWS = (
    ("a", "1", "first"),
    ("漢字", "1000", ""),
    ("longer name", "20", "two\n lines\tand a tab"),
)

TABLE = """\
name            n  note
a               1  first
漢字         1000
longer name    20  two lines and a tab
"""

NARROW = """\
name          n  note
a             1  first
漢字       1000
longer n…    20  two line…
"""


def test_table_is_aligned() -> None:
    assert render_table(COLUMNS, ROWS) == TABLE


def test_table_is_fitted() -> None:
    assert render_table(COLUMNS, ROWS, width=26) == NARROW
    assert render_table(COLUMNS, ROWS, width=1000) == TABLE


def test_table_without_titles_and_table_without_rows() -> None:
    columns = (Column(), Column(right=True))
    assert render_table(columns, [("a", "1"), ("bb", "22")]) == "a    1\nbb  22\n"
    assert render_table(COLUMNS, []) == ""


def test_table_never_shrinks_to_nothing() -> None:
    assert render_table((Column(), Column()), [("abcdefghij", "k")], width=1) == "abcde…  k\n"


COLOURS = [
    (Settings(), True, True),
    (Settings(), False, False),
    (Settings(force_color=True), False, True),
    (Settings(no_color=True), True, False),
    (Settings(no_color=True, force_color=True), True, False),
]


@pytest.mark.parametrize(("settings", "is_terminal", "expected"), COLOURS)
def test_wants_colour(settings: Settings, is_terminal: bool, expected: bool) -> None:
    assert wants_colour(settings, is_terminal=is_terminal) is expected


def test_paint() -> None:
    assert paint("x", Style.ERROR, is_on=True) == "\x1b[31mx\x1b[0m"
    assert paint("x", Style.ERROR, is_on=False) == "x"
    assert paint("", Style.ERROR, is_on=True) == ""
