"""Every rule fires where its cases say so, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.factlint.cases import Case, read_cases, run_case, shown
from tmf_memory.factlint.rules.base import all_rules

FOLDER = Path(__file__).parent / "rules"
CASES = [
    pytest.param(case, id=f"{path.stem}:{case.line} {case.name}")
    for path in sorted(FOLDER.glob("*.md"))
    for case in read_cases(path)
]


@pytest.mark.parametrize("case", CASES)
def test_rule_fires_exactly_as_written(case: Case) -> None:
    findings = [each for each in run_case(case).findings if each.code == case.rule]
    with_reason = [" :: " in line for line in case.expected]
    with_reason += [False] * (len(findings) - len(with_reason))
    got = [
        shown(finding, with_reason=reason)
        for finding, reason in zip(findings, with_reason, strict=False)
    ]
    assert got == case.expected


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.stem)
def test_rule_has_cases_on_both_sides(path: Path) -> None:
    cases = read_cases(path)
    assert any(case.expected for case in cases)
    assert any(not case.expected for case in cases)


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_explanation_says_what_why_bad_and_good(rule: object) -> None:
    explain = getattr(rule, "explain", "")
    assert [word for word in ("What: ", "Why: ", "Bad:\n", "Good:\n") if word not in explain] == []
