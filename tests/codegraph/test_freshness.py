"""A stale claim is never shown as fresh, and a fresh one not as stale, whatever is edited."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.codegraph.lab import Shell, in_memory, later_clock, put, read, warm
from tmf_memory.codegraph.changes import changes_since_warm
from tmf_memory.codegraph.derive import extract
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.lookup import Found, FoundEdge
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.reading import read_stored
from tmf_memory.codegraph.shown import Presenter

SOURCE = '''"""A module."""

import functools

LIMIT = 3


@functools.cache
def area(width: int, height: int = 2) -> int:
    """How much."""
    # a comment
    total = width * height
    return total


class Box(Base):
    size: int = 1

    def grow(self, by=1):
        return self.size + by


def last():
    return "text"
'''
ALL = {"LIMIT", "area", "Box", "Box.size", "Box.grow", "last"}

Edit = Callable[[str], str]


def sub(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def move_last_to_the_top(text: str) -> str:
    head, _, tail = text.partition("\n\n\ndef last")
    return head.replace("LIMIT = 3\n", f"def last{tail}\n\nLIMIT = 3\n") + "\n"


AREA = 'def area(width: int, height: int = 2) -> int:\n    """How much."""\n'
PERTURBATIONS: dict[str, tuple[Edit, set[str]]] = {
    "nothing": (lambda text: text, set()),
    # What does not change a token of a node leaves its claim alone.
    "comment": (sub("# a comment", "# another comment"), set()),
    "comment at the end of a line": (sub("return total", "return total  # done"), set()),
    "comment taken away": (sub("    # a comment\n", ""), set()),
    "blank lines": (sub("\n\n\n", "\n\n\n\n\n"), set()),
    "white space": (sub("width * height", "width  *  height"), set()),
    "no white space": (sub("width * height", "width*height"), set()),
    "line ends": (lambda text: text.replace("\n", "\r\n"), set()),
    "trailing white space": (sub("return total", "return total   "), set()),
    "form feed": (sub("\nclass Box", "\n\f\nclass Box"), set()),
    "no line end at the end": (lambda text: text.rstrip("\n"), set()),
    "lines inside parentheses": (sub("(width: int, ", "(\n    width: int,\n    "), set()),
    "move of a block": (move_last_to_the_top, set()),
    "new function before all": (sub("LIMIT = 3", "def new(): ...\n\n\nLIMIT = 3"), set()),
    "another import": (sub("import functools", "import functools\nimport os"), set()),
    "module docstring": (sub('"""A module."""', '"""Another module."""'), set()),
    # What does, makes it stale: the node itself, and the class around it.
    "literal": (sub("LIMIT = 3", "LIMIT = 4"), {"LIMIT"}),
    "string literal": (sub('"text"', '"texts"'), {"last"}),
    "quotes": (sub('"text"', "'text'"), {"last"}),
    "operator": (sub("width * height", "width + height"), {"area"}),
    "local name": (sub("total", "sum_"), {"area"}),
    "rename": (sub("def area", "def surface"), {"area"}),
    "annotation": (sub("width: int", "width: float"), {"area"}),
    "return annotation": (sub("-> int", "-> float"), {"area"}),
    "annotation taken away": (sub("width: int", "width"), {"area"}),
    "decorator": (sub("@functools.cache\n", ""), {"area"}),
    "another decorator": (sub("functools.cache", "functools.wraps"), {"area"}),
    "default": (sub("height: int = 2", "height: int = 3"), {"area"}),
    "default taken away": (sub("height: int = 2", "height: int"), {"area"}),
    "docstring": (sub("How much.", "How many."), {"area"}),
    "order of parameters": (
        sub("width: int, height: int = 2", "height: int, width: int = 2"),
        {"area"},
    ),
    "async": (sub("def area", "async def area"), {"area"}),
    "method body": (sub("self.size + by", "self.size - by"), {"Box", "Box.grow"}),
    "method default": (sub("by=1", "by=2"), {"Box", "Box.grow"}),
    "base class": (sub("(Base)", "(Other)"), {"Box"}),
    "class attribute": (sub("size: int = 1", "size: int = 2"), {"Box", "Box.size"}),
    "class attribute annotation": (sub("size: int", "size: float"), {"Box", "Box.size"}),
    "method added": (sub("    def grow", "    def new(self): ...\n\n    def grow"), {"Box"}),
    "indentation that changes the meaning": (
        sub(
            "    total = width * height\n    return", "    if width:\n        total = 1\n    return"
        ),
        {"area"},
    ),
    "deleted": (sub('\n\ndef last():\n    return "text"\n', ""), {"last"}),
    "commented out": (sub("LIMIT = 3", "# LIMIT = 3"), {"LIMIT"}),
    "made a method": (sub("\n\ndef last():\n", "\n    def last():\n    "), {"Box", "last"}),
    "syntax error": (sub("LIMIT = 3", "LIMIT = = 3"), ALL),
    "emptied": (lambda text: "", ALL),
    "made binary": (lambda text: text + "\0", ALL),
}


@pytest.mark.parametrize("name", PERTURBATIONS)
def test_perturbation_makes_exactly_its_claims_stale(name: str, tmp_path: Path) -> None:
    edit, expected = PERTURBATIONS[name]
    memory = in_memory(put(tmp_path, {"a.py": SOURCE}), later_clock())
    warm(memory)
    (tmp_path / "a.py").write_bytes(edit(SOURCE).encode())

    stale = read_stored(memory, stale_claims)
    assert stale - {""} == expected
    assert ("" in stale) == (edit(SOURCE) != SOURCE)

    read(memory)
    difference = changes_since_warm(memory)
    assert {row[2] for row in (*difference.changed, *difference.removed)} - {""} == expected
    assert stale_claims(memory) == set()


def stale_claims(memory: CodeMemory) -> set[str]:
    entry = memory.claims.entry("a.py")
    assert entry is not None
    presenter = Presenter(memory)
    shown = {one.qualname: presenter.show(Found(entry, one)) for one in entry.symbols}
    assert all(one.fresh or one.action_hint.startswith("degrade") for one in shown.values())
    return {qualname for qualname, one in shown.items() if not one.fresh}


def test_a_deleted_file_makes_all_its_claims_stale(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, {"a.py": SOURCE}))
    warm(memory)
    (tmp_path / "a.py").unlink()
    assert read_stored(memory, stale_claims) == {"", *ALL}


def test_a_reverted_file_is_noticed_and_fresh_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmf = Shell(put(tmp_path, {"a.py": SOURCE}), capsys)
    tmf("warm")
    put(tmp_path, {"a.py": SOURCE.replace("LIMIT = 3", "LIMIT = 4")})
    tmf("retrieve", "LIMIT")
    assert "~ declaration a.py:LIMIT" in tmf("diff").out
    put(tmp_path, {"a.py": SOURCE})
    assert tmf("diff").out == "against the last warm\nnothing changed\n"
    assert "as `3`" in tmf("explain", "LIMIT").out


def test_a_warm_of_one_file_is_a_new_point_for_that_file_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"a.py": "A = 1\n", "b.py": "B = 1\n", "c.py": "C = 1\n", "d.py": "D = 1\n"}
    tmf = Shell(put(tmp_path, files), capsys)
    os.utime(tmp_path / "c.py", (2**32, 2**32))  # must be looked at whenever something is
    tmf("warm")
    put(tmp_path, {"a.py": "A = 2\n", "b.py": "B = 2\n"})
    tmf("retrieve", "A")
    tmf("warm", str(tmp_path / "a.py"))
    document = json.loads(tmf("diff", "--json").out)
    assert [one["path"] for one in document["changed"]] == ["b.py", "b.py"]


def test_diff_of_a_small_repository_sees_an_edit_of_most_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deriving everything again must not forget what there was."""
    tmf = Shell(put(tmp_path, {"a.py": SOURCE, "b.py": "from a import last\n\nlast()\n"}), capsys)
    tmf("warm")
    put(tmp_path, {"a.py": SOURCE.replace("def last", "def final"), "c.py": "NEW = 1\n"})
    (tmp_path / "b.py").unlink()
    tmf("retrieve", "final")
    document = json.loads(tmf("diff", "--json").out)
    kinds = ("added", "changed", "removed")
    rows = {kind: {(one["path"], one["qualname"]) for one in document[kind]} for kind in kinds}
    assert rows == {
        "added": {("a.py", "final"), ("c.py", ""), ("c.py", "NEW")},
        "changed": {("a.py", "")},
        "removed": {("a.py", "last"), ("b.py", "")},
    }
    assert {one["path"] for one in document["edges_removed"]} == {"b.py"}
    tmf("warm")
    assert "nothing changed" in tmf("diff").out


