"""JSON documents of rows: where each row is, and how rows are stamped and taken out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from tmf_memory.factlint.formats._json_edits import stamp, take_out
from tmf_memory.factlint.formats._json_spans import Key, Node, SpanError, child, locate
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.model import Edit, Fact, Json, Place, Problem

TOO_LONG = "not JSON: a number is too long to be read"
"""Python reads no integer of more than some thousand digits, and says so in another way."""


class UnreadableError(ValueError):
    """Indicates a text that is no JSON; carries the problem to report."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.problem = Problem("bad_input", line, reason)


class Rows:
    """A parsed JSON document whose values know their lines."""

    def __init__(self, source: SourceText) -> None:
        self._path = source.path
        self._text = source.text.removeprefix("\ufeff")
        self._line = 1
        self._offset = 0
        try:
            self.document: Json = json.loads(self._text)
            self._tree = locate(self._text)
        except json.JSONDecodeError as error:
            reason = f"not JSON: {error.msg} at line {error.lineno} column {error.colno}"
            raise UnreadableError(error.lineno, reason) from error
        except (SpanError, RecursionError) as error:
            raise UnreadableError(1, "nested too deeply") from error
        except ValueError as error:
            raise UnreadableError(1, TOO_LONG) from error

    def below(self, names: Sequence[str]) -> Iterator[tuple[tuple[Key, ...], Json]]:
        """Yield the elements of the lists of these names, and of the document if it is a list."""
        if isinstance(self.document, list):
            yield from (((index,), row) for index, row in enumerate(self.document))
        elif isinstance(self.document, dict):
            for name, rows in self.document.items():
                if name in names and isinstance(rows, list):
                    yield from (((name, index), row) for index, row in enumerate(rows))

    def place(self, pointer: tuple[Key, ...]) -> Place:
        """Return where a value is; lines are counted from the last one asked for."""
        start = child(self._tree, pointer).key_start
        if start < self._offset:
            self._line, self._offset = 1, 0
        self._line += self._text.count("\n", self._offset, start)
        self._offset = start
        return Place(self._path, self._line, self._line, pointer)


def text_of(row: Mapping[str, Json], *names: str) -> str:
    """Return the first of some members that is text and says something."""
    for name in names:
        value = row.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def stamp_row(source: SourceText, fact: Fact, key: str, value: str) -> tuple[Edit, ...]:
    """Set one member of the object that a fact was read from."""
    shift, text, tree = located(source)
    if tree is None:
        return ()
    edit = stamp(text, child(tree, fact.place.pointer), key, value)
    return (Edit(edit.start + shift, edit.end + shift, edit.text),)


def delete_elements(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Take some facts out of their lists and maps."""
    shift, _, tree = located(source)
    if tree is None:
        return ()
    by_parent: dict[tuple[Key, ...], list[Key]] = {}
    for fact in facts:
        if fact.place.pointer:
            by_parent.setdefault(fact.place.pointer[:-1], []).append(fact.place.pointer[-1])
    edits = [
        edit for pointer, keys in by_parent.items() for edit in take_out(child(tree, pointer), keys)
    ]
    return tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in edits)


def located(source: SourceText) -> tuple[int, str, Node | None]:
    """Return the length of the byte order mark, the text behind it, and its tree of spans."""
    text = source.text.removeprefix("\ufeff")
    try:
        return len(source.text) - len(text), text, locate(text)
    except SpanError:
        return 0, text, None
