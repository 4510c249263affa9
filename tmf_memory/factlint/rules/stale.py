"""A newer fact gives the same thing another version, number or time.

What: the same slot and the same head value, but a newer dated fact states another version, number
or time. The older fact is reported.

Why: an old port, version or schedule looks as valid as the new one to whoever reads only that line.

Bad:

    cache-tier: uses Redis 6.2 -- 2026-01-05
    cache-tier: uses Redis 7.4 -- 2026-06-02

Good:

    cache-tier: tool = "Redis 6.2" ; valid_to=2026-06-02 -- 2026-01-05
    cache-tier: uses Redis 7.4 -- 2026-06-02
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules import _conflicts
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    return _conflicts.findings(corpus, "stale", "MF003", Severity.WARNING)


RULE = Rule(
    "MF003",
    "stale",
    Severity.WARNING,
    (
        Layer.L2B,
        Layer.L2C,
    ),
    check,
    __doc__,
)
