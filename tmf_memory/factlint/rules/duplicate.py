"""The same statement about the same entity stands twice.

What: equal text after case, white space, emphasis and the final full stop are ignored, of at least
four words with the entity counted.

Why: a duplicate costs context in every session, and an edit of one copy makes a contradiction.

Bad:

    cache-tier: uses redis 7 (source: infra-doc)
    cache-tier: uses redis 7 (source: infra-doc)

Good:

    cache-tier: uses redis 7 (source: infra-doc)
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.facts import compared_text
from tmf_memory.factlint.model import Fact, Finding, Layer, Origin, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.factlint.weights import CLASS_RANK
from tmf_memory.kernel.dates import is_before
from tmf_memory.kernel.language.heads import tokens_of

_UNSCOPED = (Origin.RECORD, Origin.LINE)


def check(corpus: Corpus) -> Iterator[Finding]:
    for key, facts in corpus.entities.items():
        if len(facts) < 2:
            continue
        first: dict[tuple[str, ...], Fact] = {}
        for fact in facts:
            if fact.is_history:
                continue
            original = first.setdefault(_text(fact), fact)
            if original is not fact and _long_enough(fact, key):
                yield _finding(corpus, fact, original)


def _text(fact: Fact) -> tuple[str, ...]:
    """Return what two copies share; below headings and labels the block belongs to it."""
    text = compared_text(fact.claim)
    scope = "" if fact.origin in _UNSCOPED else f"{fact.place.path}|{fact.scope}"
    return text, fact.condition, fact.valid_from, scope


def _long_enough(fact: Fact, key: str) -> bool:
    return len(tokens_of(fact.entity)) + len(tokens_of(fact.claim)) >= 4 or (
        not fact.claim.isascii() and len(key) + len(fact.claim) >= 8
    )


def _finding(corpus: Corpus, fact: Fact, original: Fact) -> Finding:
    return Finding(
        name=RULE.name,
        code=RULE.code,
        severity=RULE.severity,
        layer=Layer.L1,
        entity=corpus.aliases.display(fact),
        reason=f"identical to '{original.shown}' (normalized hash match)",
        location=fact.place.location,
        flagged=fact,
        survivor=original,
        fidelity=fact.fidelity,
        reliability=corpus.weights.reliability(fact),
        related=(original.place.location,),
        fixable=_adds_nothing(fact, original),
    )


def _adds_nothing(copy: Fact, original: Fact) -> bool:
    """A copy that says when, by whom or under which name, where the first does not, is kept."""
    if is_before(original.observed_at, copy.observed_at):
        return False
    if copy.form != original.form or not set(copy.aliases) <= set(original.aliases):
        # Under another name it may be what makes the two names one entity.
        return False
    return (
        all(
            not mine or bool(theirs)
            for mine, theirs in (
                (copy.observed_at, original.observed_at),
                (copy.source, original.source),
                (copy.extra, original.extra),
            )
        )
        and CLASS_RANK[copy.source_class] <= CLASS_RANK[original.source_class]
    )


RULE = Rule("MF005", "duplicate", Severity.INFO, (Layer.L1,), check, __doc__)