# Edits and reads in any order -------------------------------------------------------------------

PATHS = ("a.py", "b.py", "pkg/__init__.py", "pkg/c.py")
TEXTS = (
    "",
    "def helper(n=1):\n    return n\n",
    "\n\n# moved\ndef helper(n=1):\n    return n\n",
    "def helper(n=2):\n    return n\n\n\ndef other():\n    return helper()\n",
    "from a import helper\n\n\ndef use():\n    return helper(1)\n",
    "from pkg import helper\n\n\ndef use():\n    return helper(1)\n\n\nuse()\n",
    "from a import helper\n",
    "from pkg.c import helper\n",
    "class helper:\n    def run(self):\n        return self.stop()\n\n    def stop(self): ...\n",
    "import a\nimport pkg.c\n\n\ndef use():\n    a.helper()\n    pkg.c.helper()\n",
    "def broken(:\n",
)
edits = st.tuples(st.sampled_from(PATHS), st.one_of(st.none(), st.sampled_from(TEXTS)))
steps = st.lists(st.one_of(edits, st.sampled_from(["read", "look"])), min_size=2, max_size=12)


def true_hashes(memory: CodeMemory, path: str) -> dict[str, tuple[str, int, int]]:
    """Node hash and lines by name, from the file as it is now."""
    extractor = memory.languages.of(path)
    place = memory.worktree.root / path
    if extractor is None or not place.is_file():
        return {}
    extraction = extract(extractor, path, place.read_bytes())
    return {
        one.qualname: (one.node_hash, one.line_start, one.line_end) for one in extraction.symbols
    }


