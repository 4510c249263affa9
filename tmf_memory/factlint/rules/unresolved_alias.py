"""Two entity names look so alike that they may be one entity.

What: the names are one edit apart (from four letters on) or two (from eight). They are never
merged: a silent merge would invent a contradiction between two real entities, or hide one. Names
with other numbers or single letters (`web-1` and `web-2`, `cell A` and `cell B`) are counted, not
misspelt.

Why: facts about a misspelt name are invisible to whoever asks for the right one.

Bad:

    Acme Corp: works with Globex (source: crm)
    Acma: renewed its contract (source: crm)

Good:

    Acme Corp: works with Globex (source: crm) (aka "Acma")
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.aliases import look_alikes
from tmf_memory.factlint.model import Fact, Finding, Layer, Origin, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule


def check(corpus: Corpus) -> Iterator[Finding]:
    first: dict[str, Fact] = {}
    for facts in corpus.entities.values():
        for fact in facts:
            # A heading or a topic label is no name that somebody could have misspelt.
            if _is_name(fact) and not fact.is_history:
                first.setdefault(fact.form, fact)
    names = {form: fact.entity for form, fact in first.items()}
    for left, right, edits in look_alikes(names):
        mine, theirs = first[left], first[right]
        if corpus.aliases.key_of(mine) != corpus.aliases.key_of(theirs):
            yield _finding(corpus, mine, theirs, edits)


def _is_name(fact: Fact) -> bool:
    if fact.origin is Origin.RECORD:
        return True
    return fact.origin is Origin.LINE and (
        fact.has_provenance or fact.is_canonical or bool(fact.aliases)
    )


def _finding(corpus: Corpus, left: Fact, right: Fact, edits: int) -> Finding:
    mine, theirs = (corpus.aliases.name_of(fact.form) for fact in (left, right))
    similarity = 1 - edits / max(len(left.form), len(right.form))
    return Finding(
        name=RULE.name,
        code=RULE.code,
        severity=RULE.severity,
        layer=Layer.L0,
        entity=mine,
        reason=(
            f"'{mine}' (form '{left.form}') and '{theirs}' (form '{right.form}') "
            f"differ by {edits} edit(s), similarity {similarity:.2f} — NOT merged; "
            "confirm whether they are one entity"
        ),
        related=(left.place.location, right.place.location),
    )


RULE = Rule("MF006", "unresolved_alias", Severity.WARNING, (Layer.L0,), check, __doc__)
