"""A stored fact speaks of a time that only the day of writing explains.

What: "yesterday", "last week", "two days ago", 昨天 in a fact.

Why: a memory is read weeks later, and then the word means another day.

Bad:

    ledger: moved to MySQL yesterday

Good:

    ledger: moved to MySQL -- 2026-06-02
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.kernel.language.relative import relative_date_in


def check(corpus: Corpus) -> Iterator[Finding]:
    for fact in corpus.facts:
        if fact.is_history or fact.is_canonical:
            continue
        words = relative_date_in(fact.claim)
        if words:
            yield Finding(
                name=RULE.name,
                code=RULE.code,
                severity=RULE.severity,
                layer=Layer.L0,
                entity=corpus.aliases.display(fact),
                reason=f"'{words}' means another day whenever it is read; write the date",
                location=fact.place.location,
                flagged=fact,
                fidelity=fact.fidelity,
                reliability=corpus.weights.reliability(fact),
            )


RULE = Rule("MF023", "relative_date", Severity.INFO, (Layer.L0,), check, __doc__)
