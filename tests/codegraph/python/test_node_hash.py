from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from tests.codegraph.python.hashing import (
    hash_of,
    node_named,
    parse,
    place_of,
    reference_of,
    statements_of,
)
from tmf_memory.codegraph.extractors.python.node_hash import NodeHasher

GOLDEN = Path(__file__).with_name("node_hash_golden.json")

_CASE = re.compile(r"^### ([^\n]+)\n\n```\n(.*?)```\n```\n(.*?)```$", re.M | re.S)


def cases_under(heading: str) -> dict[str, tuple[str, str]]:
    text = Path(__file__).with_name("node_hash_cases.md").read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return {name: (left, right) for name, left, right in _CASE.findall(section)}


EQUAL = cases_under("Equal")
DIFFERENT = cases_under("Different")


def test_the_case_file_is_read_in_full() -> None:
    assert (len(EQUAL), len(DIFFERENT)) == (37, 51)


@pytest.mark.parametrize(("left", "right"), EQUAL.values(), ids=EQUAL)
def test_layout_does_not_change_the_hash(left: str, right: str) -> None:
    assert reference_of(left) == reference_of(right)
    assert hash_of(left) == hash_of(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT.values(), ids=DIFFERENT)
def test_tokens_and_structure_change_the_hash(left: str, right: str) -> None:
    assert reference_of(left) != reference_of(right)
    assert hash_of(left) != hash_of(right)


# Only texts that may be indented: no string and no backslash goes on over a line.
INDENTABLE = [
    text
    for text, _ in (*EQUAL.values(), *DIFFERENT.values())
    if "'''" not in text and "\\\n" not in text
]


@pytest.mark.parametrize("text", INDENTABLE)
def test_hash_survives_wrapping_in_a_class(text: str) -> None:
    wrapped = "class Outer:\n" + textwrap.indent(text, "    ")
    assert hash_of(wrapped) == hash_of(text)


def test_hash_does_not_need_a_last_line_end() -> None:
    assert hash_of("def f():\n    pass") == hash_of("def f():\n    pass\n")


def test_hash_is_eleven_characters() -> None:
    assert re.fullmatch("[A-Za-z0-9_-]{11}", hash_of("def f(): pass\n"))


def test_every_node_of_a_file_hashes_as_it_does_alone() -> None:
    text = "\n".join(left for left, _ in (*EQUAL.values(), *DIFFERENT.values()))
    hasher = NodeHasher(text, statements_of(text))
    for node in parse(text).body:
        line, column, end_line, end_column = place_of(node, text)
        alone = "\n".join(text.split("\n")[line - 1 : end_line])
        single = parse(alone).body
        if len(single) == 1:
            by_itself = NodeHasher(alone, statements_of(alone))
            expected = by_itself.hash(*place_of(single[0], alone))
            assert hasher.hash(line, column, end_line, end_column) == expected


GOLDEN_CASES = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=[case["name"] for case in GOLDEN_CASES])
def test_hash_is_the_same_under_every_interpreter(case: dict[str, object]) -> None:
    """The places are stored too: not every interpreter can parse every text."""
    text, place = str(case["text"]), case["place"]
    assert isinstance(place, list)
    statements = [tuple(statement) for statement in case["statements"]]  # type: ignore[attr-defined]
    assert NodeHasher(text, statements).hash(*place) == case["hash"]


HOSTILE = {
    "empty": "",
    "quotes": '"' * 100_001,
    "escaped quotes": '"' + '\\"' * 100_000,
    "open f-strings": 'f"{' * 50_000,
    "open fields": "f'" + "{" * 100_001,
    "open specifications": 'f"' + "{x:" * 50_000 + "'" * 50_000,
    "open long f-string": 'f"""{x}' * 50_000,
    "brackets": "(" * 100_000,
    "decorator signs": "@\n" * 50_000,
    "clauses in brackets": "(\n" + "else\n" * 50_000,
    "clauses on one line": "else " * 100_000,
    "digits": "1" * 200_000 + "x",
    "numbers and keywords": "1if " * 50_000,
    "backslashes": "\\" * 100_001,
    "continued lines": "\\\n" * 50_000,
    "control characters": "\0\x01\x02\x03\x04\n" * 20_000,
    "lone surrogates": "\ud800'\udfff\n" * 20_000,
    "one long line": "x = 'é'; " * 20_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_that_is_not_python_gives_some_hash(text: str) -> None:
    lines = text.split("\n")
    hasher = NodeHasher(text, [(1, 0, 0)])
    assert len(hasher.hash(1, 0, len(lines), len(lines[-1].encode("utf-8", "replace")))) == 11
    assert len(hasher.hash(1, 2, 1, 7)) == 11


def test_many_statements_on_one_long_line_are_told_apart() -> None:
    text = "; ".join(f"é{number} = {number}" for number in range(3_000))
    hasher = NodeHasher(text, [(1, 0, 0)])
    digests = {hasher.hash(*place_of(node, text)) for node in parse(text).body}
    assert len(digests) == 3_000


@pytest.mark.parametrize("name", ["f", "é"])
def test_a_node_is_found_by_its_utf8_column(name: str) -> None:
    text = f"'ß'; {name} = 1; y = 2\n"
    assert hash_of(text, name) == hash_of(f"{name} = 1\n", name)
    assert node_named(text, name).col_offset == len("'ß'; ".encode())
