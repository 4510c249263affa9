"""The evaluation of call edges: names, counts, and the product's own bars."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.corpus import PINNED
from eval.edges import judged, micro
from eval.edges.agreement import compare
from eval.edges.micro import Case
from eval.edges.oracle import Oracle, decode, encode, oracle_of
from eval.edges.own import own_calls
from eval.edges.run import ORACLE, judged_lines, main, micro_figures, micro_file
from tmf_memory.codegraph.scip.index import Document, Occurrence, Role

CLASSES = """
class Shape:
    def __init__(self):
        self.draw()
    def draw(self):
        pass
class Bare:
    pass
Shape()
Bare()
"""
LAMBDA = """
def apply(one):
    one()
apply(lambda: print("x"))
"""
PACKAGE = {
    "main.py": "from tools.work import run\nrun()\nlen('x')\n",
    "tools/__init__.py": "from tools.work import run\nrun()\n",
    "tools/work.py": "def run():\n    pass\n",
}

ADAPTED = [
    pytest.param(
        Case(
            "own/classes",
            {"main.py": CLASSES},
            {"main": ("main.Shape.__init__",), "main.Shape.__init__": ("main.Shape.draw",)},
        ),
        id="a class call is its __init__, and nothing where there is none",
    ),
    pytest.param(
        Case(
            "own/lambda",
            {"main.py": LAMBDA},
            {"main": ("main.apply",), "main.apply": ("main.<lambda1>",)},
        ),
        id="a lambda is numbered in its scope",
    ),
    pytest.param(
        Case(
            "own/package",
            PACKAGE,
            {"main": ("tools.work.run", "<builtin>.len"), "tools": ("tools.work.run",)},
        ),
        id="a module is a caller, a package is its folder, a builtin does not count",
    ),
]


@pytest.mark.parametrize("case", ADAPTED)
def test_our_edges_are_named_as_the_benchmark_names_them(case: Case) -> None:
    difference = micro.compare(case)
    assert difference.both == case.wanted()
    assert not difference.wrong


def test_edges_of_one_side_only_are_counted() -> None:
    case = Case("own/off", {"main.py": "def f():\n    pass\nf()\n"}, {"main": ("main.g",)})
    assert micro.tally([micro.compare(case)]) == micro.Tally(found=0, wrong=1, missed=1)
    assert micro.tally([]).precision == 0.0


SOURCE = """\
class A:
    def f(self):
        return self.g()
    def g(self): return A()
def outer(text="ä", made=A()):
    def inner(): return ("ä", A().f())
    return [inner() for _ in text]
