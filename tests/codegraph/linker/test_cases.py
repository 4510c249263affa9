"""The Python linker resolves what it must, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegraph.linker.cases import Case, PythonTree, cases_in, shown
from tmf_memory.codegraph.model import EdgeKind, SymbolKey, UnresolvedReason

CASES = tuple(cases_in(Path(__file__).parent))
TREES = {case.title: PythonTree.of(case.files) for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_edges_are_exactly(case: Case) -> None:
    tree = TREES[case.title]
    assert case.found(tree) == case.edges
    if case.unresolved is not None:
        assert tree.unresolved() == case.unresolved


def test_titles_are_unique_and_no_case_is_lost() -> None:
    assert len(TREES) == len(CASES) > 130


def test_every_reason_has_a_case() -> None:
    found = {
        reason.name
        for case in CASES
        for reason in UnresolvedReason
        if any(f"({reason.name})" in line for line in case.unresolved or ())
    }
    assert found == {reason.name for reason in UnresolvedReason}


# What holds for every tree ------------------------------------------------------------------------

LINKED = [(tree, path, one) for tree in TREES.values() for path, one in tree.linked.items()]


def dangling(tree: PythonTree) -> list[str]:
    """Edges with an end that is no symbol."""
    known = {
        SymbolKey(path, symbol.qualname)
        for path, one in tree.extractions.items()
        for symbol in one.symbols
    } | {SymbolKey(path, "") for path in tree.files}
    return [
        shown(edge) for edge in tree.edges for key in (edge.source, edge.target) if key not in known
    ]


def test_the_ends_of_every_edge_are_symbols() -> None:
    assert {title: found for title, tree in TREES.items() if (found := dangling(tree))} == {}


def test_a_base_that_is_not_found_is_an_unresolved_inheritance() -> None:
    tree = PythonTree.of({"app.py": "def f(base):\n    class C(base.Inner): ...\n"})
    (one,) = tree.linked["app.py"].unresolved
    assert (one.kind, one.source, one.expression) == (EdgeKind.INHERITS, "f.C", "base.Inner")


def test_qualnames_are_unique_and_anchors_are_inside_of_the_file() -> None:
    for tree in TREES.values():
        for path, one in tree.extractions.items():
            qualnames = [symbol.qualname for symbol in one.symbols]
            assert len(set(qualnames)) == len(qualnames)
            last = tree.files[path].count("\n")
            assert all(1 <= symbol.line_start <= symbol.line_end <= last for symbol in one.symbols)


def test_the_line_of_a_read_or_write_has_its_name() -> None:
    for tree, path, linked in LINKED:
        lines = tree.files[path].splitlines()
        for edge in linked.edges:
            if edge.kind in {EdgeKind.READS, EdgeKind.WRITES}:
                name = edge.target.qualname.rpartition(".")[2]
                assert all(name in lines[line - 1] for line in edge.lines), shown(edge)


def test_every_line_is_in_the_file_that_was_linked() -> None:
    for tree, path, linked in LINKED:
        last = tree.files[path].count("\n")
        for edge in linked.edges:
            assert edge.lines == tuple(sorted(set(edge.lines))) != ()
            if edge.kind is not EdgeKind.OVERRIDES:
                assert 1 <= edge.lines[0] <= edge.lines[-1] <= last, shown(edge)


def test_what_is_consulted_is_named_and_is_in_other_files() -> None:
    for _, path, linked in LINKED:
        assert path not in linked.consulted
        assert all(linked.consulted.values())


def test_the_order_of_files_changes_nothing() -> None:
    for case in CASES:
        backward = PythonTree.of(dict(reversed(tuple(case.files.items()))))
        assert as_sets(backward) == as_sets(TREES[case.title]), case.title


def test_linking_again_gives_the_same() -> None:
    for case in CASES:
        assert PythonTree.of(case.files).linked == TREES[case.title].linked, case.title


def test_lines_above_move_the_lines_of_edges_and_change_nothing_else() -> None:
    for case in CASES:
        moved = PythonTree.of({path: f"# moved\n\n{text}" for path, text in case.files.items()})
        before = TREES[case.title]
        assert edges_by_line(moved, 2) == edges_by_line(before, 0), case.title
        assert moved.unresolved() == before.unresolved()
        for path, one in moved.extractions.items():
            assert one.surface == before.extractions[path].surface


def edges_by_line(tree: PythonTree, moved: int) -> list[str]:
    return sorted(
        f"{shown(edge)} {[line - moved for line in edge.lines]}"
        for edge in tree.edges
        if edge.kind is not EdgeKind.OVERRIDES
    )


def test_all_cases_in_one_repository_stay_apart() -> None:
    """Many trees side by side, each in its own folder, still give each its own edges only."""
    files = {
        f"case{number}/{path}": text
        for number, case in enumerate(CASES)
        for path, text in case.files.items()
    }
    for edge in PythonTree.of(files).edges:
        assert edge.source.path.partition("/")[0] == edge.target.path.partition("/")[0], edge


def as_sets(tree: PythonTree) -> dict[str, tuple[object, ...]]:
    return {
        path: (
            frozenset(linked.edges),
            frozenset(linked.unresolved),
            dict(linked.consulted),
            linked.missing_modules,
        )
        for path, linked in tree.linked.items()
    }


def test_a_view_that_is_not_proven_is_reported_with_its_reason() -> None:
    tree = PythonTree.of(
        {
            "urls.py": "from django.urls import path\nimport views\n"
            "from django.contrib.auth import login_required as login\n"
            'urlpatterns = [path("a/", login(views.a)), path("b/", views.gone),\n'
            '    path("c/", views.One.as_view()), path("d/", "views.a"),\n'
            '    path("e/", views.a), path("e/", views.b)]\n',
            "views.py": "def a(request): ...\ndef b(request): ...\nclass One: ...\n",
        }
    )
    missed = {
        (one.source, one.expression, one.line, one.reason)
        for one in tree.linked["urls.py"].unresolved
        if one.kind is EdgeKind.ROUTES_TO
    }
    assert missed == {
        ("ANY a/", "login(…)", 4, UnresolvedReason.EXTERNAL),
        ("ANY b/", "views.gone", 4, UnresolvedReason.UNKNOWN_ATTRIBUTE),
        ("ANY c/", "views.One.as_view()", 5, UnresolvedReason.UNKNOWN_ATTRIBUTE),
        ("ANY d/", "'views.a'", 5, UnresolvedReason.DYNAMIC),
        ("ANY e/", "views.a", 6, UnresolvedReason.AMBIGUOUS),
        ("ANY e/#2", "views.a", 6, UnresolvedReason.AMBIGUOUS),
    }
