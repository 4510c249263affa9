"""Bodies as plain tuples: what the linker needs of expressions, statements and scopes.

The first element of a tuple names its sort:

    ("name", name, line)                        ("field", object, name, line)
    ("call", object?, name, arguments, line)    ("ctor", "this" or "super", arguments, line)
    ("new", type, arguments, line, (anonymous qualname, units)?, outer object?)
    ("this", outer?) ("super", outer?) ("literal", type) ("type", type) ("class", type)
    ("cast", type, value) ("is", value, type) ("bind", name, type) ("index", array, index)
    ("lambda", [(name, type)], body, is a block) ("ref", object, name, line)
    ("if", condition, then, else) ("chain", first, [(operator, operand)]) ("unary", op, value)
    ("set", operator, target, value) ("update", target) ("array", type, [element])
    ("switch", selector, [item]) ("case", name, line)
    ("var", name, type, value?) ("each", type, name, values, body) ("return", value?)
    ("block", [item]) ("open", [item]: no scope of its own) ("deep", line)
    ("local", (simple name, qualname, units)) ("uses", [(type, line)])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol

from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.source import (
    ANNOTATIONS,
    COMMENTS,
    JavaSource,
    line_of,
)

Item = tuple[object, ...]
Unit = tuple[object, ...]

MAX_DEPTH = 100
"""Nesting beyond this is left out, visibly: nobody writes it, and recursion has an end."""


TYPES = frozenset(
    {
        "type_identifier",
        "scoped_type_identifier",
        "generic_type",
        "array_type",
        "annotated_type",
    }
)
SILENT_TYPES = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})
TYPE_DECLARATIONS = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)


class LocalTypes(Protocol):
    """Reads the types that are declared inside a body."""

    depth: int

    def anonymous(self, body: Node, member: str, type_text: str) -> tuple[str, list[Unit]]: ...

    def local(self, declaration: Node, member: str) -> tuple[str, str, list[Unit]]: ...


class BodyEncoder:
    """Encodes the body of one member; `uses` collects the types that it names."""

    encoders: ClassVar[Encoders] = {}

    def __init__(self, source: JavaSource, types: LocalTypes, member: str) -> None:
        self.uses: list[tuple[str, int]] = []
        self.source = source
        self.types = types
        self.member = member

    def encode(self, node: Node) -> Item | None:
        """One expression or statement."""
        if self.types.depth >= MAX_DEPTH:
            return ("deep", line_of(node))
        self.types.depth += 1
        encode = self.encoders.get(node.type)
        item = self.generic(node) if encode is None else encode(self, node)
        self.types.depth -= 1
        return item

    def type_of(self, node: Node) -> str:
        """The text of a type, noted as a use of it; empty for `var`."""
        text = self.source.type_text(node)
        if text == "var":
            return ""
        if node.type not in SILENT_TYPES:
            self.uses.append((text, line_of(node)))
        return text

    def note_annotations(self, modifiers: Node) -> None:
        for child in modifiers.children:
            if child.type in ANNOTATIONS and (name := child.child_by_field_name("name")):
                self.uses.append((self.source.text(name), line_of(name)))

    def items(self, nodes: list[Node]) -> list[Item]:
        encoded = (self.encode(node) for node in nodes if node.type not in COMMENTS)
        return [item for item in encoded if item is not None]

    def parameters(self, formal: Node) -> list[tuple[str, str]]:
        """Names and types of formal parameters; a variable number of arguments ends in `...`."""
        found = []
        for child in formal.named_children:
            if child.type in {"formal_parameter", "spread_parameter"}:
                found.append(self._parameter(child))
        return found

    def _parameter(self, node: Node) -> tuple[str, str]:
        name, text = "", ""
        for child in node.named_children:
            if child.type == "modifiers":
                self.note_annotations(child)
            elif child.type in {"variable_declarator", "identifier"}:
                name = self.source.text(child)
            elif child.type == "dimensions":
                text += self.source.type_text(child)
            elif child.type not in COMMENTS | ANNOTATIONS:
                text = self.type_of(child)
        return (name, f"{text}..." if node.type == "spread_parameter" else text)

    def fields(self, node: Node, *names: str) -> list[Item | None]:
        found = (node.child_by_field_name(name) for name in names)
        return [None if child is None else self.encode(child) for child in found]

    def generic(self, node: Node) -> Item | None:
        items = self.items(node.named_children)
        return items[0] if len(items) == 1 and node.type in WRAPPERS else ("block", items)


WRAPPERS = frozenset({"parenthesized_expression", "expression_statement"})
Encoders = Mapping[str, Callable[[BodyEncoder, Node], Item | None]]
