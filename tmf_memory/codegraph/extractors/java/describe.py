"""Symbols and search documents: what a reader sees of each Java declaration."""

from __future__ import annotations

import re
from typing import Protocol

from tmf_memory.codegraph.extractors.java.annotations import known_annotation
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.outline import Found, Outline, Row
from tmf_memory.codegraph.extractors.java.source import (
    JavaSource,
    Modifiers,
    doc_text,
    last_line_of,
    line_of,
    modifiers_of,
    squeeze,
)
from tmf_memory.codegraph.model import Scope

MAX_VALUE_CHARS = 120
MAX_DOC_CHARS = 200
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n\s*\n|\n\s*@|<p>")
_TAG = re.compile(r"\{@\w+\s+([^{}]*)\}|</?\w+[^<>\n]*>")
_KIND_NAMES = {"annotation": "annotation type"}
_STATE = frozenset({"field_declaration", "constant_declaration", "enum_constant"})


class DescribedType(Protocol):
    """What is told of a type."""

    qualname: str
    kind: str
    row: Row
    modifiers: Modifiers


def describe_type(outline: Outline, node: Node, described: DescribedType) -> None:
    body = node.child_by_field_name("body")
    end = node.end_byte if body is None else body.start_byte
    signature = _signature(outline.source, node, end)
    kind = _KIND_NAMES.get(described.kind, described.kind)
    detail = _detail(outline, described.modifiers, kind)
    bases = [described.row.get(key) for key in ("extends", "implements")]
    names = [name for texts in bases if isinstance(texts, list) for name in texts]
    if names:
        detail["bases"] = names
    state = [] if body is None else [child for child in _members(body) if child.type in _STATE]
    texts = {
        "signature": signature,
        "doc": _documented(outline, node, detail),
        "body": "\n".join(outline.source.text(child) for child in state),
    }
    outline.add(Scope.CLASS, described.qualname, node, detail, texts)


def describe_anonymous(outline: Outline, body: Node, qualname: str, type_text: str) -> None:
    creation = body.parent
    node = body if creation is None or creation.type == "enum_constant" else creation
    detail: Row = {"node_kind": "anonymous class", "bases": [type_text]}
    outline.add(Scope.CLASS, qualname, node, detail, {"signature": f"new {type_text}"})


def describe_method(outline: Outline, node: Node, qualname: str, modifiers: Modifiers) -> None:
    body = node.child_by_field_name("body")
    signature = _signature(outline.source, node, node.end_byte if body is None else body.start_byte)
    detail = _detail(outline, modifiers, _method_kind(node))
    detail["signature"] = signature
    default = node.child_by_field_name("value")
    if default is not None:
        detail["value"] = _short(outline.source.squeezed(default))
    texts = {
        "signature": signature,
        "doc": _documented(outline, node, detail),
        "body": "" if body is None else outline.source.text(body),
    }
    outline.add(Scope.FUNCTION, qualname, node, detail, texts)


def describe_field(outline: Outline, nodes: tuple[Node, Node], qualname: str, text: str) -> None:
    """A field is its declaration up to the first name, and its own part of it."""
    declaration, declarator = nodes
    first = declaration.child_by_field_name("declarator")
    head_end = declarator.start_byte if first is None else first.start_byte
    modifiers = modifiers_of(declaration)
    is_constant = {"static", "final"} <= modifiers.words
    kind = "constant" if is_constant or declaration.type == "constant_declaration" else "field"
    detail = _detail(outline, modifiers, kind)
    detail["annotation"] = text
    value = declarator.child_by_field_name("value")
    if value is not None:
        detail["value"] = _short(outline.source.squeezed(value))
    alone = first is None or len(declaration.children_by_field_name("declarator")) == 1
    lines = (line_of(declaration if alone else declarator), last_line_of(declarator))
    head = (declaration.start_byte, head_end)
    own = (declarator.start_byte, declarator.end_byte)
    texts = {
        "signature": f"{text} {qualname.rpartition('.')[2]}",
        "doc": _documented(outline, declaration, detail),
        "body": outline.source.text(declarator),
    }
    outline.add_parts(Found(Scope.DECLARATION, qualname, lines, (head, own), detail), texts)


def describe_constant(outline: Outline, node: Node, qualname: str) -> None:
    detail = _detail(outline, modifiers_of(node), "enum constant")
    texts = {"doc": _documented(outline, node, detail), "body": outline.source.text(node)}
    outline.add(Scope.DECLARATION, qualname, node, detail, texts)


def describe_component(outline: Outline, node: Node, qualname: str, text: str) -> None:
    detail = _detail(outline, modifiers_of(node), "record component")
    detail["annotation"] = text
    outline.add(Scope.DECLARATION, qualname, node, detail, {"body": outline.source.text(node)})


def _members(body: Node) -> list[Node]:
    found = []
    for child in body.named_children:
        found += child.named_children if child.type == "enum_body_declarations" else [child]
    return found


def _method_kind(node: Node) -> str:
    if node.type == "method_declaration":
        return "method"
    return "constructor" if node.type.endswith("constructor_declaration") else "annotation element"


def _signature(source: JavaSource, node: Node, end: int) -> str:
    """The head of a declaration without its annotations."""
    first = node.children[0]
    words = ""
    start = node.start_byte
    if first.type == "modifiers":
        words = " ".join(
            child.type for child in first.children if not child.is_named and child.type != "@"
        )
        start = first.end_byte
    head = squeeze(source.between(start, end)).rstrip("; ")
    return f"{words} {head}".strip()


def _detail(outline: Outline, modifiers: Modifiers, kind: str) -> Row:
    detail: Row = {"node_kind": kind}
    if modifiers.annotations:
        source = outline.source
        detail["decorators"] = [
            _short(source.squeezed(one).removeprefix("@")) for one in modifiers.annotations
        ]
        roles = [role for one in modifiers.annotations if (role := _role(outline, one))]
        if roles:
            detail["roles"] = list(dict.fromkeys(roles))
    return detail


def _role(outline: Outline, annotation: Node) -> str:
    name = annotation.child_by_field_name("name")
    if name is None:
        return ""
    imports = outline.imports
    spec = known_annotation(outline.source.text(name), imports.types, imports.wildcards)
    return spec.role.value if spec else ""


def _documented(outline: Outline, node: Node, detail: Row) -> str:
    doc = doc_text(outline.comment_before(node))
    if doc:
        sentence = _TAG.sub(r"\1", _SENTENCE_END.split(doc, maxsplit=1)[0])
        detail["doc"] = " ".join(sentence.split())[:MAX_DOC_CHARS]
    return doc


def _short(text: str) -> str:
    return text if len(text) <= MAX_VALUE_CHARS else text[: MAX_VALUE_CHARS - 1] + "…"
