"""Two facts give one slot of an entity different values.

What: the same slot with another head value. With an order of observation the verdict says which
side is history (L2b); without one only two canonical `slot = "value"` records decide (L2c).

Why: nothing in the text says that the older line is obsolete, and there is no word to grep for.

Bad:

    billing-store: uses PostgreSQL 14 -- 2026-01-05
    billing-store: uses MySQL 8 -- 2026-06-02

Good:

    billing-store: tool = "PostgreSQL 14" ; valid_to=2026-06-02 -- 2026-01-05
    billing-store: uses MySQL 8 -- 2026-06-02
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules import _conflicts
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    return _conflicts.findings(corpus, "contradicted_implicit", "MF002", Severity.ERROR)


RULE = Rule(
    "MF002",
    "contradicted_implicit",
    Severity.ERROR,
    (
        Layer.L2B,
        Layer.L2C,
    ),
    check,
    __doc__,
)
