"""Lines are right whatever stands above them: they are counted as Python and editors count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.codegraph.lab import Shell, put

FUNCTION = "@decorate\n@other(\n    1,\n)\ndef größe(ä: int) -> int:\n    return helper(ä)\n"
HELPER = "def helper(x):\n    return x\n"

ABOVE = {
    "nothing": "",
    "comment": "# ä comment\n",
    "tabs": "if True:\n\tX = 1\n\tY = 2\n",
    "form feed between": "X = 1\n\f\nY = 2\n",
    "form feed before a statement": "X = 1\n\fY = 2\n",
    "form feed in a comment": "# a \f b\n",
    "vertical tab in a string": "X = 'a\v\v b'\n",
    "separators in a comment": "# a \x1c\x1d\x1e\x85\u2028\u2029 b\n",
    "separators in a string": "X = 'a \x1c\x1d\x1e\x85\u2028\u2029 b'\n",
    "line ends in a string": "X = '''\n\n\n'''\n",
    "continued line": "X = 1 + \\\n    2\n",
    "wide characters": "X = '日本語🐍'  # 🐍🐍\n",
    "combining characters": "e\u0301 = 1\n",
    "several definitions on a line": "class A: pass\n",
    "escaped line ends": "X = 'a\\\nb'\n",
}
ENCODINGS = {"utf-8": "utf-8", "with BOM": "utf-8-sig", "utf-16": "utf-16"}
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}


@pytest.mark.slow
@pytest.mark.parametrize("line_end", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ABOVE)
def test_lines_below(
    name: str, encoding: str, line_end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    above = f"{HELPER}\n\n{ABOVE[name]}\n"
    text = (above + FUNCTION).replace("\n", LINE_ENDS[line_end])
    tmf = Shell(put(tmp_path, {"a.py": text.encode(ENCODINGS[encoding])}), capsys)
    first = above.count("\n") + 1
    document = json.loads(tmf("explain", "größe", "--json").out)
    (anchor,) = document["anchors"]
    assert (anchor["line_start"], anchor["line_end"]) == (first, first + 5)
    document = json.loads(tmf("callers", "helper", "--json").out)
    lines = [one["line_start"] for one in document["callers"][0]["anchors"]]
    assert lines == [first + 5]


@pytest.mark.parametrize("shift", [1, 7, 100])
def test_lines_move_with_the_text_above_while_the_claim_stays_fresh(
    shift: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmf = Shell(put(tmp_path, {"a.py": HELPER + FUNCTION}), capsys)
    tmf("warm")
    put(tmp_path, {"a.py": HELPER + "\n" * shift + FUNCTION})
    for options in ((), ("--no-refresh",)):
        document = json.loads(tmf("explain", "größe", "--json", *options).out)
        assert document["fresh"] is True
        assert document["anchors"][0]["line_start"] == 3 + shift


def test_an_edge_never_points_at_other_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its lines are found by linking again: unrefreshed it has none."""
    tmf = Shell(put(tmp_path, {"a.py": HELPER + FUNCTION}), capsys)
    tmf("warm")
    put(tmp_path, {"a.py": HELPER + "\n\n" + FUNCTION})
    (caller,) = json.loads(tmf("callers", "helper", "--json", "--no-refresh").out)["callers"]
    assert (caller["fresh"], caller["anchors"]) == (False, [])
    assert "a.py:8" not in tmf("callers", "helper", "--no-refresh").out
    (caller,) = json.loads(tmf("callers", "helper", "--json").out)["callers"]
    assert [one["line_start"] for one in caller["anchors"]] == [10]


OTHER_LANGUAGES = {
    "a.toml": ("# ä\n\n[server]\nport = 80\n", "server.port", 4),
    "a.yaml": ("# ä\nserver:\n  port: 80\n", "server.port", 3),
    "a.json": ('{"ä":\n 1,\n "port": 80}\n', "port", 3),
    "a.ini": ("# ä\n[server]\nport = 80\n", "server.port", 3),
    "a.sql": ("-- ä\n\nCREATE TABLE port (id int);\n", "port", 3),
}


@pytest.mark.parametrize("line_end", LINE_ENDS)
@pytest.mark.parametrize("path", OTHER_LANGUAGES)
def test_lines_of_other_files(
    path: str, line_end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, name, line = OTHER_LANGUAGES[path]
    content = text.replace("\n", LINE_ENDS[line_end]).encode()
    tmf = Shell(put(tmp_path, {path: content}), capsys)
    document = json.loads(tmf("explain", f"{path}:{name}", "--json").out)
    assert document["anchors"][0]["line_start"] == line
