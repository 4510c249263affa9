"""Prose that may disagree: something for a person to look at, not a verdict.

What: two prose facts of one entity seem to give one slot different values, but nothing proves it:
they have no order of observation, or only their similarity brings them together.

Why: to assert a contradiction from prose alone would be a guess. A hedge is never fixed, never
rewritten and never blocks a write; its reason and confidence are shown.

Bad:

    billing-store: uses PostgreSQL for the ledger
    billing-store: uses MySQL for the ledger

Good:

    billing-store: tool = "MySQL" -- 2026-06-02 (source: infra-doc)
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules import _conflicts
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    return _conflicts.findings(corpus, "likely_conflict", "MF004", Severity.WARNING)


RULE = Rule(
    "MF004",
    "likely_conflict",
    Severity.WARNING,
    (
        Layer.L2C,
        Layer.L3,
    ),
    check,
    __doc__,
)
