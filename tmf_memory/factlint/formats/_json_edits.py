"""Edits inside a JSON text: stamp a member on an object, wrap a string, take a member out."""

from __future__ import annotations

import json
from collections.abc import Collection

from tmf_memory.factlint.formats._json_spans import Key, Node
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


def take_out(parent: Node, keys: Collection[Key]) -> list[Edit]:
    """Remove some members or elements of one parent, with the commas that belong to them."""
    ordered = sorted(parent.children.items(), key=lambda item: item[1].key_start)
    nodes = [node for _, node in ordered]
    edits: list[Edit] = []
    position = 0
    while position < len(ordered):
        last = position
        while last < len(ordered) and ordered[last][0] in keys:
            last += 1
        if last > position:
            edits.append(_gap_without(parent, nodes, position, last))
        position = last + 1
    return edits


def _gap_without(parent: Node, nodes: list[Node], first: int, after: int) -> Edit:
    """Return the deletion of the run `first:after`."""
    if first > 0:
        return Edit(nodes[first - 1].end, nodes[after - 1].end, "")
    if after < len(nodes):
        return Edit(nodes[0].key_start, nodes[after].key_start, "")
    return Edit(parent.start + 1, parent.end - 1, "")
