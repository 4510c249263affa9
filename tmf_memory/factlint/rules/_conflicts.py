"""From a conflict of two facts to the finding of the rule it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Score, Severity
from tmf_memory.factlint.rules.base import Corpus


def findings(corpus: Corpus, kind: str, code: str, severity: Severity) -> Iterator[Finding]:
    """Yield the conflicts of one class as findings."""
    for conflict in (*corpus.conflicts, *corpus.proposed):
        if conflict.kind != kind:
            continue
        flagged = conflict.flagged
        yield Finding(
            name=kind,
            code=code,
            severity=severity,
            layer=conflict.layer,
            entity=corpus.aliases.display(flagged),
            reason=conflict.reason,
            location=flagged.place.location,
            flagged=flagged,
            survivor=conflict.survivor,
            fidelity=flagged.fidelity,
            reliability=corpus.weights.reliability(flagged),
            score=Score(conflict.similarity, conflict.confidence),
            related=(conflict.survivor.place.location,),
            fixable=kind != "likely_conflict",
        )
