"""A line of a store would make its own tools choke.

What: a torn line, a line that is no JSON object, or a record without entity or statement.

Why: the tools that read such stores line by line stop at the first bad one, or skip it in silence.

Bad:

    {"entity": "billing-store", "slot": "tool", "val

Good:

    {"entity": "billing-store", "slot": "tool", "value": "MySQL 8"}
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


RULE = Rule("MF025", "malformed_record", Severity.ERROR, (Layer.L0,), check, __doc__)
