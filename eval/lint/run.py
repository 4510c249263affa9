"""The memory linter against labels: `python -m eval lint [--strict]`.

Our own scenarios beside this file; MemConflict and the real memory files from `$TMF_EVAL_DATA`.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.figures import ABSENT, MISS, printed
from eval.lint import memconflict, real, scenarios
from eval.lint.scenarios import Outcome, Tally

LEAST_SCENARIOS = 120
_CONTRADICTED = ("MF001", "MF002")
_FALSE = frozenset({"MF001", "MF002", "MF003", "MF004", "MF030"})


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure and its bar; `at_most` turns the bar into a ceiling."""

    name: str
    value: float
    bar: float
    at_most: bool = False

    @property
    def is_good(self) -> bool:
        return self.value <= self.bar if self.at_most else self.value >= self.bar

    def __str__(self) -> str:
        sign = "at most" if self.at_most else "at least"
        verdict = "" if self.is_good else f": {MISS}"
        return f"{self.name} {self.value:g} ({sign} {self.bar:g}){verdict}"


def main(argv: Sequence[str]) -> int:
    """Exit 0; with `--strict` 1 when a target is missed or a part cannot be measured."""
    parser = argparse.ArgumentParser(prog="eval lint", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail below a bar or without data")
    options = parser.parse_args(argv)
    parts = [_scenarios(), _memconflict(), _real()]
    is_good = all(figures and all(each.is_good for each in figures) for figures in parts)
    return 1 if options.strict and not is_good else 0


def _scenarios() -> list[Figure]:
    outcomes = [scenarios.run(each) for each in scenarios.read_scenarios()]
    print("\n".join(["our own scenarios", *_group_lines(outcomes), "", *_class_lines(outcomes)]))
    for outcome in outcomes:
        for word, labels in (("missed", outcome.missed), ("wrong", outcome.wrong)):
            for label in labels:
                print(f"{word}: {label} in {outcome.scenario.group} / {outcome.scenario.name}")
    return printed(scenario_figures(outcomes))


def scenario_figures(outcomes: list[Outcome]) -> list[Figure]:
    """The declared targets: no class reports wrongly, contradictions are found."""
    rows = scenarios.tallies(outcomes)
    worst = min((row.precision for row in rows.values()), default=0.0)
    clear = [rows.get(code, Tally()) for code in _CONTRADICTED]
    paraphrased = [each for each in outcomes if each.scenario.group == "paraphrase"]
    return [
        Figure("scenarios", len(outcomes), LEAST_SCENARIOS),
        Figure("lowest precision of a class", worst, 1.0),
        Figure("lowest recall of contradicted_*", min(row.recall for row in clear), 0.95),
        Figure("paraphrases reported", sum(len(one.wrong) for one in paraphrased), 0, at_most=True),
    ]


def _group_lines(outcomes: list[Outcome]) -> Iterator[str]:
    yield f"{'group':12}{'scenarios':>10}{'right':>7}"
    groups = Counter(outcome.scenario.group for outcome in outcomes)
    right = Counter(outcome.scenario.group for outcome in outcomes if outcome.is_right)
    for group, count in groups.items():
        yield f"{group:12}{count:10}{right[group]:7}"
    chinese = sum(outcome.scenario.language == "zh" for outcome in outcomes)
    yield f"{'all':12}{len(outcomes):10}{sum(right.values()):7}  ({chinese} in Chinese)"


def _class_lines(outcomes: list[Outcome]) -> Iterator[str]:
    yield f"{'class':18}{'tp':>4}{'fp':>4}{'fn':>4}{'precision':>11}{'recall':>8}"
    for name, row in scenarios.tallies(outcomes).items():
        counts = f"{row.found:4}{row.wrong:4}{row.missed:4}"
        yield f"{name:18}{counts}{row.precision:11.3f}{row.recall:8.3f}"


def _memconflict() -> list[Figure]:
    print("MemConflict")
    file = _data("memconflict/dev.jsonl")
    if file is None:
        return []
    tally = memconflict.measure(file)
    print(f"found {tally.found} of {tally.eligible}; {tally.conditional} conditional rows")
    alarms = Figure("conditional rows reported", tally.false_alarms, 0, at_most=True)
    return printed([Figure("recall", round(tally.recall, 4), 0.95), alarms])


def _real() -> list[Figure]:
    print("real memory files")
    folder = _data("memory_files")
    if folder is None:
        return []
    files, facts, found = real.judged(folder)
    print(f"{files} files, {facts} facts, {len(found)} findings")
    for line in _judged_lines(found):
        print(line)
    return printed(real_figures(found))


def real_figures(found: list[real.Judged]) -> list[Figure]:
    """No contradiction and no staleness that is not one, and nothing that nobody judged."""
    wrong = [each for each in found if each.verdict != "right"]
    false = sum(each.finding.code in _FALSE for each in wrong)
    unjudged = sum(each.verdict == "unjudged" for each in wrong)
    return [
        Figure("false contradictions and staleness", false, 0, at_most=True),
        Figure("findings without a judgement", unjudged, 0, at_most=True),
    ]


def _judged_lines(found: list[real.Judged]) -> Iterator[str]:
    for code in sorted({each.finding.code for each in found}):
        own = Counter(each.verdict for each in found if each.finding.code == code)
        total = own["right"] + own["wrong"]
        precision = f"precision {own['right'] / total:.3f}" if total else "not judged"
        yield f"{code} right {own['right']}, wrong {own['wrong']}: {precision}"
    for each in found:
        if each.verdict == "unjudged":
            yield f"unjudged: {each.path} {each.finding.code} {each.finding.fingerprint}"


def _data(name: str) -> Path | None:
    """Return a part of the data sets, or say that this machine does not have it."""
    folder = os.environ.get("TMF_EVAL_DATA")
    path = Path(folder or ".") / name
    if folder and path.exists():
        return path
    print(f"{ABSENT}: TMF_EVAL_DATA names no folder with {name}\n")
    return None
