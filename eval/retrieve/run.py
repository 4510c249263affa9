"""Retrieval of code: `python -m eval retrieve [--strict]`.

Questions from `$TMF_EVAL_DATA/retrieve`, the sources they are about from `$TMF_EVAL_CORPUS`
(fetched when missing). Every question goes through the product's own index and ranking.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import project
from eval.figures import ABSENT, Figure
from eval.retrieve.measures import Outcome, Scores, halves, mean, outcomes
from eval.retrieve.own import OwnRanking, ask_names, warmed
from eval.retrieve.plain import PlainBm25
from eval.retrieve.queries import Labelled, data_file, read_docstrings, read_news
from eval.retrieve.trees import copy_without_docstrings
from tmf_memory.codegraph.memory import CodeMemory

_NAMES_EVERY = {"pip": 10, "django": 60}


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """One file of questions, the project they are about, and the bars."""

    title: str
    file: str
    project: str
    docstrings: bool
    file_recall: float = 0.0
    hit: float = 0.0
    reciprocal: float = 0.0

    def figures(self, scores: Scores) -> list[Figure]:
        every = (
            Figure("file recall@10", scores.file_recall, self.file_recall, decimals=3),
            Figure("function hit@10", scores.hit, self.hit, decimals=3),
            Figure("function MRR@10", scores.reciprocal, self.reciprocal, decimals=3),
        )
        return [one for one in every if one.bar]

    def questions(self, file: Path) -> list[Labelled]:
        return read_docstrings(file) if self.docstrings else read_news(file)


SETS = (
    QuestionSet("changelog of pip", "news_pip-26.3.json", "pip", False, 0.84, 0.72, 0.45),
    QuestionSet("docstrings of pip", "docstring_pip-26.3.json", "pip", True, hit=0.62),
    QuestionSet("docstrings of Django", "docstring_django-5.2.19.json", "django", True, hit=0.52),
)


def main(argv: Sequence[str]) -> int:
    """Exit 0; with `--strict` 1 when a bar is missed or a part cannot be measured."""
    parser = argparse.ArgumentParser(prog="eval retrieve", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail below a bar or without data")
    parser.add_argument("--show", type=int, default=0, help="questions shown that found nothing")
    options = parser.parse_args(argv)
    results = [_measure(one, options.show) for one in SETS]
    is_good = all(figures and all(one.is_good for one in figures) for figures in results)
    return 1 if options.strict and not is_good else 0


def _measure(asked: QuestionSet, shown: int) -> list[Figure]:
    print(asked.title)
    file = data_file(asked.file)
    if file is None:
        print(f"{ABSENT}: TMF_EVAL_DATA names no folder with retrieve/{asked.file}\n")
        return []
    try:
        root = project(asked.project)
    except (OSError, StopIteration, subprocess.CalledProcessError) as error:
        print(f"{ABSENT}: no sources of {asked.project} ({error})\n")
        return []
    with tempfile.TemporaryDirectory(prefix="tmf-eval-") as folder:
        if asked.docstrings:
            root = copy_without_docstrings(root, Path(folder) / root.name)
        memory = warmed(root)
        return _judged(asked, memory, asked.questions(file), shown)


def _judged(
    asked: QuestionSet, memory: CodeMemory, questions: list[Labelled], shown: int
) -> list[Figure]:
    own = outcomes(questions, OwnRanking(memory))
    rows = {
        "BM25 over function bodies": outcomes(questions, PlainBm25(memory)),
        "ours, claims of every kind": outcomes(questions, OwnRanking(memory, everything=True)),
        "ours": own,
    }
    print(f"{'':28}{'n':>4}{'file r@10':>11}{'hit@10':>9}{'MRR@10':>9}")
    for line in (line for name, found in rows.items() for line in _lines(name, found)):
        print(line)
    missed = [one.asked.text for one in own if not one.place]
    for text in missed[:shown]:
        print(f"not found: {text}")
    figures = asked.figures(mean(own))
    if not asked.docstrings or asked.project != "pip":
        names = ask_names(memory, _NAMES_EVERY[asked.project])
        print(f"{names.asked} names of its own code asked as they are, {names.first} come first")
        for name in names.wrong:
            print(f"  not first: {name}")
        for name in names.wrong[:shown]:
            print(f"not first: {name}")
        figures.append(Figure("exact name first", names.share, 1.0, decimals=3))
    print("\n".join(map(str, figures)), end="\n\n")
    return figures


def _lines(name: str, found: list[Outcome]) -> Iterator[str]:
    parts = [(name, mean(found))]
    if name == "ours":
        first, second = halves(found)
        parts += [("  even questions", first), ("  odd questions", second)]
    for title, row in parts:
        figures = f"{row.file_recall:11.3f}{row.hit:9.3f}{row.reciprocal:9.3f}"
        yield f"{title:28}{row.questions:4}{figures}"
