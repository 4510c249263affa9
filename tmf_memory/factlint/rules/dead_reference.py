"""A path that the memory names was moved or deleted.

What: a back-ticked path that is not in the repository. Git knows that it was moved or deleted
(warning, with the new path), or its folder is here and the file never was (info). Branches, globs,
placeholders, other trees' paths and lines about change are left alone.

Why: an agent opens the path first and the search second; a wrong one costs both.

Bad:

    Orders go through `shop/old_checkout.py`.

Good:

    Orders go through `shop/checkout.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterable[Finding]:
    return corpus.source.findings(corpus, RULE.code) if corpus.source is not None else ()


RULE = Rule("MF020", "dead_reference", Severity.WARNING, (Layer.S,), check, __doc__)
