"""How each kind of statement is encoded; any other is a block of what it contains."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tmf_memory.codegraph.extractors.java.encoder import TYPE_DECLARATIONS, BodyEncoder, Item
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.source import line_of


def _modifiers(encoder: BodyEncoder, node: Node) -> Item | None:
    encoder.note_annotations(node)
    return None


def _if(encoder: BodyEncoder, node: Node) -> Item:
    """`else if` by `else if` on one level."""
    items: list[Item] = []
    current: Node | None = node
    while current is not None and current.type == "if_statement":
        items += [item for item in encoder.fields(current, "condition", "consequence") if item]
        current = current.child_by_field_name("alternative")
    if current is not None:
        items += encoder.items([current])
    return ("block", items)


def _switch(encoder: BodyEncoder, node: Node) -> Item:
    (selector,) = encoder.fields(node, "condition")
    body = node.child_by_field_name("body")
    return ("switch", selector, [] if body is None else encoder.items(body.named_children))


def _open(encoder: BodyEncoder, node: Node) -> Item:
    """The groups of a switch share one scope."""
    return ("open", encoder.items(node.named_children))


def _label(encoder: BodyEncoder, node: Node) -> Item:
    items: list[Item] = []
    for child in node.named_children:
        if child.type == "identifier":
            items.append(("case", encoder.source.text(child), line_of(child)))
        else:
            items += encoder.items([child])
    return ("open", items)


def _variables(encoder: BodyEncoder, node: Node) -> Item:
    kind = node.child_by_field_name("type")
    text = "" if kind is None else encoder.type_of(kind)
    items: list[Item] = []
    for child in node.named_children:
        if child.type == "modifiers":
            encoder.note_annotations(child)
        elif child.type == "variable_declarator":
            items.append(_variable(encoder, child, text))
    return items[0] if len(items) == 1 else ("open", items)


def _variable(encoder: BodyEncoder, node: Node, text: str) -> Item:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    dimensions = node.child_by_field_name("dimensions")
    if dimensions is not None:
        text += encoder.source.type_text(dimensions)
    item = None if value is None else encoder.encode(value)
    return ("var", "" if name is None else encoder.source.text(name), text, item)


def _each(encoder: BodyEncoder, node: Node) -> Item:
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    text = "" if kind is None else encoder.type_of(kind)
    values, body = encoder.fields(node, "value", "body")
    return ("each", text, "" if name is None else encoder.source.text(name), values, body)


def _resource(encoder: BodyEncoder, node: Node) -> Item | None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return encoder.generic(node)
    kind = node.child_by_field_name("type")
    text = "" if kind is None else encoder.type_of(kind)
    return ("var", encoder.source.text(name), text, encoder.encode(value))


def _resources(encoder: BodyEncoder, node: Node) -> Item:
    return ("open", encoder.items(node.named_children))


def _catch(encoder: BodyEncoder, node: Node) -> Item:
    items: list[Item] = []
    for child in node.named_children:
        if child.type != "catch_formal_parameter":
            items += encoder.items([child])
            continue
        name = child.child_by_field_name("name")
        kinds = [one for one in child.named_children if one.type == "catch_type"]
        texts = [encoder.type_of(one) for kind in kinds for one in kind.named_children]
        if name is not None:
            # With alternatives, the variable has what they have in common: nothing is known.
            text = texts[0] if len(texts) == 1 else "?"
            items.append(("bind", encoder.source.text(name), text))
    return ("block", items)


def _return(encoder: BodyEncoder, node: Node) -> Item:
    items = encoder.items(node.named_children)
    return ("return", items[0] if items else None)


def _labelled(encoder: BodyEncoder, node: Node) -> Item:
    return ("block", encoder.items(node.named_children[1:]))


def _local_type(encoder: BodyEncoder, node: Node) -> Item:
    return ("local", encoder.types.local(node, encoder.member))


def _nothing(encoder: BodyEncoder, node: Node) -> Item | None:
    """A label is no name."""
    return None


STATEMENTS: Mapping[str, Callable[[BodyEncoder, Node], Item | None]] = {
    **dict.fromkeys(TYPE_DECLARATIONS, _local_type),
    "modifiers": _modifiers,
    "if_statement": _if,
    "switch_expression": _switch,
    "switch_label": _label,
    "switch_block_statement_group": _open,
    "local_variable_declaration": _variables,
    "enhanced_for_statement": _each,
    "resource": _resource,
    "resource_specification": _resources,
    "catch_clause": _catch,
    "return_statement": _return,
    "labeled_statement": _labelled,
    "break_statement": _nothing,
    "continue_statement": _nothing,
}
