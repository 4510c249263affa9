"""One table of a TOML file comes and goes; everything else keeps its bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.install.jsonc_edit import UnexpectedShapeError
from tmf_memory.install.toml_edit import remove_table, set_table, statements
from tmf_memory.kernel.toml import TomlError, loads

PATH = ("servers", "tmf")
ITEMS: dict[str, Any] = {"command": "/bin/tmf", "args": ["mcp", "--repo", 'a "b" \\ é \x7f']}
WRITTEN = (
    "[servers.tmf]\n"
    'command = "/bin/tmf"\n'
    'args = ["mcp", "--repo", "a \\"b\\" \\\\ é \\u007f"]\n'
)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", WRITTEN),
        ("a = 1\n", f"a = 1\n\n{WRITTEN}"),
        ("a = 1", f"a = 1\n\n{WRITTEN}"),
        ("[servers.x]\nb = 2\n", f"[servers.x]\nb = 2\n\n{WRITTEN}"),
        ("servers.x.b = 2\n", f"servers.x.b = 2\n\n{WRITTEN}"),
        ("[[list]]\nb = 2\n", f"[[list]]\nb = 2\n\n{WRITTEN}"),
        ("# only a comment\n", f"# only a comment\n\n{WRITTEN}"),
        ("a = 1\r\n", "a = 1\r\n\r\n" + WRITTEN.replace("\n", "\r\n")),
        (WRITTEN, WRITTEN),
        (
            "[servers.tmf] # mine\ncommand = 'old'\nargs = [\n'a', # ]\n]\nenabled = false\n[z]\n",
            "[servers.tmf] # mine\n" + WRITTEN.partition("\n")[2] + "enabled = false\n[z]\n",
        ),
        (
            "[servers.tmf]\nenabled = true\n",
            "[servers.tmf]\n" + WRITTEN.partition("\n")[2] + "enabled = true\n",
        ),
    ],
)
def test_table_is_set(before: str, after: str) -> None:
    assert set_table(before, PATH, ITEMS, loads) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 1\n", "a = 1\n"),
        (WRITTEN, ""),
        (f"a = 1\n\n{WRITTEN}", "a = 1\n"),
        (f"a = 1\n\n{WRITTEN}\n[z]\nb = 2\n", "a = 1\n\n[z]\nb = 2\n"),
        (f"{WRITTEN}# about z\n[z]\n", "# about z\n[z]\n"),
        (f"{WRITTEN}\n[servers.tmf.env]\nA = 'b'\n\n[z]\n", "\n[z]\n"),
        ("[servers]\nother = 1\n[servers.tmf]\ncommand = 'x'\n", "[servers]\nother = 1\n"),
        ("[servers]\n[servers.tmf]\ncommand = 'x'\n", "[servers]\n"),
        (f"[[z]]\n{WRITTEN}[[z]]\n", "[[z]]\n[[z]]\n"),
    ],
)
def test_table_is_removed(before: str, after: str) -> None:
    assert remove_table(before, PATH, loads) == after


@pytest.mark.parametrize(
    "text",
    [
        "servers = 1\n",
        "servers = { x = { b = 1 } }\n",
        "servers = { tmf = { command = 'old' } }\n",
        "servers.tmf.command = 'old'\n",
        "[servers]\ntmf = { command = 'old' }\n",
        "[[servers]]\na = 1\n",
        "[[servers.tmf]]\na = 1\n",
    ],
)
def test_file_without_a_place_for_the_table_is_refused(text: str) -> None:
    with pytest.raises(UnexpectedShapeError):
        set_table(text, PATH, ITEMS, loads)


@pytest.mark.parametrize("text", ["servers.tmf.command = 'old'\n", "servers = {tmf = {a = 1}}\n"])
def test_table_that_is_not_a_table_of_its_own_is_not_removed(text: str) -> None:
    with pytest.raises(UnexpectedShapeError):
        remove_table(text, PATH, loads)


def test_malformed_file_is_refused() -> None:
    with pytest.raises(TomlError):
        set_table("a = \n", PATH, ITEMS, loads)


def test_statements_end_where_the_parser_ends_them() -> None:
    text = (
        "# c\n\na = 1 # [no]\n"
        'b = """\n[no]\n"quoted" \\""""\n'
        "c = '''\n[no]''\n'''\n"
        "d = [ # x ]\n  '[', \"]\",\n  { e = '}' },\n]\n"
        '  [t."q]#".u] # d\n[[l]]'
    )
    found = [one.text for one in statements(text)]
    assert [one.partition("\n")[0] for one in found] == [
        "a = 1 # [no]", 'b = """', "c = '''", "d = [ # x ]", '[t."q]#".u] # d', "[[l]]"
    ]  # fmt: skip


KEYS = st.sampled_from(["a", "b-c", '"q]"', "'#'", "d.e", "f . g"])
TOML_VALUES = st.sampled_from(
    [
        "1", "-1.5", "true", '"#]"', "'[x'", '"""\n[no]\n"""', "'''\n# no\n'''", "2026-01-05",
        "[1, 2]", "[\n  '[', # ]\n  'b',\n]", "{ x = 1, y = [2] }", "07:32:00", '"\\" [ #"',
    ]
)  # fmt: skip
REMARKS = st.sampled_from(["", " # remark", " # [servers.tmf]", "   "])
GAPS = st.sampled_from(["", "\n", "# comment\n", "  # [x]\n\n", "\n\n"])


@st.composite
def _assignments(draw: st.DrawFn) -> str:
    rows = draw(st.lists(st.tuples(KEYS, TOML_VALUES, REMARKS, GAPS), max_size=3))
    return "".join(f"{gap}{key} = {value}{mark}\n" for key, value, mark, gap in rows)


HEADERS = st.sampled_from(
    ["[t]", "[u.v]", "[servers]", "[servers.x]", '[ servers . "y y" ]', "[[l]]", "['tmf']"]
)


@st.composite
def _documents(draw: st.DrawFn) -> str:
    text = draw(_assignments())
    for header in draw(st.lists(HEADERS, max_size=4)):
        text += f"{draw(GAPS)}{header}{draw(REMARKS)}\n{draw(_assignments())}"
    text += draw(GAPS)
    text = text.removesuffix("\n") if draw(st.booleans()) else text
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return loads(text)
    except TomlError:
        return None


VALID = _documents().filter(lambda text: _parsed(text) is not None)


@given(VALID)
def test_set_then_remove_gives_the_same_bytes_back(text: str) -> None:
    before = loads(text)
    after = set_table(text, PATH, ITEMS, loads)
    assert after.startswith(text)
    assert loads(after) == {**before, "servers": {**before.get("servers", {}), "tmf": ITEMS}}
    assert set_table(after, PATH, ITEMS, loads) == after
    back = remove_table(after, PATH, loads)
    # The line end that a last line lacked is the one thing the file no longer tells.
    assert back == text or (back.rstrip("\r\n") == text and not text.endswith("\n"))


@given(VALID, _assignments())
def test_remove_in_the_middle_leaves_what_came_later(text: str, later: str) -> None:
    after = set_table(text, PATH, ITEMS, loads) + "\n[later]\n" + later
    if _parsed(after) is not None:
        back = remove_table(after, PATH, loads)
        assert back.endswith("\n[later]\n" + later)
        assert loads(back) == {
            key: value
            for key, value in {**loads(after), "servers": loads(text).get("servers")}.items()
            if value is not None
        }
