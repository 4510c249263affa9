"""From the parts that a format read to a fact with its stable id."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tmf_memory.factlint.model import Fact, Fidelity, Json, Origin, Place, SourceClass
from tmf_memory.factlint.names import form_of
from tmf_memory.kernel.language.heads import folded
from tmf_memory.kernel.language.slots import Assertion
from tmf_memory.kernel.language.status import status_verb_of
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary

_NO_EXTRA: dict[str, Json] = {}


@dataclass(slots=True)
class Draft:
    """What a format read of one fact, before slot, fidelity and id are settled."""

    entity: str
    place: Place
    claim: str = ""
    slot: str = ""
    value: str = ""
    observed_at: str = ""
    valid_from: str = ""
    valid_to: str = ""
    source: str = ""
    source_class: SourceClass = SourceClass.UNCLASSIFIED
    fidelity: Fidelity | None = None
    status_verb: str = ""
    quote: str = ""
    origin: Origin = Origin.RECORD
    aliases: tuple[str, ...] = ()
    condition: str = ""
    scope: str = ""
    extra: Mapping[str, Json] = field(default_factory=lambda: _NO_EXTRA)


def make_fact(draft: Draft, words: Vocabulary = STANDARD) -> Fact:
    """Settle slot and value from the prose if they are not written, the fidelity, and the id."""
    slot, value = draft.slot, draft.value
    claim = draft.claim or (f'{slot} = "{value}"' if slot else value)
    is_explicit = bool(slot and value)
    if not is_explicit:
        slot, value = _proven(claim, draft.entity, words)
    form = form_of(draft.entity)
    return Fact(
        id=fact_id(form, slot, value or claim, draft.observed_at, draft.source),
        entity=draft.entity,
        slot=slot,
        value=value,
        claim=claim,
        observed_at=draft.observed_at,
        valid_from=draft.valid_from,
        valid_to=draft.valid_to,
        source=draft.source,
        source_class=draft.source_class,
        fidelity=_fidelity(draft, is_explicit=is_explicit),
        status_verb=draft.status_verb or status_verb_of(value if is_explicit else claim),
        place=draft.place,
        quote=draft.quote or claim,
        origin=draft.origin,
        aliases=draft.aliases,
        condition=draft.condition,
        scope=draft.scope,
        extra=draft.extra,
        form=form,
    )


_EMPHASIS = re.compile(r"[*_`]+")


def compared_text(claim: str) -> str:
    """Return a claim as copies of it are recognised: no case, emphasis, or final full stop."""
    return folded(_EMPHASIS.sub("", claim)).rstrip(".。!！;；")


def fact_id(form: str, slot: str, stated: str, observed_at: str, source: str) -> str:
    """Return the first 16 hex digits of the hash over what makes a fact this fact."""
    text = f"{form}|{slot}|{folded(stated)}|{observed_at}|{source}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _proven(claim: str, entity: str, words: Vocabulary) -> tuple[str, str]:
    """Return slot and value that prose proves of the entity itself; a plural slot is left prose."""
    assertion = words.assertion_of(claim)
    if assertion is None or not is_about(assertion, entity):
        return "", ""
    return assertion.name, assertion.value


_NEUTRAL_TEXT = """
it we they this the our service system project app application team he she i user company
codebase repo repository is are has now and that currently 我 我们 他 她 它 该 本 项目 系统
服务 公司 团队 用户
"""
_NEUTRAL = frozenset(_NEUTRAL_TEXT.split())


def is_about(assertion: Assertion, entity: str) -> bool:
    """Tell whether the subject that the prose names, if any, is the entity."""
    if not assertion.subject:
        return True
    form = form_of(entity)
    return all(
        word in _NEUTRAL or form_of(word) in form
        for word in assertion.subject.replace("的", "").split()
    )


def _fidelity(draft: Draft, *, is_explicit: bool) -> Fidelity:
    if is_explicit:
        best = Fidelity.FULL
    elif draft.origin is Origin.FILE:
        best = Fidelity.RESIDUAL
    else:
        best = Fidelity.PARTIAL
    stated = draft.fidelity
    # A record may admit to less than its shape proves, never claim more.
    return best if stated is None or _RANK[stated] <= _RANK[best] else stated


_RANK = {Fidelity.FULL: 0, Fidelity.PARTIAL: 1, Fidelity.RESIDUAL: 2}
