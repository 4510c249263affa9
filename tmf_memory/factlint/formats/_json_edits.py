"""Edits inside a JSON text: stamp a member on an object, wrap a string, take a member out."""

from __future__ import annotations

import json

from tmf_memory.factlint.formats._json_spans import Key, Node, SpanError, child
from tmf_memory.factlint.model import Edit


def stamp(text: str, node: Node, key: str, value: str) -> Edit:
    """Set one member of an object to a string, in the style of the members that are there."""
    encoded = json.dumps(value, ensure_ascii=False)
    present = node.children.get(key)
    if present is not None:
        return Edit(present.start, present.end, encoded)
    member = f'"{key}"{_colon(text, node)}{encoded}'
    if not node.children:
        return Edit(node.start, node.end, "{" + member + "}")
    last = max(node.children.values(), key=lambda each: each.end)
    return Edit(last.end, last.end, f",{_gap(text, node, last)}{member}")


def _gap(text: str, node: Node, last: Node) -> str:
    """Return the white space before the last member: a new one is set like it."""
    start = last.key_start
    before = text[node.start + 1 : start]
    gap = before[len(before.rstrip(" \t\r\n")) :]
    if gap or len(node.children) > 1:
        return gap
    return " "


def _colon(text: str, node: Node) -> str:
    for member in node.children.values():
        key_end = text.find(":", member.key_start)
        between = text[key_end : member.start]
        if member.key_start != member.start and between.strip() == ":":
            return between
    return ": "


def take_out(text: str, parent: Node, key: Key) -> Edit:
    """Remove one member or element with the comma that belongs to it."""
    target = child(parent, (key,))
    ordered = sorted(parent.children.values(), key=lambda each: each.key_start)
    index = ordered.index(target)
    if index + 1 < len(ordered):
        return Edit(target.key_start, ordered[index + 1].key_start, "")
    if index > 0:
        return Edit(ordered[index - 1].end, target.end, "")
    if len(ordered) != 1:
        raise SpanError("the member is not where it was")
    return Edit(parent.start + 1, parent.end - 1, "")
