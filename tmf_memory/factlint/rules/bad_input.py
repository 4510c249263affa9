"""A memory file cannot be read as what it is.

What: the file is empty, malformed, not UTF-8, or too large. The finding carries the position.

Why: a memory that cannot be parsed is silently missing from every session that relies on it.

Bad:

    {"billing-store": "uses PostgreSQL",

Good:

    {"billing-store": "uses PostgreSQL"}
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.kernel.location import Location


def check(corpus: Corpus) -> Iterator[Finding]:
    for document in corpus.documents:
        for problem in document.problems:
            if problem.kind == RULE.name:
                yield Finding(
                    name=RULE.name,
                    code=RULE.code,
                    severity=RULE.severity,
                    layer=Layer.L0,
                    entity=document.path.rpartition("/")[2],
                    reason=problem.reason,
                    location=Location(document.path, problem.line),
                )


RULE = Rule("MF009", "bad_input", Severity.ERROR, (Layer.L0,), check, __doc__)
