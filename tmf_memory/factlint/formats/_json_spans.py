"""Where the values of a JSON text stand, so that one can change and the rest stay as it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

Key = str | int
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"', re.DOTALL)
_SCALAR = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_MAX_DEPTH = 200


@dataclass(slots=True)
class Node:
    """One value: its span, and for objects and arrays its children by key in written order.

    `key_start` is where an object member begins (its key); for others it is `start`.
    """

    start: int
    end: int
    key_start: int
    kind: str
    children: dict[Key, Node] = field(default_factory=dict)


class SpanError(ValueError):
    """Indicates text that is not the JSON it was taken for."""


def locate(text: str, start: int = 0) -> Node:
    """Return the tree of spans of the JSON value at `start`; raises SpanError."""
    return _value(text, _skip(text, start), 0)


def child(node: Node, pointer: tuple[Key, ...]) -> Node:
    """Follow a pointer; raises SpanError when it leads nowhere."""
    for key in pointer:
        if key not in node.children:
            raise SpanError(f"no {key!r} here")
        node = node.children[key]
    return node


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, depth: int) -> Node:
    if depth > _MAX_DEPTH:
        raise SpanError("nested too deeply")
    opening = text[at : at + 1]
    if opening == "{":
        return _object(text, at, depth)
    if opening == "[":
        return _array(text, at, depth)
    match = (_STRING if opening == '"' else _SCALAR).match(text, at)
    if match is None:
        raise SpanError(f"no value at offset {at}")
    return Node(at, match.end(), at, "string" if opening == '"' else "scalar")


def _object(text: str, at: int, depth: int) -> Node:
    node = Node(at, at, at, "object")
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key = _STRING.match(text, at)
        if key is None:
            raise SpanError(f"no key at offset {at}")
        colon = _skip(text, key.end())
        if text[colon : colon + 1] != ":":
            raise SpanError(f"no colon at offset {colon}")
        member = _value(text, _skip(text, colon + 1), depth + 1)
        member.key_start = at
        node.children[json.loads(key.group())] = member
        at = _comma(text, member.end, "}")
    node.end = at + 1
    return node


def _array(text: str, at: int, depth: int) -> Node:
    node = Node(at, at, at, "array")
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        element = _value(text, at, depth + 1)
        node.children[len(node.children)] = element
        at = _comma(text, element.end, "]")
    node.end = at + 1
    return node


def _comma(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != closing:
        raise SpanError(f"no comma at offset {at}")
    return at
