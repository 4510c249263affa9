"""JSON fact files.

`{entity: claim | [claims] | {slot: value} | record}`, `{"facts": [record]}` or `[record]`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.formats._json_edits import stamp
from tmf_memory.factlint.formats._json_rows import TOO_LONG, delete_elements, located
from tmf_memory.factlint.formats._json_spans import Key, Node, SpanError, child, locate
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.grammar import parse_statement
from tmf_memory.factlint.model import Edit, Fact, Json, Origin, Place, Problem, Reading
from tmf_memory.factlint.records import RecordError, draft_of, is_record


def recognises(source: SourceText) -> int:
    return 50 if source.path.lower().endswith(".json") else 0


def read(source: SourceText) -> Reading:
    """Read every fact of a JSON document; what is none is a problem with its position."""
    text = source.text.removeprefix("\ufeff")
    if not text.strip():
        return Reading(problems=(Problem("bad_input", 1, "empty file"),))
    try:
        document: Json = json.loads(text)
        tree = locate(text)
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg} at line {error.lineno} column {error.colno}"
        return Reading(problems=(Problem("bad_input", error.lineno, reason),))
    except (SpanError, RecursionError):
        return Reading(problems=(Problem("bad_input", 1, "nested too deeply"),))
    except ValueError:
        return Reading(problems=(Problem("bad_input", 1, TOO_LONG),))
    reader = _Reader(source, text, tree)
    reader.read(document)
    used = any(fact.has_provenance for fact in reader.facts)
    return Reading(tuple(reader.facts), tuple(reader.problems), uses_provenance=used)


class _Reader:
    """Collects the facts of one document with the place of each."""

    def __init__(self, source: SourceText, text: str, tree: Node) -> None:
        self.facts: list[Fact] = []
        self.problems: list[Problem] = []
        self._path = source.path
        self._words = source.words
        self._text = text
        self._tree = tree
        self._line = 1
        self._offset = 0

    def read(self, document: Json) -> None:
        if isinstance(document, list):
            self._records(document, ())
        elif not isinstance(document, dict):
            self.problems.append(Problem("bad_input", 1, "neither an object nor a list of records"))
        elif is_record(document):
            self._record(document, ())
        else:
            self._entities(document)

    def _entities(self, document: Mapping[str, Json]) -> None:
        for name, value in document.items():
            if name == "facts" and isinstance(value, list):
                self._records(value, (name,))
            elif not name.startswith(("_", "$")):
                self._entity(name, value, (name,))

    def _records(self, values: list[Json], pointer: tuple[Key, ...]) -> None:
        for index, value in enumerate(values):
            if isinstance(value, dict):
                self._record(value, (*pointer, index))
            else:
                self._problem((*pointer, index), "a fact is a JSON object")

    def _entity(self, entity: str, value: Json, pointer: tuple[Key, ...]) -> None:
        if isinstance(value, dict) and is_record(value):
            self._record(value, pointer, entity=entity)
        elif isinstance(value, dict):
            for slot, each in value.items():
                self._slot(entity, slot, each, (*pointer, slot))
        elif isinstance(value, list):
            for index, each in enumerate(value):
                self._entity(entity, each, (*pointer, index))
        else:
            self._claim(entity, value, pointer)

    def _slot(self, entity: str, slot: str, value: Json, pointer: tuple[Key, ...]) -> None:
        record = value if isinstance(value, dict) else {"value": value}
        if value is None or (isinstance(value, dict) and "value" not in value):
            self._problem(pointer, f"slot {slot!r} has no value")
            return
        self._record(record, pointer, entity=entity, slot=slot)

    def _claim(self, entity: str, value: Json, pointer: tuple[Key, ...]) -> None:
        if not isinstance(value, str) or not value.strip():
            self._problem(pointer, "a claim is text")
            return
        statement = parse_statement(value)
        self.facts.append(
            make_fact(
                Draft(
                    entity=entity,
                    place=self._place(pointer),
                    claim=statement.body,
                    slot="" if statement.label else statement.slot,
                    value="" if statement.label else statement.value,
                    observed_at=statement.observed_at,
                    valid_from=statement.valid_from,
                    valid_to=statement.valid_to,
                    source=statement.source,
                    source_class=statement.source_class,
                    origin=Origin.RECORD,
                    aliases=statement.aliases,
                ),
                self._words,
            )
        )

    def _record(
        self,
        record: Mapping[str, Json],
        pointer: tuple[Key, ...],
        *,
        entity: str = "",
        slot: str = "",
    ) -> None:
        try:
            draft = draft_of(record, self._place(pointer), entity=entity, slot=slot)
        except RecordError as error:
            self._problem(pointer, str(error))
            return
        self.facts.append(make_fact(draft, self._words))

    def _problem(self, pointer: tuple[Key, ...], reason: str) -> None:
        self.problems.append(Problem("bad_input", self._place(pointer).line, reason))

    def _place(self, pointer: tuple[Key, ...]) -> Place:
        node = child(self._tree, pointer)
        start = node.key_start
        # Facts come in document order, so lines are counted from the last one on.
        if start < self._offset:
            self._line, self._offset = 1, 0
        self._line += self._text.count("\n", self._offset, start)
        self._offset = start
        return Place(self._path, self._line, self._line, pointer)


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Stamp `valid_to`; a plain claim or value becomes a record that says the same."""
    shift, text, tree = located(source)
    node = child(tree, fact.place.pointer) if tree else None
    if node is None:
        return ()
    if node.kind == "object":
        edit = stamp(text, node, "valid_to", valid_to)
    else:
        edit = Edit(node.start, node.end, _wrapped(fact, text[node.start : node.end], valid_to))
    return (Edit(edit.start + shift, edit.end + shift, edit.text),)


def _wrapped(fact: Fact, written: str, valid_to: str) -> str:
    """Return the record that replaces a bare claim, without the entity its key already names."""
    record: dict[str, Json] = {}
    raw = json.loads(written)
    is_slot_value = (fact.is_canonical and raw == fact.value) or not isinstance(raw, str)
    record["value" if is_slot_value else "claim"] = raw if is_slot_value else fact.claim
    for key, value in (
        ("observed_at", fact.observed_at),
        ("valid_from", fact.valid_from),
        ("valid_to", valid_to),
        ("source", fact.source),
    ):
        if value:
            record[key] = value
    if fact.source_class.value != "unclassified":
        record["source_class"] = fact.source_class.value
    if fact.aliases:
        record["aliases"] = list(fact.aliases)
    return json.dumps(record, ensure_ascii=False)


FORMAT = Format("json", recognises, read, supersede, delete_elements, can_supersede=True)
