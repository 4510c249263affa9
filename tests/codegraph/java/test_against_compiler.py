"""The edges of a sample are those that the JDK's own compiler finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval.java.oracle import compiler_edges, is_available, own_edges
from eval.java.run import SAMPLE, Result, main
from tests.codegraph.java.sources import needs_grammar

needs_jdk = pytest.mark.skipif(not is_available(), reason="no JDK on the path")


@needs_grammar
@needs_jdk
@pytest.mark.slow
def test_the_sample_is_linked_as_the_compiler_attributes_it() -> None:
    assert own_edges(SAMPLE) == compiler_edges(SAMPLE)


@needs_grammar
@needs_jdk
@pytest.mark.slow
def test_the_evaluation_prints_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert '"precision": 1.0' in capsys.readouterr().out


@needs_grammar
@needs_jdk
@pytest.mark.slow
def test_a_tree_without_edges_is_not_good(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A {}", encoding="utf-8")
    assert main([str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("own", "extra", "missed", "good"),
    [
        (100, 0, 0, True),
        (100, 1, 19, True),
        (100, 2, 0, False),
        (100, 0, 21, False),
        (0, 0, 100, False),
    ],
)
def test_precision_and_recall_have_bars(own: int, extra: int, missed: int, good: bool) -> None:
    result = Result("x", 100, own, ("e",) * extra, ("m",) * missed)
    assert result.is_good is good
