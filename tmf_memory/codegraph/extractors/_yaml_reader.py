"""YAML with positions, from parser events: nothing is constructed, no alias is ever expanded.

Import this module only when there is a YAML file to read: PyYAML costs more than a start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    ScalarEvent,
    SequenceStartEvent,
)

from tmf_memory.codegraph.extractors._config import NotConfigurationError, clean
from tmf_memory.codegraph.extractors._located import Branch, Budget, Leaf, Located
from tmf_memory.codegraph.model import Json

_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})")
_FLOAT = re.compile(r"[-+]?\d{1,18}\.\d{1,18}")
_WORDS: dict[str, Json] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_STANDARD_TAG = "tag:yaml.org,2002:"
_COLLECTIONS = ("map", "seq")
_SCALARS = ("str", "int", "float", "bool", "null", "timestamp")


def read_yaml(text: str) -> list[Located]:
    """Return the documents with their lines; NotConfigurationError when it is no YAML."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Reader(yaml.parse(text, Loader=loader), text).documents()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f": line {mark.line + 1}" if mark else ""
        raise NotConfigurationError(f"not valid YAML{where}") from error
    except NotConfigurationError:
        raise
    except (yaml.YAMLError, ValueError) as error:  # ValueError: an escape beyond Unicode
        raise NotConfigurationError("not valid YAML") from error


class _Reader:
    """Turns the events of one text into located values."""

    def __init__(self, events: Iterator[Event], text: str) -> None:
        self._events = events
        self._lines = text.split("\n")
        self._budget = Budget()
        self._scalars: dict[str, Leaf] = {}

    def documents(self) -> list[Located]:
        found: list[Located] = []
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                self._scalars.clear()
                found.append(self._node(next(self._events), 0))
        return found

    def _node(self, event: Event, depth: int) -> Located:
        self._budget.depth(depth)
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if isinstance(event, CollectionStartEvent):
            branch, skipped = self._branch(event, depth)
            unread = _unread_tag(event.tag, _COLLECTIONS)
            if skipped and not branch.members:
                unread = unread or "key that is not a scalar"
            return Leaf(branch.line_start, branch.line_end, None, unread) if unread else branch
        return self._alias(event)

    def _scalar(self, event: ScalarEvent) -> Leaf:
        unread = _unread_tag(event.tag, _SCALARS)
        value = None if unread else _value_of(event)
        nothing = self._line_of_nothing(event)
        leaf = Leaf(nothing or _first_line(event), nothing or self._last_line(event), value, unread)
        if event.anchor:
            self._scalars[event.anchor] = leaf
        return leaf

    def _alias(self, event: Event) -> Leaf:
        line = _first_line(event)
        name = str(event.anchor) if isinstance(event, AliasEvent) else ""
        target = self._scalars.get(name)
        if target is None:
            return Leaf(line, line, None, f"alias of {name}")
        return Leaf(line, line, target.value, target.unread)

    def _branch(self, start: CollectionStartEvent, depth: int) -> tuple[Branch, int]:
        """Return a collection, and how many of its members have no key that can be named."""
        line, skipped = _first_line(start), 0
        branch = Branch(line, line, isinstance(start, SequenceStartEvent))
        if start.anchor:
            self._scalars.pop(start.anchor, None)
        event = next(self._events)
        while not isinstance(event, CollectionEndEvent):
            self._budget.key()
            if branch.is_list:
                element = self._node(event, depth + 1)
                branch.members.append((len(branch.members), element.line_start, element))
            else:
                skipped += not self._member(branch, event, depth)
            event = next(self._events)
        if start.flow_style and event.end_mark:
            branch.line_end = event.end_mark.line + 1
        elif branch.members:
            branch.line_end = max(member.line_end for _, _, member in branch.members)
        return branch, skipped

    def _member(self, branch: Branch, key_event: Event, depth: int) -> bool:
        key = self._node(key_event, depth + 1)
        value = self._node(next(self._events), depth + 1)
        if isinstance(key, Branch) or key.unread or not isinstance(key_event, ScalarEvent):
            return False  # no key path leads through a list, a mapping or an alias
        name = clean(key_event.value)
        if name == "<<" and key_event.implicit[0]:
            value = Leaf(value.line_start, value.line_end, None, "merge key")
        value.line_end = max(value.line_end, key.line_start)
        branch.members.append((name, key.line_start, value))
        return True

    def _line_of_nothing(self, event: ScalarEvent) -> int:
        """Return where an absent value belongs, when the parser puts it before what comes next."""
        start, end = event.start_mark, event.end_mark
        if start is None or end is None or start.index != end.index:
            return 0
        line = start.line + 1
        before = self._lines[start.line][: start.column] if start.line < len(self._lines) else ""
        while line > 1 and not before.strip():
            line -= 1
            before = self._lines[line - 1]
        return line

    def _last_line(self, event: ScalarEvent) -> int:
        """A block scalar ends at the start of the line after it, empty lines included."""
        end = event.end_mark
        start = _first_line(event)
        if end is None or end.column > 0 or end.line + 1 == start:
            return end.line + 1 if end else start
        last: int = end.line
        while last > start and not self._lines[last - 1].strip():
            last -= 1
        return last


def _first_line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _unread_tag(tag: str | None, known: tuple[str, ...]) -> str:
    if tag is None or tag == "!" or tag.removeprefix(_STANDARD_TAG) in known:
        return ""
    return f"tag {clean(tag).removeprefix(_STANDARD_TAG)[:40]}"


def _value_of(event: ScalarEvent) -> Json:
    """Return the value as every version of YAML reads it, else the text (`yes`, `0644`, `1:30`)."""
    text = clean(event.value)
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text  # `3.10` is more often a version than a number
