"""Real memory files: every finding on them is judged by hand, and the judgement is kept.

The files are read where they are and not copied. What is kept is, for each finding, its class and
its fingerprint, and whether it is right; a finding without a judgement fails the evaluation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.factlint.linter import LintRequest, lint
from tmf_memory.factlint.model import Finding, Report

JUDGED = Path(__file__).with_name("judged.json")


@dataclass(frozen=True)
class Judged:
    """One finding on a real file, and the judgement of it: right, wrong, or none yet."""

    path: str
    finding: Finding
    verdict: str


def reports(folder: Path) -> Iterator[tuple[str, Report]]:
    """Lint every file of the set alone, with the rules that run by default."""
    for path in sorted(folder.iterdir()):
        if path.name != "INDEX.json":
            yield path.name, lint(LintRequest((path.name,), folder))


def judged(folder: Path, judgements: Path = JUDGED) -> tuple[int, int, list[Judged]]:
    """Return how many files and facts were read, and every finding with its judgement."""
    known = json.loads(judgements.read_text(encoding="utf-8"))
    files = facts = 0
    found: list[Judged] = []
    for name, report in reports(folder):
        files += 1
        facts += report.facts
        for finding in report.findings:
            verdict = known.get(finding.code, {}).get(finding.fingerprint, "unjudged")
            found.append(Judged(name, finding, verdict))
    return files, facts, found
