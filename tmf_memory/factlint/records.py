"""The canonical record: a JSON object of twelve fields and back."""

from __future__ import annotations

from collections.abc import Mapping

from tmf_memory.factlint.facts import Draft
from tmf_memory.factlint.grammar import parse_statement, source_class
from tmf_memory.factlint.model import Fact, Fidelity, Json, Origin, Place
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
_KNOWN = frozenset((*FIELDS, "aliases", "condition", "date", "aka", "class"))
_DATES = ("observed_at", "valid_from", "valid_to")


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
    name = _text(record, "entity") or entity
    draft = Draft(
        entity=name,
        place=place,
        claim=_text(record, "claim"),
        slot=_text(record, "slot") or slot,
        value=_text(record, "value"),
        observed_at=_date(record, "observed_at") or _date(record, "date"),
        valid_from=_date(record, "valid_from"),
        valid_to=_date(record, "valid_to"),
        source=_text(record, "source"),
        source_class=source_class(_text(record, "source_class") or _text(record, "class")),
        fidelity=_fidelity(_text(record, "fidelity")),
        status_verb=_text(record, "status_verb"),
        origin=Origin.RECORD,
        aliases=_names(record.get("aliases")) or _names(record.get("aka")),
        condition=_text(record, "condition"),
    )
    extra = {key: value for key, value in record.items() if key not in _KNOWN}
    if extra:
        draft.extra = extra
    if not name:
        raise RecordError("no entity")
    if not draft.claim and not draft.value:
        raise RecordError("neither value nor claim")
    return _explicit_claim(draft)


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


def _text(record: Mapping[str, Json], key: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list) and key == "value":
        return ", ".join(str(part) for part in value)
    raise RecordError(f"{key} must be text")


def _date(record: Mapping[str, Json], key: str) -> str:
    written = _text(record, key)
    if not written:
        return ""
    date = parse_date(written)
    if not date and key in _DATES:
        raise RecordError(f"{key} {written!r} is no unambiguous date")
    return date


def _fidelity(text: str) -> Fidelity | None:
    try:
        return Fidelity(text.upper())
    except ValueError:
        return None


def _names(value: Json) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, list):
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