@outer
async def late(): await outer(lambda: outer())
outer()
"""
OCCURRENCES = [  # line, column, symbol, is it the definition
    *((0, 6, "A#", True), (1, 8, "A#f().", True), (2, 20, "A#g().", False)),
    *((3, 8, "A#g().", True), (3, 24, "A#", False), (4, 4, "outer().", True)),
    *((5, 8, "outer().inner().", True), (5, 34, "A#f().", False), (5, 30, "A#", False)),
    *((6, 12, "outer().inner().", False), (7, 1, "outer().", False)),
    *((8, 10, "late().", True), (8, 24, "outer().", False), (8, 38, "outer().", False)),
    (9, 0, "outer().", False),
]


def test_the_oracle_has_calls_between_functions_only(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE, encoding="utf-8")
    occurrences = (
        Occurrence(line, column, None, symbol, Role(is_definition))
        for line, column, symbol, is_definition in OCCURRENCES
    )
    document = Document("m.py", tuple(occurrences))
    oracle = oracle_of([document], tmp_path)
    assert {name for _, name in oracle.functions} == {"A.f", "A.g", "outer", "outer.inner", "late"}
    assert {(caller[1], target[1]) for caller, target in oracle.calls} == {
        ("A.f", "A.g"),
        ("outer.inner", "A.f"),
        ("outer", "outer.inner"),
        ("late", "outer"),
    }
    assert decode(encode(oracle)) == oracle


def test_construction_is_left_out_twins_are_one_and_aliases_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "from typing import overload\n"
        "class A:\n    @overload\n    def __init__(self): ...\n"
        "    @overload\n    def __init__(self, one): ...\n"
        "    def __init__(self, *all): A()\n"
        "class B(A):\n    def __init__(self): super().__init__()\n"
        "if A:\n    def f(): B()\nelse:\n    def f(): g()\n"
        "def g():\n    alias = h\n    alias()\n"
        "def h(): pass\n",
        encoding="utf-8",
    )
    known = [("m.py", name) for name in ("A.__init__", "B.__init__", "f", "g", "h")]
    a, b, f, g, h = known
    oracle = Oracle(frozenset(known), frozenset({(b, a), (g, f)}))
    result = compare(own_calls(tmp_path), oracle, tmp_path)
    assert result.both == {(b, a)}
    assert result.only_ours == {(f, g)}
    assert result.only_oracle == {(g, f)}
    assert result.unspelled == {(g, h)}
    assert (result.agreement, result.recall) == (0.5, 0.5)


@pytest.mark.slow
@pytest.mark.skipif(micro_file() is None, reason="TMF_EVAL_DATA is not set")
def test_the_micro_benchmark_has_no_wrong_edge_and_nine_of_ten_found() -> None:
    file = micro_file()
    assert file is not None
    differences = [micro.compare(case) for case in micro.read_cases(file)]
    assert [(one.case.name, sorted(one.wrong)) for one in differences if one.wrong] == []
    assert len(differences) == 119
    assert sum(len(one.case.wanted()) for one in differences) == 243
    assert all(figure.is_good for figure in micro_figures(differences))


def test_without_data_nothing_is_measured_and_strict_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TMF_EVAL_CORPUS", str(tmp_path))
    for name, requirement in PINNED.items():  # what is there is not fetched
        version = requirement.partition("==")[2]
        (tmp_path / f"{name}-{version}" / judged.FOLDERS.get(name, "src")).mkdir(parents=True)
    monkeypatch.delenv("TMF_EVAL_DATA", raising=False)
    assert main([]) == 0
    assert main(["--strict"]) == 1
    assert "NOT MEASURED: TMF_EVAL_DATA" in capsys.readouterr().out


def test_the_stored_oracle_is_read_back_as_it_was_written() -> None:
    text = ORACLE.read_text(encoding="utf-8")
    oracle = decode(text)
    assert encode(oracle) == text
    assert len(oracle.calls) > 4_000
    assert {end for call in oracle.calls for end in call} <= oracle.functions


# Judged by hand -----------------------------------------------------------------------------------


def row(verdict: judged.Verdict, target: str) -> judged.Judged:
    return judged.Judged(judged.Draw.ALL, "flask", "a.py:f", target, 1, verdict, "why")


def test_every_judged_edge_has_a_verdict_and_a_note() -> None:
    rows = judged.judged_edges()
    assert len({(one.draw, one.project, one.source, one.target) for one in rows}) == len(rows)
    assert sum(one.draw is judged.Draw.ALL for one in rows) == judged.EACH * len(judged.FOLDERS)
    assert all(one.note and one.line > 0 for one in rows)


def test_more_than_one_wrong_edge_that_is_still_emitted_is_too_many() -> None:
    wrong = tuple(row(judged.Verdict.WRONG, f"a.py:{name}") for name in "gh")
    ends = [("flask", "a.py:f", one.target) for one in wrong]
    assert not judged.Judgement(wrong, frozenset(ends)).is_good
    assert judged.Judgement(wrong, frozenset(ends[:1])).is_good
    lines = list(judged_lines(judged.Judgement(wrong, frozenset(ends[:1]))))
    assert lines == [
        "all: 2 judged, 0 right, 2 wrong, 0 unclear; 1 still emitted",
        "unspelled: 0 judged, 0 right, 0 wrong, 0 unclear; 0 still emitted",
        "wrong and still emitted: flask a.py:f -> a.py:g: why",
        "wrong and still emitted 1 (at most 1)",
    ]
