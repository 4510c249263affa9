"""The embedding engine was asked for and is not there; the heuristics ran.

What: `--engine embed` found no model that answers, or one that answers rubbish.

Why: a weaker check must say that it was weaker. This finding alone never fails a run.

Bad:

    memory-lint scan MEMORY.md --engine embed      (no model is reachable)

Good:

    pip install 'tmf-memory[embed]'
    memory-lint scan MEMORY.md --engine embed
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    if corpus.degraded:
        yield Finding(
            name=RULE.name,
            code=RULE.code,
            severity=RULE.severity,
            layer=Layer.L3,
            entity="engine",
            reason=corpus.degraded,
        )


RULE = Rule("MF010", "degraded", Severity.INFO, (Layer.L3,), check, __doc__)
