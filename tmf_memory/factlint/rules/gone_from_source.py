"""The source no longer has what the fact names.

What: a function, class, constant, script or target that the note names is not in the repository,
and git shows that it once was. A name that never was in it (a library's, an idea's) is left alone.

Why: the note describes code that nobody can call any more.

Bad:

    `Cart.merge_guest()` joins the guest's cart.        (removed last month)

Good:

    `Cart.adopt()` joins the guest's cart.
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterable[Finding]:
    return corpus.source.findings(corpus, RULE.code) if corpus.source is not None else ()


RULE = Rule("MF031", "gone_from_source", Severity.WARNING, (Layer.S,), check, __doc__)