def check_what_is_shown(memory: CodeMemory) -> None:
    presenter = Presenter(memory)
    for path in memory.claims.manifest.files:
        entry = memory.claims.entry(path)
        assert entry is not None
        truth = true_hashes(memory, path)
        for symbol in entry.symbols[1:]:
            shown = presenter.show(Found(entry, symbol))
            now = truth.get(symbol.qualname)
            assert shown.fresh == (now is not None and now[0] == symbol.node_hash)
            if shown.fresh:
                assert now is not None
                places = [(one.line_start, one.line_end) for one in shown.anchors]
                assert places == [now[1:]]


def true_edges(root: Path) -> set[tuple[object, ...]]:
    memory = in_memory(root)
    warm(memory)
    return {
        (path, edge.kind, edge.source, edge.target, edge.lines)
        for path in memory.claims.manifest.files
        for edge in memory.claims.links(path).edges
    }


def check_edges_shown(memory: CodeMemory) -> None:
    """Every edge that is called fresh is one that linking the tree as it is now would give."""
    truth = true_edges(memory.worktree.root)
    presenter = Presenter(memory)
    for path in memory.claims.manifest.files:
        for edge in memory.claims.links(path).edges:
            shown = presenter.show_edge(FoundEdge(path, edge))
            if shown.fresh:
                assert (path, edge.kind, edge.source, edge.target, edge.lines) in truth
                assert [one.line_start for one in shown.anchors] == list(edge.lines)
            else:
                assert shown.anchors == ()


def live_through(tree: dict[str, str], life: list[tuple[str, str | None] | str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = put(Path(folder), tree)
        memory = in_memory(root)
        warm(memory)
        for step in life:
            if step == "read":
                read(memory)
            elif step == "look":
                read_stored(memory, check_what_is_shown)
                read_stored(memory, check_edges_shown)
            else:
                path, text = step
                if text is not None:
                    put(root, {path: text})
                elif (root / path).exists():
                    (root / path).unlink()
        read_stored(memory, check_what_is_shown)
        read_stored(memory, check_edges_shown)


trees = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(TEXTS), min_size=2)


@settings(max_examples=60)
@given(trees, steps)
def test_what_is_shown_as_fresh_is_what_the_file_says_now(
    tree: dict[str, str], life: list[tuple[str, str | None] | str]
) -> None:
    live_through(tree, life)


@pytest.mark.full
@settings(max_examples=3000)
@given(trees, steps)
def test_what_is_shown_as_fresh_is_what_the_file_says_now_for_long(
    tree: dict[str, str], life: list[tuple[str, str | None] | str]
) -> None:
    live_through(tree, life)


def test_an_edit_between_update_and_answer_is_seen(tmp_path: Path) -> None:
    """The check reads the file when the claim is shown, not when memory was updated."""
    memory = in_memory(put(tmp_path, {"a.py": SOURCE}))
    read(memory)
    put(tmp_path, {"a.py": SOURCE.replace("LIMIT = 3", "\n\nLIMIT = 4").replace("+ by", "+  by")})
    assert stale_claims(memory) == {"", "LIMIT"}
    entry = memory.claims.entry("a.py")
    assert entry is not None
    grow = next(one for one in entry.symbols if one.qualname == "Box.grow")
    now = check_of(memory).symbol(entry, grow).current
    assert now is not None
    assert now.line_start == grow.line_start + 2
