from __future__ import annotations

import sys

import pytest

from tests.codegraph.java.sources import extract, needs_grammar, symbols_of
from tmf_memory.codegraph.extractors.base import SourceText
from tmf_memory.codegraph.extractors.java import EXTRACTOR
from tmf_memory.codegraph.model import Scope

KINDS = """\
package shop;

/** Sells things. More here. */
public class Shop<T extends Item> extends Base implements Open, Closed {
    static final int LIMIT = 3;
    private int a, b[] = {1};

    Shop(int a, String... rest) {}

    /** Finds one. */
    @Override
    public <K> java.util.Map<K, T> find(final java.util.Map<K, ? super T> where, int[] a) {
        Runnable r = new Runnable() { public void run() {} };
        Runnable s = new Runnable() { public void run() {} };
        class Local { void go() {} }
        return null;
    }

    enum Color { RED, GREEN { void mix() {} }; void mix() {} }
    record Point(int x, int y) { Point { check(); } }
    interface Visitor { void visit(Shop<?> shop); }
    @interface Marked { String value() default "x"; }
}
"""

EXPECTED = {
    "Shop": ("class", 4, 22),
    "Shop.LIMIT": ("constant", 5, 5),
    "Shop.a": ("field", 6, 6),
    "Shop.b": ("field", 6, 6),
    "Shop.Shop(int,String...)": ("constructor", 8, 8),
    "Shop.find(java.util.Map<K,? super T>,int[])": ("method", 11, 17),
    "Shop.find(java.util.Map<K,? super T>,int[]).<anon#1>": ("anonymous class", 13, 13),
    "Shop.find(java.util.Map<K,? super T>,int[]).<anon#1>.run()": ("method", 13, 13),
    "Shop.find(java.util.Map<K,? super T>,int[]).<anon#2>": ("anonymous class", 14, 14),
    "Shop.find(java.util.Map<K,? super T>,int[]).<anon#2>.run()": ("method", 14, 14),
    "Shop.find(java.util.Map<K,? super T>,int[]).Local": ("class", 15, 15),
    "Shop.find(java.util.Map<K,? super T>,int[]).Local.go()": ("method", 15, 15),
    "Shop.Color": ("enum", 19, 19),
    "Shop.Color.RED": ("enum constant", 19, 19),
    "Shop.Color.GREEN": ("enum constant", 19, 19),
    "Shop.Color.GREEN.<anon#1>": ("anonymous class", 19, 19),
    "Shop.Color.GREEN.<anon#1>.mix()": ("method", 19, 19),
    "Shop.Color.mix()": ("method", 19, 19),
    "Shop.Point": ("record", 20, 20),
    "Shop.Point.x": ("record component", 20, 20),
    "Shop.Point.y": ("record component", 20, 20),
    "Shop.Point.Point(int,int)": ("constructor", 20, 20),
    "Shop.Visitor": ("interface", 21, 21),
    "Shop.Visitor.visit(Shop<?>)": ("method", 21, 21),
    "Shop.Marked": ("annotation type", 22, 22),
    "Shop.Marked.value()": ("annotation element", 22, 22),
}


@needs_grammar
def test_every_sort_of_declaration_is_a_symbol() -> None:
    text = KINDS.replace("    @interface", "    @interface")
    found = {
        name: (symbol.detail["node_kind"], symbol.line_start, symbol.line_end)
        for name, symbol in symbols_of(text).items()
    }
    assert found == {**EXPECTED, "Shop": ("class", 4, 23)}


@needs_grammar
def test_detail_tells_what_is_written() -> None:
    found = symbols_of(KINDS)
    method = found["Shop.find(java.util.Map<K,? super T>,int[])"]
    assert dict(found["Shop"].detail) == {
        "node_kind": "class",
        "bases": ["Base", "Open", "Closed"],
        "doc": "Sells things.",
    }
    assert dict(found["Shop.LIMIT"].detail) == {
        "node_kind": "constant",
        "annotation": "int",
        "value": "3",
    }
    assert dict(method.detail) == {
        "node_kind": "method",
        "decorators": ["Override"],
        "signature": "public <K> java.util.Map<K, T> find"
        "(final java.util.Map<K, ? super T> where, int[] a)",
        "doc": "Finds one.",
    }
    assert found["Shop.b"].detail["annotation"] == "int[]"
    assert [found[name].scope for name in ("Shop", "Shop.LIMIT", "Shop.Color.mix()")] == [
        Scope.CLASS,
        Scope.DECLARATION,
        Scope.FUNCTION,
    ]


@needs_grammar
def test_documents_hold_names_signatures_comments_and_bodies() -> None:
    text = "class A {\n  /** Adds. */\n  int add(Money m) { return total; }\n int x = 3; }"
    whole, method, field = (dict(one.fields) for one in extract(text).documents[:3])
    assert whole["name"] == "A"
    assert whole["body"] == "int x = 3;"
    assert method == {
        "name": "A.add",
        "path": "A.java",
        "signature": "int add(Money m)",
        "doc": "Adds.",
        "body": "{ return total; }",
    }
    assert field["name"] == "A.x"


@needs_grammar
def test_a_second_symbol_of_the_same_name_is_told_apart() -> None:
    found = symbols_of("class A { <T extends X> void f(T t) {} <T extends Y> void f(T t) {} }")
    assert [name for name in found if ".f" in name] == ["A.f(T)", "A.f(T)#2"]


