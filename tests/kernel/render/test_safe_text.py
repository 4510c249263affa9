"""A stranger's text stays text: in a quote, in JSON and in Markdown."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.kernel.render.json_text import render_json
from tmf_memory.kernel.render.markdown import (
    code_block,
    code_span,
    escape_markdown,
    markdown_table,
)
from tmf_memory.kernel.render.quote import quote
from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.trust import UntrustedText

QUOTES = [
    ("plain text", 20, "plain text"),
    ("  two\n\n lines\t\r\n", 20, "two lines"),
    ("\x1b[31mred\x1b[0m", 20, "red"),
    ("\x1b]8;;http://x\x07link\x1b]8;;\x1b\\", 20, "link"),
    ("\x1b]0;title", 20, ""),
    ("a\x1b", 20, "a"),
    ("user\u202egnp.exe", 20, "user gnp.exe"),
    ("a\u2066b\u2069c\u200fd", 20, "a b c d"),
    ("nul\x00bell\x07c1\x9b", 20, "nul bell c1"),
    ("lone \ud800 surrogate", 20, "lone surrogate"),
    ("漢字 and 한글", 20, "漢字 and 한글"),
    ("abcdef", 6, "abcdef"),
    ("abcdefg", 6, "abcde…"),
    ("abcdefg", 1, "…"),
    ("", 5, ""),
]


@pytest.mark.parametrize(("text", "max_chars", "expected"), QUOTES, ids=ascii)
def test_quote(text: str, max_chars: int, expected: str) -> None:
    assert quote(UntrustedText(text), max_chars=max_chars) == expected


CHARACTERS = st.characters(exclude_categories=())
HOSTILE = st.text(st.sampled_from("\x1b[]m;0\x07\\\x9b\u202e\u2066\n\r\t \ud800abc漢") | CHARACTERS)


@given(HOSTILE, st.integers(1, 30))
def test_quote_is_one_bounded_line_of_visible_characters(text: str, max_chars: int) -> None:
    shown = quote(UntrustedText(text), max_chars=max_chars)
    assert len(shown) <= max_chars
    assert all(unicodedata.category(char)[0] != "C" for char in shown)
    assert shown.splitlines() in ([], [shown])
    shown.encode("utf-8")


JSON_TEXTS: list[tuple[Json, str]] = [
    ({"b": 1, "a": [None, True, 1.5]}, '{"a":[null,true,1.5],"b":1}'),
    ("漢字 é 😀", '"漢字 é 😀"'),
    ("\ud800\udfff\udc80", r'"\ud800\udfff\udc80"'),
    ("a\u202eb\u2028c\x9b\x7f", r'"a\u202eb\u2028c\u009b\u007f"'),
    ({"\ud800": {}}, r'{"\ud800":{}}'),
    ("\\ud800", r'"\\ud800"'),
    ([], "[]"),
]


@pytest.mark.parametrize(("value", "expected"), JSON_TEXTS, ids=ascii)
def test_render_json(value: Json, expected: str) -> None:
    assert render_json(value) == expected


def test_render_json_with_indent() -> None:
    assert render_json({"b": [1], "a": "\u202e"}, indent=2) == (
        '{\n  "a": "\\u202e",\n  "b": [\n    1\n  ]\n}'
    )


def test_render_json_refuses_what_is_not_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json(float("nan"))


@given(st.dictionaries(HOSTILE, HOSTILE, max_size=4))
def test_rendered_json_is_the_same_value_and_can_be_encoded(value: dict[str, str]) -> None:
    text = render_json(dict(value))
    assert render_json(dict(reversed(value.items()))) == text
    text.encode("utf-8")
    # Two lone halves that stand together are one character to every JSON reader.
    assert json.dumps(json.loads(text), sort_keys=False) == json.dumps(
        json.loads(json.dumps(value, sort_keys=True))
    )


ESCAPED = [
    ("plain text", "plain text"),
    ("snake_case * [link](url)", r"snake\_case \* \[link\](url)"),
    ("<script>&amp;`x`|~~y~~ $z$", r"\<script\>\&amp;\`x\`\|\~\~y\~\~ \$z\$"),
    ("back\\slash", r"back\\slash"),
    ("two\n# lines", "two # lines"),
    ("# title", r"\# title"),
    ("- point", r"\- point"),
    ("+ point", r"\+ point"),
    ("===", r"\==="),
    ("1. first", r"1\. first"),
    ("12) first", r"12\) first"),
    ("1.5 metres", r"1\.5 metres"),
    ("1984 was a year", "1984 was a year"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), ESCAPED)
def test_escape_markdown(text: str, expected: str) -> None:
    assert escape_markdown(text) == expected


SPANS = [
    ("x", "`x`"),
    ("a`b", "``a`b``"),
    ("``", "``` `` ```"),
    ("`x", "`` `x ``"),
    ("two\nlines", "`two lines`"),
    ("", "`  `"),
]


@pytest.mark.parametrize(("text", "expected"), SPANS)
def test_code_span(text: str, expected: str) -> None:
    assert code_span(text) == expected


BLOCKS = [
    ("x = 1", "```\nx = 1\n```\n"),
    ("x\n", "```\nx\n```\n"),
    ("", "```\n```\n"),
    ("```\ninner\n```\n", "````\n```\ninner\n```\n````\n"),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_code_block(text: str, expected: str) -> None:
    assert code_block(text) == expected


def test_code_block_names_its_language() -> None:
    assert code_block("x", "python") == "```python\nx\n```\n"


def test_markdown_table_keeps_bars_inside_cells() -> None:
    rows = [["a", code_span("x|y")], [escape_markdown("p|q"), ""]]
    assert markdown_table(["one", "two"], rows) == (
        "| one | two |\n| --- | --- |\n| a | `x\\|y` |\n| p\\|q |  |\n"
    )
