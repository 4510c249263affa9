"""JSON with comments: what is read, what is refused, what an edit changes and what it leaves."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.install.jsonc import NotJsonError, read
from tmf_memory.install.jsonc_edit import UnexpectedShapeError, remove_member, set_member

PATH = ("servers", "tmf")
VALUE = {"command": "tmf", "args": ["mcp"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", {}),
        (' // c\n{"a": [1, 2e3,], /**/ "c": {"d": null,},}\n', {"a": [1, 2000], "c": {"d": None}}),
        ('"\\u00e9\\"//"', 'é"//'),
        ("[true, false]", [True, False]),
    ],
)  # fmt: skip
def test_document_is_read(text: str, expected: object) -> None:
    assert read(text).decoded == expected


@pytest.mark.parametrize(
    ("text", "offset", "expected"),
    [
        ("", 0, "a value"),
        ("{", 1, "a name in double quotes"),
        ('{"a" 1}', 5, "a colon"),
        ('{"a": }', 6, "a value"),
        ('{"a": 1 "b": 2}', 8, "a comma or the end of this object"),
        ("[1 2]", 3, "a comma or the end of this list"),
        ("{} x", 3, "the end of the file"),
        ("{'a': 1}", 1, "a name in double quotes"),
        ("{,}", 1, "a name in double quotes"),
        ("/* open", 0, "the end of this comment"),
        ('{"a": 01}', 6, "a value"),
        ('{"a": "line\nbreak"}', 6, "a value"),
        ("[" * 200, 101, "at most 100 levels of nesting"),
    ],
)
def test_text_that_is_no_json_is_refused_with_the_place(
    text: str, offset: int, expected: str
) -> None:
    with pytest.raises(NotJsonError) as caught:
        read(text)
    assert (caught.value.offset, caught.value.expected) == (offset, expected)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "servers": {\n    "tmf": 1\n  }\n}\n'),
        ("{}", '{\n  "servers": {\n    "tmf": 1\n  }\n}'),
        ("{\n}\n", '{\n  "servers": {\n    "tmf": 1\n  }\n}\n'),
        ('{"a": 1}', '{"a": 1, "servers": {"tmf": 1}}'),
        ('{"a": 1,}', '{"a": 1, "servers": {"tmf": 1},}'),
        ('{"servers": {"x": 0}}', '{"servers": {"x": 0, "tmf": 1}}'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"servers": {\n\t\t"tmf": 1\n\t}\n}'),
        (
            '{\r\n    "servers": {\r\n        "x": 0\r\n    }\r\n}\r\n',
            '{\r\n    "servers": {\r\n        "x": 0,\r\n        "tmf": 1\r\n    }\r\n}\r\n',
        ),
        (
            '{\n  "servers": {\n    "x": 0 // zero\n    // the end\n  }\n}',
            '{\n  "servers": {\n    "x": 0, // zero\n    "tmf": 1\n    // the end\n  }\n}',
        ),
        (
            '{\n  "servers": {\n    "x": 0, /* zero */ // two\n  },\n}',
            '{\n  "servers": {\n    "x": 0, /* zero */ // two\n    "tmf": 1,\n  },\n}',
        ),
        (
            '{\n  "servers": { // none yet\n  }\n}',
            '{\n  "servers": { // none yet\n    "tmf": 1\n  }\n}',
        ),
        ('{"servers": { /* none */ }}', '{"servers": { /* none */\n  "tmf": 1\n }}'),
        ('{"servers": {"tmf": 1}}', '{"servers": {"tmf": 1}}'),
        ('{"servers": {"tmf": /* old */ 2}}', '{"servers": {"tmf": /* old */ 1}}'),
    ],
)
def test_member_is_set(before: str, after: str) -> None:
    assert set_member(before, PATH, 1) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", "{}"),
        ('{"servers": {}}', '{"servers": {}}'),
        ('{"servers": {"tmf": 1}}', '{"servers": {}}'),
        ('{"servers": {"tmf": 1, "x": 0}}', '{"servers": { "x": 0}}'),
        ('{"servers": {"x": 0, "tmf": 1}}', '{"servers": {"x": 0}}'),
        ('{"servers": {"x": 0, "tmf": 1,}}', '{"servers": {"x": 0,}}'),
        (
            '{"servers": {\n  "x": 0, // zero\n  // mine\n  "tmf": 1 // one\n}}',
            '{"servers": {\n  "x": 0 // zero\n  // mine\n // one\n}}',
        ),
        (
            '{"servers": {\n  "x": 0,\n  "tmf": 1,\n  "y": 2\n}}',
            '{"servers": {\n  "x": 0,\n  "y": 2\n}}',
        ),
    ],
)
def test_member_is_removed(before: str, after: str) -> None:
    assert remove_member(before, PATH) == after


@pytest.mark.parametrize(
    "text", ["[]", "1", '{"servers": []}', '{"servers": 1}', '{"servers": {}, "servers": {}}']
)
def test_document_without_a_place_for_the_member(text: str) -> None:
    with pytest.raises(UnexpectedShapeError):
        set_member(text, PATH, 1)


BLOCKS = [f"/*{inside}*/" for inside in ("", "x", "\n", '"a": 1,', "//")]
LINES = [f"//{inside}\n" for inside in ("", "x", '}, "b": {', "/*")]
SPACES = ["", " ", "\n", "\n  ", "\t", " \n\n "]
TRIVIA = st.sampled_from(
    SPACES
    + [f"{before}{one}{after}" for before in SPACES for one in BLOCKS + LINES for after in SPACES]
)
NAMES = st.sampled_from(["a", "b", "tm", "tmf2", "//", 'quo"te', "é"])


@st.composite
def _objects(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    return _object(draw, {name: draw(inner) for name in names})


def _object(draw: st.DrawFn, members: dict[str, str]) -> str:
    parts = [
        f"{draw(TRIVIA)}{json.dumps(name)}{draw(TRIVIA)}:{draw(TRIVIA)}{written}{draw(TRIVIA)}"
        for name, written in members.items()
    ]
    last = "," if parts and draw(st.booleans()) else ""
    return "{" + ",".join(parts) + last + draw(TRIVIA) + "}"


ATOMS = st.sampled_from(["1", "-2.5", "true", "null", '"text"', '"// no"', "[]", "[1, /* c */ 2,]"])
VALUES = st.recursive(ATOMS, lambda inner: _objects(inner), max_leaves=4)


@st.composite
def _documents(draw: st.DrawFn, *, servers: bool) -> str:
    members = {name: draw(VALUES) for name in draw(st.lists(NAMES, max_size=3, unique=True))}
    if servers:
        names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
        members["servers"] = _object(draw, {name: draw(VALUES) for name in names})
        members = dict(draw(st.permutations(list(members.items()))))
    return draw(TRIVIA) + _object(draw, members) + draw(TRIVIA)


@given(_documents(servers=True))
def test_set_then_remove_gives_the_same_bytes_back(text: str) -> None:
    assert remove_member(set_member(text, PATH, VALUE), PATH) == text


@given(st.one_of(_documents(servers=True), _documents(servers=False)))
def test_set_adds_the_member_and_keeps_every_other(text: str) -> None:
    before: Any = read(text).decoded
    expected = {**before, "servers": {**before.get("servers", {}), "tmf": VALUE}}
    after = set_member(text, PATH, VALUE)
    assert read(after).decoded == expected
    assert set_member(after, PATH, VALUE) == after


@given(_documents(servers=True), st.sampled_from(["a", "b", "é"]))
def test_remove_takes_one_member_and_keeps_every_other(text: str, name: str) -> None:
    before: Any = read(text).decoded
    expected = {
        **before,
        "servers": {key: one for key, one in before["servers"].items() if key != name},
    }
    assert read(remove_member(text, ("servers", name))).decoded == expected


@given(_documents(servers=True))
def test_set_only_inserts(text: str) -> None:
    after = set_member(text, PATH, VALUE)
    pieces = text.replace(" ", "").split("\n")
    position = 0
    for piece in pieces:
        for character in piece:
            position = after.find(character, position)
            assert position >= 0
            position += 1


@given(st.text(alphabet='{}[]",:/*\\n 1a', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotJsonError):
        read(text)
