"""JSON with comments and trailing commas, read with the place of everything; pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_MAX_DEPTH = 100
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_ATOM = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null")


class NotJsonError(ValueError):
    """Indicates text that is not JSON, not even with comments; carries the place."""

    def __init__(self, offset: int, expected: str) -> None:
        super().__init__(f"expected {expected}")
        self.offset = offset
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Value:
    """One value: what it is, and the characters `start:end` that say so."""

    start: int
    end: int
    decoded: Json
    members: tuple[Member, ...] = ()

    @property
    def is_object(self) -> bool:
        return isinstance(self.decoded, dict)


@dataclass(frozen=True, slots=True)
class Member:
    """One `"key": value` of an object; `comma` is the offset of the comma after it, or -1."""

    key: str
    start: int
    value: Value
    comma: int


@dataclass(frozen=True, slots=True)
class Trivia:
    """White space or one comment between tokens."""

    start: int
    end: int
    is_comment: bool


def read(text: str) -> Value:
    """Return the one value of a document; raises NotJsonError."""
    value = _value(text, _skip(text, 0), 0)
    rest = _skip(text, value.end)
    if rest != len(text):
        raise NotJsonError(rest, "the end of the file")
    return value


def trivia(text: str, start: int) -> Iterator[Trivia]:
    """Yield white space and comments from `start` on, up to the next token."""
    while True:
        end = _SPACE.match(text, start).end()  # type: ignore[union-attr]  # always matches
        if end > start:
            yield Trivia(start, end, is_comment=False)
        start = end
        end = _comment_end(text, start)
        if end == start:
            return
        yield Trivia(start, end, is_comment=True)
        start = end


def _skip(text: str, start: int) -> int:
    for one in trivia(text, start):
        start = one.end
    return start


def _comment_end(text: str, start: int) -> int:
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    if text.startswith("/*", start):
        end = text.find("*/", start + 2)
        if end < 0:
            raise NotJsonError(start, "the end of this comment")
        return end + 2
    return start


def _value(text: str, start: int, depth: int) -> Value:
    if depth > _MAX_DEPTH:
        raise NotJsonError(start, f"at most {_MAX_DEPTH} levels of nesting")
    opening = text[start : start + 1]
    if opening == "{":
        return _object(text, start, depth)
    if opening == "[":
        return _array(text, start, depth)
    found = (_STRING if opening == '"' else _ATOM).match(text, start)
    if found is None:
        raise NotJsonError(start, "a value")
    return Value(start, found.end(), _decoded(found.group(), start))


def _decoded(token: str, start: int) -> Json:
    try:
        value: Json = json.loads(token)
    except ValueError as error:
        raise NotJsonError(start, "a value") from error
    return value


def _object(text: str, start: int, depth: int) -> Value:
    members: list[Member] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}":
        if members and members[-1].comma < 0:
            raise NotJsonError(at, "a comma or the end of this object")
        member = _member(text, at, depth)
        members.append(member)
        at = _skip(text, member.value.end if member.comma < 0 else member.comma + 1)
    decoded: Json = {member.key: member.value.decoded for member in members}
    return Value(start, at + 1, decoded, tuple(members))


def _member(text: str, start: int, depth: int) -> Member:
    key = _STRING.match(text, start)
    if key is None:
        raise NotJsonError(start, "a name in double quotes")
    colon = _skip(text, key.end())
    if text[colon : colon + 1] != ":":
        raise NotJsonError(colon, "a colon")
    value = _value(text, _skip(text, colon + 1), depth + 1)
    after = _skip(text, value.end)
    comma = after if text[after : after + 1] == "," else -1
    return Member(str(_decoded(key.group(), start)), start, value, comma)


def _array(text: str, start: int, depth: int) -> Value:
    items: list[Json] = []
    has_comma = True
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        if not has_comma:
            raise NotJsonError(at, "a comma or the end of this list")
        value = _value(text, at, depth + 1)
        items.append(value.decoded)
        after = _skip(text, value.end)
        has_comma = text[after : after + 1] == ","
        at = _skip(text, after + 1) if has_comma else after
    return Value(start, at + 1, items)
