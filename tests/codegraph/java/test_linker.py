from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.codegraph.java.sources import JavaTree, needs_grammar
from tmf_memory.codegraph.linker.java import LINKER
from tmf_memory.codegraph.linker.java.changes import surface_changes
from tmf_memory.codegraph.linker.java.tree import module_names
from tmf_memory.codegraph.model import EdgeKind

_CASE = re.compile(
    r"^### ([^\n]+)\n\n```java\n(.*?)```\n```edges\n(.*?)```(?:\n```unresolved\n(.*?)```)?$",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"^// (\S+\.java)\n", re.MULTILINE)
CASES = _CASE.findall(Path(__file__).with_name("linker_cases.md").read_text(encoding="utf-8"))

pytestmark = needs_grammar


def files_in(text: str) -> dict[str, str]:
    _, *parts = _FILE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_all_cases_are_read() -> None:
    text = Path(__file__).with_name("linker_cases.md").read_text(encoding="utf-8")
    assert len(CASES) == text.count("\n### ") > 30


@pytest.mark.parametrize(
    ("source", "edges", "unresolved"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_edges_are_exactly(source: str, edges: str, unresolved: str) -> None:
    tree = JavaTree.of(files_in(source))
    wanted = [line.split(":", 1) for line in edges.splitlines()]
    found = {
        f"{kind.value}: {pair}"
        for kind in EdgeKind
        if kind.value in {name for name, _ in wanted}
        for pair in tree.pairs(kind)
    }
    assert found == {f"{name}:{pair}" for name, pair in wanted if pair}
    if unresolved:
        assert tree.unresolved() == set(unresolved.splitlines())


def test_lines_are_where_the_reference_is() -> None:
    tree = JavaTree.of(
        {"A.java": "class A {\n void f() {\n  g()\n   .f();\n  g();\n }\n A g() {}\n}"}
    )
    lines = {edge.target.qualname: edge.lines for edge in tree.edges if edge.kind.value == "calls"}
    assert lines == {"A.g()": (3, 5), "A.f()": (4,)}


def test_an_edge_names_what_led_to_its_receiver() -> None:
    tree = JavaTree.of(
        {
            "A.java": "class A { void f(B b) { b.c.d(); } }",
            "B.java": "class B { C c; }",
            "C.java": "class C { void d() {} }",
        }
    )
    (call,) = [edge for edge in tree.edges if edge.kind is EdgeKind.CALLS]
    assert [(key.path, key.qualname) for key in call.via] == [("B.java", "B.c")]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("class A {}", "class A { }", set()),
        ("class A { int x = 1; }", "class A { int x = 2; }", set()),
        ("class A { void f() {} }", "class A { void f() { g(); } }", set()),
        ("class A { int x; }", "class A { long x; }", {"A.x"}),
        ("class A { void f() {} }", "class A { int f() {} }", {"A.f"}),
        ("class A { void f() {} }", "class A { void g() {} }", {"A.f", "A.g"}),
        ("class A {}", "class A extends B {}", {"A"}),
        ("class A {}", "class A { class B { int x; } }", {"A.B", "A.B.x"}),
        ("class A { int x; }", "class C { int x; }", {"A", "A.x", "C", "C.x"}),
        ("class A {}", "import x.Y; class A {}", {"<imports>"}),
        ("package p; class A {}", "package q; class A {}", {"<imports>"}),
        ("class A { A() {} }", "class A { A(int i) {} }", {"A.<init>"}),
    ],
)
def test_surface_changes_name_what_means_something_else(
    old: str, new: str, changed: set[str]
) -> None:
    before = JavaTree.of({"A.java": old}).extractions["A.java"].surface
    after = JavaTree.of({"A.java": new}).extractions["A.java"].surface
    assert surface_changes(before, after) == changed
    assert surface_changes(after, before) == changed


def test_an_absent_surface_differs_in_everything() -> None:
    surface = JavaTree.of({"A.java": "package p; class A { int x; }"}).extractions["A.java"].surface
    assert surface_changes(None, surface) == {"<imports>", "A", "A.x"}
    assert surface_changes(None, None) == set()


def test_module_names_are_all_ways_to_import_a_path() -> None:
    assert module_names("src/p/A.java", frozenset()) == {"A", "p.A", "src.p.A"}


CHANGES = {
    "a method of the receiver": ("B.java", "class B { int g() { return 1; } }"),
    "the superclass of the receiver": ("B.java", "class B extends C { void g() {} }"),
    "the receiver is gone": ("B.java", None),
    "the package of the receiver": ("B.java", "package p; class B { void g() {} }"),
    "an overload": ("B.java", "class B { void g() {} void g(int... i) {} }"),
}


@pytest.mark.parametrize(("path", "text"), CHANGES.values(), ids=CHANGES)
def test_what_a_link_rests_on_is_consulted(path: str, text: str | None) -> None:
    files = {"A.java": "class A { void f(B b) { b.g(); } }", "B.java": "class B { void g() {} }"}
    tree = JavaTree.of(files)
    new = None if text is None else JavaTree.of({path: text}).extractions[path].surface
    changed = LINKER.surface_changes(tree.extractions[path].surface, new)
    assert changed & tree.linked["A.java"].consulted[path]


@pytest.mark.parametrize("added", ["B.java", "src/B.java", "p/q/B.java"])
def test_a_type_that_was_looked_for_is_named(added: str) -> None:
    linked = JavaTree.of({"A.java": "class A { void f(B b) { b.g(); } }"}).linked["A.java"]
    assert module_names(added, frozenset()) & linked.missing_modules


def test_what_is_linked_does_not_depend_on_the_order_of_files() -> None:
    files = {path: text for case in CASES for path, text in files_in(case[1]).items()}
    forward, backward = JavaTree.of(files), JavaTree.of(dict(reversed(files.items())))
    assert set(forward.edges) == set(backward.edges)
    assert forward.unresolved() == backward.unresolved()
    assert {path: linked.consulted for path, linked in forward.linked.items()} == {
        path: linked.consulted for path, linked in backward.linked.items()
    }
