"""Set or remove one member of a JSON document and leave every other character alone; pure."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from tmf_memory.install.jsonc import Json, Member, Trivia, Value, read, trivia

Path = Sequence[str]


class Splice(NamedTuple):
    """Replace the characters `start:end`."""

    start: int
    end: int
    text: str


class UnexpectedShapeError(ValueError):
    """Indicates a document whose shape leaves no place for the member."""


class Found(NamedTuple):
    """How far a path leads: the deepest object on it, and the names below that are missing."""

    container: Value
    missing: tuple[str, ...]


def find(root: Value, path: Path) -> Found:
    """Follow `path` through objects."""
    if not root.is_object:
        raise UnexpectedShapeError("the document is not an object")
    container = root
    for index, name in enumerate(path):
        member = member_of(container, name)
        if member is None:
            return Found(container, tuple(path[index:]))
        if not member.value.is_object:
            raise UnexpectedShapeError(f"{'.'.join(path[: index + 1])} is not an object")
        container = member.value
    return Found(container, ())


def member_of(container: Value, name: str) -> Member | None:
    """Return a member by name; readers of JSON disagree on a name given twice."""
    found = [member for member in container.members if member.key == name]
    if len(found) > 1:
        raise UnexpectedShapeError(f"{name!r} is there twice")
    return found[0] if found else None


def set_member(text: str, path: Path, value: Json) -> str:
    """Return `text` with the member at `path` set; objects on the way are made."""
    if not text.strip():
        return _rendered(_nested(path, value), _Layout("", "  ", "\n")) + "\n"
    container, missing = find(read(text), path[:-1])
    existing = None if missing else member_of(container, path[-1])
    if existing is not None:
        if existing.value.decoded == value:
            return text
        layout = _Layout(_line_indent(text, existing.start), _unit(text), _newline(text))
        written = _rendered(value, layout)
        return apply(text, [Splice(existing.value.start, existing.value.end, written)])
    name, *below = (*missing, path[-1])
    return apply(text, _insertion(text, container, name, _nested(below, value)))


def remove_member(text: str, path: Path) -> str:
    """Return `text` without the member at `path`; a missing one changes nothing."""
    container, missing = find(read(text), path[:-1])
    member = None if missing else member_of(container, path[-1])
    if member is None:
        return text
    return apply(text, _removal(text, container, member))


def apply(text: str, splices: Sequence[Splice]) -> str:
    for start, end, replacement in sorted(splices, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


class _Layout(NamedTuple):
    """How new text is laid out: the indent of its first line, one step, the line end."""

    indent: str
    unit: str
    newline: str


def _nested(path: Path, value: Json) -> Json:
    for name in reversed(path):
        value = {name: value}
    return value


def _rendered(value: Json, layout: _Layout) -> str:
    lines = json.dumps(value, indent=layout.unit, ensure_ascii=False).split("\n")
    return f"{layout.newline}{layout.indent}".join(lines)


def _insertion(text: str, container: Value, name: str, value: Json) -> list[Splice]:
    if container.members:
        return _after_last(text, container, name, value)
    outer = _line_indent(text, container.start)
    layout = _Layout(outer + _unit(text), _unit(text), _newline(text))
    written = f"{layout.newline}{layout.indent}{json.dumps(name)}: {_rendered(value, layout)}"
    comments = [one for one in trivia(text, container.start + 1) if one.is_comment]
    if comments:
        rest = text[comments[-1].end : container.end - 1]
        closing = "" if "\n" in rest else f"{layout.newline}{outer}"
        return [Splice(comments[-1].end, comments[-1].end, written + closing)]
    return [Splice(container.start + 1, container.end - 1, f"{written}{layout.newline}{outer}")]


def _after_last(text: str, container: Value, name: str, value: Json) -> list[Splice]:
    last = container.members[-1]
    after = last.value.end if last.comma < 0 else last.comma + 1
    if "\n" not in text[container.start : container.end]:
        written = f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        comma = Splice(last.value.end, last.value.end, ",")
        if last.comma < 0:
            return [comma._replace(text="," + written)]
        return [Splice(after, after, f"{written},")]
    layout = _Layout(_member_indent(text, container), _unit(text), _newline(text))
    written = f"{layout.newline}{layout.indent}{json.dumps(name)}: {_rendered(value, layout)}"
    place = _end_of_remark(text, after)
    if last.comma >= 0:
        return [Splice(place, place, f"{written},")]
    if place == after:
        return [Splice(after, after, f",{written}")]
    return [Splice(after, after, ","), Splice(place, place, written)]


def _end_of_remark(text: str, start: int) -> int:
    """Return the end of the comments that stand on the same line."""
    end = start
    for one in trivia(text, start):
        if "\n" in text[one.start : one.end]:
            break
        if one.is_comment:
            end = one.end
    return end


def _removal(text: str, container: Value, member: Member) -> list[Splice]:
    index = container.members.index(member)
    begin = container.members[index - 1].value.end if index else container.start + 1
    splices: list[Splice] = []
    if index and container.members[index - 1].comma >= 0:
        begin = container.members[index - 1].comma + 1
        if index == len(container.members) - 1 and member.comma < 0:
            splices.append(Splice(begin - 1, begin, ""))
    end = member.value.end if member.comma < 0 else member.comma + 1
    comments = [one for one in trivia(text, begin) if one.is_comment]
    start = _end_of_comment(text, comments[-1], end) if comments else begin
    if len(container.members) == 1 and not comments and not text[end : container.end - 1].strip():
        end = container.end - 1
    return [*splices, Splice(start, end, "")]


def _end_of_comment(text: str, comment: Trivia, following: int) -> int:
    """Return where a comment ends; its line end belongs to it when nothing else would end it."""
    is_line = text.startswith("//", comment.start)
    if is_line and not text[following:].lstrip(" \t\r").startswith("\n"):
        return text.index("\n", comment.end) + 1
    return comment.end


def _line_indent(text: str, offset: int) -> str:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    found = re.match(r"[ \t]*", line)
    return found.group() if found else ""


def _member_indent(text: str, container: Value) -> str:
    """Return the indent of the last member that starts its line."""
    for member in reversed(container.members):
        before = text[text.rfind("\n", 0, member.start) + 1 : member.start]
        if not before.strip(" \t"):
            return before
    return _line_indent(text, container.start) + _unit(text)


def _unit(text: str) -> str:
    """Return one step of indentation: that of the first indented line."""
    found = re.search(r"\n([ \t]+)[\"}\]]", text)
    if found is None:
        return "  "
    return "\t" if found.group(1).startswith("\t") else found.group(1)


def _newline(text: str) -> str:
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"