EQUAL = {
    "comments": ("int f() { return 1; }", "int f() { /* a */ return 1; // b\n }"),
    "documentation": ("int f() { return 1; }", "/** New. */ int f() { return 1; }"),
    "layout": ("int f(int a) { return a+1; }", "int  f( int a )\n{\n\treturn a + 1 ;\n}"),
    "comment between words": ("final int f() { return 1; }", "final/**/int f() { return 1; }"),
    "closing of nested type arguments": (
        "List<List<A>> f() { return null; }",
        "List<List<A> > f() { return null; }",
    ),
    "code around": ("int f() { return 1; }", "int a; int f() { return 1; } void g() {}"),
}

DIFFERENT = {
    "literal": ("int f() { return 1; }", "int f() { return 2; }"),
    "string": ('String f() { return "a"; }', 'String f() { return "b"; }'),
    "space in a string": ('String f() { return "a b"; }', 'String f() { return "a  b"; }'),
    "comment sign in a string": ('String f() { return "//a"; }', 'String f() { return "//b"; }'),
    "text block": ('String f() { return """\na"""; }', 'String f() { return """\nb"""; }'),
    "character": ("char f() { return 'a'; }", "char f() { return 'b'; }"),
    "modifier": ("int f() { return 1; }", "final int f() { return 1; }"),
    "annotation": ("int f() { return 1; }", "@A int f() { return 1; }"),
    "annotation value": ("@A(1) int f() { return 1; }", "@A(2) int f() { return 1; }"),
    "operator": ("int f() { return a + b; }", "int f() { return a - b; }"),
    "split operator": ("int f() { return a - --b; }", "int f() { return a-- - b; }"),
    "return type": ("int f() { return 1; }", "long f() { return 1; }"),
    "thrown": ("int f() { return 1; }", "int f() throws E { return 1; }"),
    "name of a parameter": ("int f(int a) { return 1; }", "int f(int b) { return 1; }"),
    "call": ("int f() { return g(); }", "int f() { return h(); }"),
    "order": ("void f() { a(); b(); }", "void f() { b(); a(); }"),
    "block": ("void f() { if (a) { b(); } c(); }", "void f() { if (a) { b(); c(); } }"),
}


def hash_of(member: str, prefix: str) -> str:
    found = symbols_of(f"class A {{ {member} }}")
    return next(one.node_hash for name, one in found.items() if name.startswith(prefix))


@needs_grammar
@pytest.mark.parametrize(("left", "right"), EQUAL.values(), ids=EQUAL)
def test_layout_and_comments_keep_the_hash(left: str, right: str) -> None:
    assert hash_of(left, "A.f(") == hash_of(right, "A.f(")


@needs_grammar
@pytest.mark.parametrize(("left", "right"), DIFFERENT.values(), ids=DIFFERENT)
def test_everything_else_changes_the_hash(left: str, right: str) -> None:
    assert hash_of(left, "A.f(") != hash_of(right, "A.f(")
    assert hash_of(left, "A") != hash_of(right, "A")


@needs_grammar
def test_moving_a_member_keeps_its_hash() -> None:
    inner = "int f() {\n  return 1;\n}"
    moved = symbols_of(f"class B {{ class A {{ {inner} }} }}")["B.A.f()"]
    assert moved.node_hash == hash_of(inner, "A.f(")


@needs_grammar
def test_fields_of_one_declaration_have_hashes_of_their_own() -> None:
    before, after = hash_of("int a = 1, f = 2;", "A.f"), hash_of("int a = 9, f = 2;", "A.f")
    assert before == after
    assert hash_of("int a = 1, f = 2;", "A.f") != hash_of("int a = 1, f = 3;", "A.f")
    assert hash_of("int a = 1, f = 2;", "A.f") != hash_of("long a = 1, f = 2;", "A.f")


@needs_grammar
def test_what_does_not_parse_is_left_out_and_said() -> None:
    extraction = extract("class A {\n  void f() { return }\n  void g() {}\n}\n")
    names = [symbol.qualname for symbol in extraction.symbols]
    assert extraction.degraded == "syntax error (line 2): what does not parse is left out"
    assert names == ["A", "A.g()"]


HOSTILE = {
    "empty": "",
    "no Java": "# just\x00 text \ud800 {{{ )))",
    "nested blocks": "class A { void f() " + "{" * 5_000 + "}" * 5_000 + " }",
    "nested parentheses": "class A { int a = " + "(" * 5_000 + "1" + ")" * 5_000 + "; }",
    "nested classes": "class A {" * 2_000 + "}" * 2_000,
    "nested anonymous classes": "class A { Object a = " + "new X() { Object b = " * 500,
    "nested lambdas": "class A { Object a = " + "x -> " * 3_000 + "1; }",
    "long sum": "class A { int a = " + "1 + " * 20_000 + "1; }",
    "long chain": "class A { Object a = b" + ".c()" * 20_000 + "; }",
    "long else if": "class A { void f() { " + "if (a) b(); else " * 3_000 + "c(); } }",
    "nested type arguments": "class A { " + "X<" * 2_000 + "Y" + ">" * 2_000 + " a; }",
    "one long line": "class A { " + "int a = 1; " * 5_000 + "}",
}


@needs_grammar
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_makes_it_fail(text: str) -> None:
    extraction = extract(text)
    assert all(symbol.line_start <= symbol.line_end for symbol in extraction.symbols)
    assert len({(s.scope, s.qualname) for s in extraction.symbols}) == len(extraction.symbols)


def test_without_the_grammar_nothing_is_claimed_and_the_hint_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_java", None)
    assert EXTRACTOR.unavailable() == (
        "the Java grammar is not installed: pip install 'tmf-memory[java]'"
    )


@needs_grammar
def test_with_the_grammar_there_is_no_hint() -> None:
    assert EXTRACTOR.unavailable() == ""
    assert EXTRACTOR.extract(SourceText("A.java", "class A {}")).degraded == ""
