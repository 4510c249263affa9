"""A newer fact says that what an older one holds has ended.

What: two facts of one entity; the newer one carries a transition ("left", "migrated off", "no
longer uses", "replaced by", 不再使用 …) whose object is the value that the older one still states.

Why: an agent that reads both lines picks one of them, and the old one often sounds more certain.

Bad:

    Globex: works at Northwind -- 2026-01-01
    Globex: left Northwind -- 2026-05-01

Good:

    Globex: employer = "Northwind" ; valid_to=2026-05-01 -- 2026-01-01
    Globex: left Northwind -- 2026-05-01
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules import _conflicts
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    return _conflicts.findings(corpus, "contradicted_explicit", "MF001", Severity.ERROR)


RULE = Rule("MF001", "contradicted_explicit", Severity.ERROR, (Layer.L2,), check, __doc__)
