"""`tmf warm --scip` from end to end: an index that scip-python wrote, and hostile ones."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.codegraph.lab import SOMEBODY_ELSES, Shell, on_disk, put, warm
from tests.codegraph.scip.made import document, implements, index, occurrence
from tmf_memory import callees, reverse_callers
from tmf_memory.codegraph.model import EdgeKind
from tmf_memory.codegraph.scip import importing
from tmf_memory.codegraph.scip.importing import import_index

SOURCES = Path(__file__).parents[1] / "sources" / "scip"
TILL, STOCK = "shop/till.py", "shop/stock.py"

CALLERS = """\
callers of shop/stock.py:Shelf.take
  shop/stock.py:Ledger.take  at shop/stock.py:22
  shop/till.py:sell  at shop/till.py:9  [semantic-resolved]
not linked, may also belong:
  shop/till.py:9  café.take  (receiver of unknown type)
coverage is partial: what is not proven is not listed
"""
WITHOUT_INDEX = """\
callers of shop/stock.py:Shelf.take
  shop/stock.py:Ledger.take  at shop/stock.py:22
not linked, may also belong:
  shop/till.py:9  café.take  (receiver of unknown type)
coverage is partial: what is not proven is not listed
"""
IMPORTED = (
    "index by scip-python 0.6.6: 3 documents, 2 edges that source leaves open, "
    "17 that it shows itself"
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The indexed project in another place than where it was indexed, below a folder."""
    root = tmp_path / "repository"
    shutil.copytree(SOURCES / "shop", root / "shop")
    return root


