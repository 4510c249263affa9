"""A suppression that suppresses nothing.

What: an `ignore`, `disable` or `ignore-file` directive, or a `_lint_ignore` key, that no finding of
the rules that ran falls under.

Why: a suppression that outlives its finding hides the next one.

Bad:

    <!-- memory-lint: ignore[MF002] two stores during the migration -->
    billing-store: uses MySQL 8 -- 2026-06-02

Good:

    billing-store: uses MySQL 8 -- 2026-06-02
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.factlint.suppressions import Suppression


def check(corpus: Corpus) -> Iterator[Finding]:
    """Find nothing here: what is unused is known only after every other rule has run."""
    del corpus
    yield from ()


def findings(unused: Iterable[Suppression]) -> Iterator[Finding]:
    """Yield a finding for each directive that suppressed nothing."""
    for each in unused:
        codes = ", ".join(sorted(each.codes)) or "every rule"
        yield Finding(
            name=RULE.name,
            code=RULE.code,
            severity=RULE.severity,
            layer=Layer.L0,
            entity=each.location.path.rpartition("/")[2],
            reason=f"this directive for {codes} suppresses nothing",
            location=each.location,
        )


RULE = Rule("MF099", "unused_suppression", Severity.WARNING, (Layer.L0,), check, __doc__)
