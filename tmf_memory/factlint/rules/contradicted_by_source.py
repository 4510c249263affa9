"""The source says otherwise.

What: the fact states the value of a constant or configuration key, a dependency's version, a port,
a route or a signature, the code memory of the repository knows it, and every place that may be
meant says something else. Values that cannot be compared, names with several values, and lines
about another time or a possibility are left alone.

Why: the source is the authority. An agent that believes the note writes a bug.

Bad:

    `FREE_SHIPPING_FROM = 50` in `shop/pricing.py`      (the file says 60)

Good:

    `FREE_SHIPPING_FROM = 60` in `shop/pricing.py`
"""

from __future__ import annotations

from collections.abc import Iterable

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterable[Finding]:
    return corpus.source.findings(corpus, RULE.code) if corpus.source is not None else ()


RULE = Rule("MF030", "contradicted_by_source", Severity.ERROR, (Layer.S,), check, __doc__)
