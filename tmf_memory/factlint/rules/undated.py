"""A fact without a date (opt-in).

What: a fact that says neither when it was observed nor from when it holds.

Why: only dates order facts. A team that dates everything can ask for it; it is off by default.

Bad:

    Initech: uses Grafana (source: ops)

Good:

    Initech: uses Grafana -- 2026-03-01 (source: ops)
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Origin, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule

_WRITTEN = (Origin.RECORD, Origin.LINE, Origin.BLOCK)


def check(corpus: Corpus) -> Iterator[Finding]:
    for fact in corpus.facts:
        if fact.origin not in _WRITTEN or fact.is_history or fact.observed_at or fact.valid_from:
            continue
        yield Finding(
            name=RULE.name,
            code=RULE.code,
            severity=Severity.INFO,
            layer=Layer.L0,
            entity=corpus.aliases.display(fact),
            reason=f"'{fact.shown}' has no date",
            location=fact.place.location,
            flagged=fact,
            fidelity=fact.fidelity,
            reliability=corpus.weights.reliability(fact),
        )


RULE = Rule("MF008", "undated", Severity.OFF, (Layer.L0,), check, __doc__)
