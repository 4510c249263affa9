"""The canonical record: a JSON object of twelve fields and back."""

from __future__ import annotations

from collections.abc import Mapping

from tmf_memory.factlint.facts import Draft
from tmf_memory.factlint.grammar import parse_statement, source_class
from tmf_memory.factlint.model import Fact, Fidelity, Json, Place
from tmf_memory.kernel.dates import parse_date

FIELDS = (
    "id",
    "entity",
    "slot",
    "value",
    "claim",
    "observed_at",
    "valid_from",
    "valid_to",
    "source",
    "source_class",
    "fidelity",
    "status_verb",
)
_NAMES = frozenset(("aliases", "aka"))
_TEXTS = frozenset((*FIELDS, "condition", "date", "class"))


class RecordError(ValueError):
    """Indicates a record that cannot be normalised into a fact; says why."""


def is_record(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is a record by its keys, and not a map of entities."""
    return ("value" in value or "claim" in value) and any(
        key in value for key in ("entity", "slot", "claim", "observed_at", "date", "source", "id")
    )


def draft_of(
    record: Mapping[str, Json], place: Place, *, entity: str = "", slot: str = ""
) -> Draft:
    """Read a record; `entity` and `slot` are what the document around it already says.

    Raises RecordError when it names no entity, says nothing, or carries a date that is none.
    """
    texts, extra = _split(record)
    get = texts.get
    draft = Draft(
        entity=get("entity") or entity,
        place=place,
        claim=get("claim", ""),
        slot=get("slot") or slot,
        value=get("value", ""),
        observed_at=_date(texts, "observed_at") or parse_date(get("date", "")),
        valid_from=_date(texts, "valid_from"),
        valid_to=_date(texts, "valid_to"),
        source=get("source", ""),
        source_class=source_class(get("source_class") or get("class", "")),
        fidelity=_BANDS.get(get("fidelity", "").upper()),
        status_verb=get("status_verb", ""),
        aliases=_names(record) if "aliases" in record or "aka" in record else (),
        condition=get("condition", ""),
    )
    if extra:
        draft.extra = extra
    if not draft.entity:
        raise RecordError("no entity")
    if not draft.claim and not draft.value:
        raise RecordError("neither value nor claim")
    return _explicit_claim(draft)


def _split(record: Mapping[str, Json]) -> tuple[dict[str, str], dict[str, Json]]:
    """Return the known fields as text, and the unknown keys as they are."""
    texts: dict[str, str] = {}
    extra: dict[str, Json] = {}
    for key, value in record.items():
        if key in _TEXTS:
            # Nearly every field is text without blanks around it: that path is kept short.
            if type(value) is str and not (value[:1].isspace() or value[-1:].isspace()):
                texts[key] = value
            elif value is not None:
                texts[key] = _text(key, value)
        elif key not in _NAMES:
            extra[key] = value
    return texts, extra


def _explicit_claim(draft: Draft) -> Draft:
    """A claim that is written `slot = "value"` is explicit; a value without slot is a claim."""
    if draft.slot and draft.value:
        draft.claim = draft.claim or f'{draft.slot} = "{draft.value}"'
        return draft
    text = draft.claim or draft.value
    draft.value = ""
    if '"' in text or "“" in text:
        statement = parse_statement(text)
        if statement.slot and not statement.label:
            draft.slot, draft.value = statement.slot, statement.value
    if draft.slot and not draft.value:
        draft.value = text
    draft.claim = text
    return draft


def _text(key: str, value: Json) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list) and key == "value":
        return ", ".join(str(part) for part in value)
    raise RecordError(f"{key} must be text")


def _date(texts: Mapping[str, str], key: str) -> str:
    written = texts.get(key)
    if not written:
        return ""
    date = parse_date(written)
    if not date:
        raise RecordError(f"{key} {written!r} is no unambiguous date")
    return date


_BANDS = {each.value: each for each in Fidelity}


def _names(record: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the declared aliases, under either key, one or a list of them."""
    for key in ("aliases", "aka"):
        value = record.get(key)
        if isinstance(value, str) and value:
            return (value,)
        if isinstance(value, list) and value:
            return tuple(name for name in value if isinstance(name, str) and name)
    return ()


def encode_fact(fact: Fact) -> dict[str, Json]:
    """Return the twelve fields of a fact, then aliases, condition and unknown keys if any."""
    record: dict[str, Json] = {
        "id": fact.id,
        "entity": fact.entity,
        "slot": fact.slot or None,
        "value": fact.value or None,
        "claim": fact.claim,
        "observed_at": fact.observed_at or None,
        "valid_from": fact.valid_from or None,
        "valid_to": fact.valid_to or None,
        "source": fact.source or None,
        "source_class": fact.source_class.value,
        "fidelity": fact.fidelity.value,
        "status_verb": fact.status_verb or None,
    }
    if fact.aliases:
        record["aliases"] = list(fact.aliases)
    if fact.condition:
        record["condition"] = fact.condition
    record.update(fact.extra)
    return record
