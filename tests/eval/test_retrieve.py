"""The evaluation of retrieval: judging, stripping docstrings, the baseline, and names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from eval.retrieve.measures import halves, mean, outcome_of
from eval.retrieve.own import OwnRanking, ask_names, warmed
from eval.retrieve.plain import PlainBm25
from eval.retrieve.queries import Labelled, data_file, read_docstrings, read_news
from eval.retrieve.run import SETS, main
from eval.retrieve.trees import copy_without_docstrings, without_docstrings
from tests.fakes.trees import write_tree
from tmf_memory.codegraph.model import SymbolKey

PROJECT = """
shop/cart.py:
    class Cart:
        def total_price(self, rows):
            \"\"\"Sum what every row costs.\"\"\"
            return sum(row.price for row in rows)

        def clear(self):
            self.rows = []
tests/test_cart.py:
    def test_total_price():
        assert total_price == 3
"""
RIGHT = SymbolKey("a.py", "right")


def keys(*names: str) -> list[SymbolKey]:
    return [SymbolKey("a.py" if name == "right" else f"{name}.py", name) for name in names]


@pytest.mark.parametrize(
    ("ranked", "place", "file_recall"),
    [
        pytest.param(keys("right", "b"), 1, 0.5, id="first"),
        pytest.param(keys("b", "c", "right"), 3, 0.5, id="third"),
        pytest.param(keys(*"bcdefghijk", "right"), 0, 0.0, id="eleventh is not found"),
        pytest.param([SymbolKey("a.py", f"f{n}") for n in range(12)], 0, 0.5, id="only the file"),
        pytest.param([], 0, 0.0, id="no answer"),
    ],
)
def test_an_answer_counts_up_to_the_tenth(
    ranked: list[SymbolKey], place: int, file_recall: float
) -> None:
    asked = Labelled("?", frozenset({RIGHT, SymbolKey("other.py", "also")}))
    outcome = outcome_of(asked, ranked)
    assert (outcome.place, outcome.file_recall) == (place, file_recall)


def test_means_and_halves() -> None:
    asked = Labelled("?", frozenset({RIGHT}))
    found = [outcome_of(asked, keys(*names)) for names in (["right"], ["b"], ["b", "right"])]
    assert mean(found).hit == pytest.approx(2 / 3)
    assert mean(found).reciprocal == pytest.approx(0.5)
    assert [half.hit for half in halves(found)] == [1.0, 0.0]


@pytest.mark.parametrize(
    "text",
    [
        '"""Module."""\n\nX = 1\n',
        "def f():\n    '''One\n    two.'''\n    return 1\n",
        'class C:\n    "doc"; y = 2\n',
        'def é():\n    """Only this: é."""\n',
        "def f():\n    return 'no docstring'\n",
    ],
)
def test_docstrings_go_and_lines_stay(text: str) -> None:
    stripped = without_docstrings(text.encode()).decode()
    assert stripped.count("\n") == text.count("\n")
    before, after = ast.parse(text), ast.parse(stripped)
    for node in ast.walk(after):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            assert not ast.get_docstring(node)
    assert [getattr(one, "lineno", 0) for one in before.body] == [
        getattr(one, "lineno", 0) for one in after.body
    ]


def test_what_does_not_parse_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "broken.py").write_bytes(b'"""Doc."""\ndef (\n')
    copy = copy_without_docstrings(tmp_path / "a", tmp_path / "b")
    assert (copy / "broken.py").read_bytes() == b'"""Doc."""\ndef (\n'


def test_ours_and_the_baseline_answer_and_names_come_first(tmp_path: Path) -> None:
    memory = warmed(write_tree(tmp_path, PROJECT))
    wanted = SymbolKey("shop/cart.py", "Cart.total_price")
    assert OwnRanking(memory)("sum of what rows cost")[0] == wanted
    assert wanted in PlainBm25(memory)("price of row")
    names = ask_names(memory, 1)
    assert (names.asked, names.first, names.wrong) == (3, 3, ())


def test_strict_fails_without_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TMF_EVAL_DATA", raising=False)
    assert main([]) == 0
    assert main(["--strict"]) == 1
    assert "NOT MEASURED" in capsys.readouterr().out


@pytest.mark.parametrize("asked", SETS, ids=lambda one: one.file)
def test_question_files_are_read(asked: object) -> None:
    file = data_file(asked.file)  # type: ignore[attr-defined]
    if file is None:
        pytest.skip("TMF_EVAL_DATA is not set")
    read = read_docstrings if asked.docstrings else read_news  # type: ignore[attr-defined]
    questions = read(file)
    assert all(one.text and one.answers for one in questions)