@pytest.fixture
def tmf(shop: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(shop, capsys)


def index_file(shop: Path, data: bytes | None = None) -> str:
    """The index, written after the sources."""
    place = shop.parent / "index.scip"
    place.write_bytes((SOURCES / "index.scip").read_bytes() if data is None else data)
    newest = max(one.stat().st_mtime_ns for one in shop.rglob("*.py"))
    os.utime(place, ns=(newest + 1, newest + 1))
    return str(place)


def gaps_of(tmf: Shell, data: bytes) -> list[str]:
    ran = tmf("warm", "--json", "--scip", index_file(tmf.root, data))
    assert (ran.code, ran.err) == (0, "")
    return [gap["reason"] for gap in json.loads(ran.out)["gaps"]]


def test_a_real_index_adds_what_source_leaves_open(shop: Path, tmf: Shell) -> None:
    assert tmf("callers", "Shelf.take").out == WITHOUT_INDEX
    ran = tmf("warm", "--scip", index_file(shop))
    assert (ran.code, ran.out.splitlines()[-1]) == (0, IMPORTED)
    assert "gap:" not in ran.out
    assert tmf("callers", "Shelf.take").out == CALLERS
    assert "  shop/stock.py:Shelf.take  at shop/till.py:9  [semantic-resolved]\n" in (
        tmf("callees", "sell").out
    )
    # `sell` is reached by the index only, `sell_all` through it as source says.
    assert tmf("impact", "Shelf.take").out == (
        "depends on shop/stock.py:Shelf.take\n"
        "  overrides shop/stock.py:Ledger.take  at shop/stock.py:21\n"
        "  calls     shop/till.py:sell  at shop/till.py:9  [semantic-resolved]\n"
        "    calls     shop/till.py:sell_all  at shop/till.py:15\n"
    )
    assert "callers 2" in tmf("explain", "Shelf.take").out


def test_an_edge_of_an_index_is_explained_as_what_it_is(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    [edge] = [
        one
        for one in json.loads(tmf("callers", "Shelf.take", "--json").out)["callers"]
        if one["extraction_tier"] == "semantic-resolved"
    ]
    assert (edge["fresh"], edge["resolved_via"]) == (True, [])
    ran = tmf("explain", edge["edge_id"])
    assert ran.code == 0
    assert ran.out.startswith(
        "[FRESH] inferred by a model or a tool (0.50)\n"
        "`shop/till.py:sell` calls `shop/stock.py:Shelf.take`.\n"
    )
    assert "tier        semantic-resolved\n" in ran.out
    assert "anchor      shop/till.py:9\n" in ran.out


def test_the_python_interface_names_the_tier(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    related = reverse_callers(shop, "Shelf.take").related
    assert [(one.qualname, one.tier) for one in related] == [
        ("Ledger.take", "python-ast"),
        ("sell", "semantic-resolved"),
    ]
    tiers = {(one.qualname, one.tier) for one in callees(shop, "sell").related}
    assert ("Shelf.take", "semantic-resolved") in tiers


def test_an_observed_edge_stands_and_is_shown_once(shop: Path) -> None:
    memory = on_disk(shop)
    warm(memory)
    import_index(memory, Path(index_file(shop)), lambda done, total: None)
    observed = {
        (edge.kind, edge.source, edge.target)
        for path in memory.claims.manifest.files
        for edge in memory.claims.links(path).edges
    }
    claimed = {
        (edge.kind, edge.source, edge.target)
        for path in memory.claims.manifest.files
        for edge in memory.claims.indexed.edges_from(path)
    }
    assert len(claimed) == 2
    assert not claimed & observed


def test_a_fragment_has_no_hop_that_only_an_index_says(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    assert "Shelf.take" not in tmf("fragment", "sell").out.partition("boundary")[0]


@pytest.mark.parametrize("changed", [TILL, STOCK])
def test_a_changed_document_is_not_used_and_reported(shop: Path, tmf: Shell, changed: str) -> None:
    tmf("warm", "--scip", index_file(shop))
    before = (shop / changed).read_text("utf-8")
    (shop / changed).write_text(f"# new\n{before}", "utf-8")
    out = tmf("callers", "Shelf.take").out
    assert "semantic-resolved" not in out
    assert out.endswith(
        f"gap: 1 of 3 documents of the imported index changed since and are not used: {changed}\n"
    )
    (shop / changed).write_text(before, "utf-8")
    assert tmf("callers", "Shelf.take").out == CALLERS


def test_without_a_refresh_the_edge_is_shown_stale(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    (shop / TILL).write_text("# new\n" + (shop / TILL).read_text("utf-8"), "utf-8")
    out = tmf("callers", "Shelf.take", "--no-refresh").out
    assert "shop/till.py:sell  in shop/till.py  [STALE: shop/till.py: changed since" in out


def test_a_file_that_is_gone_takes_its_edges_along(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    (shop / TILL).unlink()
    out = tmf("callers", "Shelf.take").out
    assert "till.py:sell" not in out
    assert "1 of 3 documents of the imported index changed since" in out


def test_everything_is_derived_again_and_the_index_still_holds(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    (shop / ".tmf" / "manifest.json").unlink()
    assert "[semantic-resolved]" in tmf("callers", "Shelf.take").out


def test_an_import_replaces_the_one_before(shop: Path, tmf: Shell) -> None:
    tmf("warm", "--scip", index_file(shop))
    tmf("warm", "--scip", index_file(shop, index(document("shop/till.py"))))
    assert tmf("callers", "Shelf.take").out == WITHOUT_INDEX
    assert {one.name for one in (shop / ".tmf" / "scip").iterdir()} == {
        "head.json",
        "2-links-00.json",
        "2-reverse-00.json",
    }


def test_an_index_older_than_a_source_is_not_used_for_it(shop: Path, tmf: Shell) -> None:
    place = index_file(shop)
    later = Path(place).stat().st_mtime_ns + 1_000_000_000
    os.utime(shop / TILL, ns=(later, later))
    ran = tmf("warm", "--scip", place)
    assert (
        "gap: 1 documents of the index changed after it was written, make it again: shop/till.py\n"
        in ran.out
    )
    assert "semantic-resolved" not in tmf("callers", "Shelf.take").out


def test_an_index_of_another_version_of_a_file_is_found_out(shop: Path, tmf: Shell) -> None:
    (shop / STOCK).write_text("\n" + (shop / STOCK).read_text("utf-8"), "utf-8")
    ran = tmf("warm", "--scip", index_file(shop))
    assert (
        "gap: 1 documents of the index are not as they were indexed: shop/stock.py "
        "(line 7 does not define Store, as the index says)\n" in ran.out
    )
    assert "semantic-resolved" not in tmf("callers", "Shelf.take").out


def test_an_index_of_a_folder_is_placed_where_that_folder_is(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    shutil.copytree(SOURCES / "shop", root / "shop" / "shop")
    memory = on_disk(root)
    warm(memory)
    summary = import_index(memory, Path(index_file(root)), lambda done, total: None)
    assert (summary.documents, summary.edges, summary.gaps) == (3, 2, ())


@pytest.mark.parametrize("size", [0, 1, 7, 3000, 12000])
def test_an_index_that_was_cut_off_is_refused(shop: Path, tmf: Shell, size: int) -> None:
    tmf("warm", "--scip", index_file(shop))
    ran = tmf("warm", "--scip", index_file(shop, (SOURCES / "index.scip").read_bytes()[:size]))
    assert ran.code == 1
    assert ran.err.startswith("error: ")
    assert ran.err.endswith(" [scip-index]\n")
    assert tmf("callers", "Shelf.take").out == CALLERS  # the one before is still there


def test_what_is_no_file_is_refused(
    shop: Path, tmf: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (shop, shop / "none.scip", Path(f"{shop}/a\0b")):
        ran = tmf("warm", "--scip", str(place))
        assert (ran.code, ran.err[:7], ran.err[-14:]) == (1, "error: ", " [scip-index]\n")
    monkeypatch.setattr(importing, "_MOST_BYTES", 1 << 10)
    ran = tmf("warm", "--scip", index_file(shop))
    assert (ran.code, ran.err[-14:]) == (1, " [scip-index]\n")


HOSTILE = ["../../etc/passwd", "/etc/passwd", "shop/../../x.py", "a\nb.py", "shop\\till.py", ""]


@pytest.mark.parametrize("path", HOSTILE)
def test_a_hostile_path_is_a_gap(tmf: Shell, path: str) -> None:
    [gap] = gaps_of(tmf, index(document(path, occurrence((0, 0, 3), "x y z 1 m/f().", 1))))
    shown = path.replace("\n", "\\n")
    assert gap == f"1 documents of the index are not in memory: {shown}"


def test_many_and_long_paths_are_cut(tmf: Shell) -> None:
    documents = [document(f"{'x' * 5000}/{number}.py") for number in range(1000)]
    [gap] = gaps_of(tmf, index(*documents))
    assert gap.startswith("1000 documents of the index are not in memory: xxx")
    assert gap.endswith(" and 995 more")
    assert len(gap) < 1000


@pytest.mark.parametrize("root", ["file:///%00", "file://[", "", "https://x/shop", "file:///../.."])
def test_a_hostile_root_is_no_crash(shop: Path, tmf: Shell, root: str) -> None:
    assert gaps_of(tmf, index(document("shop/till.py"), root=root)) == []


def test_names_places_and_twins_that_do_not_fit_make_no_edge(tmp_path: Path) -> None:
    memory = on_disk(
        put(
            tmp_path / "repository",
            {
                "a.py": "def f():\n    pass\n\n\ndef g():\n    f()\n\n\nx = 1\n",
                "b.py": "def f():\n    pass\n",
            },
        )
    )
    warm(memory)
    f, g, twice = "s m p 1 a/f().", "s m p 1 a/g().", "s m p 1 f()."
    made = index(
        document(
            "a.py",
            occurrence((0, 4, 5), f, 1),
            occurrence((4, 4, 5), g, 1),
            occurrence((0, 4, 5), twice, 1),
            occurrence((5, 4, 5), g),  # the text there says f
            occurrence((5, 4, 5), twice),  # defined in two files
            occurrence((8, 0, 1), f),  # the text there says x
            occurrence((999, 0, 1), f),
            occurrence((5, 1 << 40, 1), f),
            occurrence((5, 4, 5), "s m p 1 unknown()."),
            implements(g, "s m p 1 unknown()."),
        ),
        document("b.py", occurrence((0, 4, 5), twice, 1)),
        document("b.py", occurrence((0, 4, 5), f, 1)),  # the same file twice
    )
    summary = import_index(
        memory, Path(index_file(memory.worktree.root, made)), lambda done, total: None
    )
    assert (summary.documents, summary.edges, summary.observed) == (2, 0, 0)


def test_implementations_become_inheritance_and_overriding(tmp_path: Path) -> None:
    source = "class A:\n    def m(self): ...\n\n\nclass B(make(A)):\n    def m(self): ...\n"
    memory = on_disk(put(tmp_path / "repository", {"a.py": source}))
    warm(memory)
    a, am, b, bm = (f"s m p 1 {name}" for name in ("A#", "A#m().", "B#", "B#m()."))
    made = index(
        document(
            "a.py",
            *(occurrence(place, one, 1) for place, one in (
                ((0, 6, 7), a), ((1, 8, 9), am), ((4, 6, 7), b), ((5, 8, 9), bm))),
            *(implements(b, a), implements(bm, am), implements(b, am)),
        )
    )  # fmt: skip
    place = Path(index_file(memory.worktree.root, made))
    import_index(memory, place, lambda done, total: None)
    assert {
        (edge.kind, edge.source.qualname, edge.target.qualname, edge.lines)
        for edge in memory.claims.indexed.edges_from("a.py")
    } == {(EdgeKind.INHERITS, "B", "A", (5,)), (EdgeKind.OVERRIDES, "B.m", "A.m", (6,))}


@pytest.mark.parametrize("kind", ["links", "reverse"])
@pytest.mark.parametrize("damage", ["torn", "gone"])
def test_a_damaged_import_is_not_used_and_reported(
    shop: Path, tmf: Shell, kind: str, damage: str
) -> None:
    tmf("warm", "--scip", index_file(shop))
    for place in (shop / ".tmf" / "scip").glob(f"1-{kind}-*"):
        place.unlink() if damage == "gone" else place.write_text("{")
    out = tmf("callers", "Shelf.take").out
    assert "semantic-resolved" not in out
    assert "gap: the imported index is damaged and not used: import it again\n" in out


def test_an_index_that_somebody_else_imported_is_not_used(shop: Path, tmf: Shell) -> None:
    memory = on_disk(shop, SOMEBODY_ELSES)
    warm(memory)
    import_index(memory, Path(index_file(shop)), lambda done, total: None)
    assert "semantic-resolved" not in tmf("callers", "Shelf.take", "--no-refresh").out
    assert "semantic-resolved" not in tmf("callers", "Shelf.take").out
