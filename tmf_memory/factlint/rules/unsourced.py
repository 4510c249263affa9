"""A fact with neither a date nor a source, where the others have one.

What: in a canonical store, or in a file whose facts carry dates or sources, this one has neither.

Why: a fact without provenance can be ordered against nothing; when it disagrees with another one,
nobody can say which of the two to believe.

Bad:

    Initech: uses Grafana

Good:

    Initech: uses Grafana -- 2026-03-01 (source: ops)
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Fact, Finding, Layer, Origin, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule

_WRITTEN = (Origin.RECORD, Origin.LINE, Origin.BLOCK)


def check(corpus: Corpus) -> Iterator[Finding]:
    for document in corpus.documents:
        if not document.uses_provenance:
            continue
        for fact in document.facts:
            if _is_bare(fact):
                yield Finding(
                    name=RULE.name,
                    code=RULE.code,
                    severity=RULE.severity,
                    layer=Layer.L0,
                    entity=corpus.aliases.display(fact),
                    reason=f"'{fact.shown}' has neither date nor source",
                    location=fact.place.location,
                    flagged=fact,
                    fidelity=fact.fidelity,
                    reliability=corpus.weights.reliability(fact),
                )


def _is_bare(fact: Fact) -> bool:
    if fact.is_history or fact.has_provenance or "date" in fact.extra:
        return False
    return fact.origin in _WRITTEN


RULE = Rule("MF007", "unsourced", Severity.INFO, (Layer.L0,), check, __doc__)
