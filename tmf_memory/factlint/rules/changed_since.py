"""What the dated fact names has changed after that date.

What: the fact carries a date, names one function, class or constant of the repository, and its
tokens today differ from those of the last commit up to that date. Comments and formatting do not
count.

Why: the note may still be right; somebody should look.

Bad:

    `Cart.total()` ignores discounts -- 2026-01-05      (its body changed in March)

Good:

    `Cart.total()` applies discounts -- 2026-03-09
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterable[Finding]:
    return corpus.source.findings(corpus, RULE.code) if corpus.source is not None else ()


RULE = Rule("MF032", "changed_since", Severity.INFO, (Layer.S,), check, __doc__)
