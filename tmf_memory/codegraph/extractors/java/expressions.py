"""How each kind of expression is encoded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tmf_memory.codegraph.extractors.java.encoder import SILENT_TYPES, TYPES, BodyEncoder, Item
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.source import ANNOTATIONS, COMMENTS, line_of

_LITERALS = {
    "decimal_integer_literal": "int",
    "hex_integer_literal": "int",
    "octal_integer_literal": "int",
    "binary_integer_literal": "int",
    "decimal_floating_point_literal": "double",
    "hex_floating_point_literal": "double",
    "true": "boolean",
    "false": "boolean",
    "character_literal": "char",
    "string_literal": "java.lang.String",
    "null_literal": "null",
}
_SUFFIXES = {"l": "long", "f": "float", "d": "double"}


def _name(encoder: BodyEncoder, node: Node) -> Item:
    return ("name", encoder.source.text(node), line_of(node))


def _this(encoder: BodyEncoder, node: Node) -> Item:
    return ("this", "")


def _super(encoder: BodyEncoder, node: Node) -> Item:
    return ("super", "")


def _literal(encoder: BodyEncoder, node: Node) -> Item:
    kind = _LITERALS[node.type]
    if kind in {"int", "double"}:
        text = encoder.source.text(node).lower()
        is_hex = text.startswith("0x") and kind == "int"
        kind = _SUFFIXES.get(text[-1:], kind) if not is_hex or text[-1] == "l" else kind
    return ("literal", kind)


def _field(encoder: BodyEncoder, node: Node) -> Item | None:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("field")
    if target is None or name is None:
        return encoder.generic(node)
    if name.type == "this":
        return ("this", encoder.source.text(target))
    return ("field", _receiver(encoder, node, target), encoder.source.text(name), line_of(name))


def _receiver(encoder: BodyEncoder, node: Node, target: Node) -> Item | None:
    """The object before a dot; `Outer.super` keeps its `super` as a child of its own."""
    if target.type != "super" and any(child.type == "super" for child in node.children):
        return ("super", encoder.source.text(target))
    return encoder.encode(target)


def _call(encoder: BodyEncoder, node: Node) -> Item | None:
    name = node.child_by_field_name("name")
    if name is None:
        return encoder.generic(node)
    target = node.child_by_field_name("object")
    receiver = None if target is None else _receiver(encoder, node, target)
    for child in node.named_children:
        if child.type == "type_arguments":
            encoder.items(child.named_children)
    return ("call", receiver, encoder.source.text(name), _arguments(encoder, node), line_of(name))


def _arguments(encoder: BodyEncoder, node: Node) -> list[Item]:
    arguments = node.child_by_field_name("arguments")
    return [] if arguments is None else encoder.items(arguments.named_children)


def _constructor_call(encoder: BodyEncoder, node: Node) -> Item:
    called = node.child_by_field_name("constructor")
    word = "this" if called is not None and called.type == "this" else "super"
    return ("ctor", word, _arguments(encoder, node), line_of(node))


def _creation(encoder: BodyEncoder, node: Node) -> Item | None:
    kind = node.child_by_field_name("type")
    if kind is None:
        return encoder.generic(node)
    text = encoder.type_of(kind)
    arguments = _arguments(encoder, node)
    body = next((child for child in node.named_children if child.type == "class_body"), None)
    anonymous = None
    if body is not None:
        anonymous = encoder.types.anonymous(body, encoder.member, text)
    first = node.named_children[0]
    outer = None
    if first.type not in {"type_arguments", *TYPES, *ANNOTATIONS} and first != kind:
        outer = encoder.encode(first)
    return ("new", text, arguments, line_of(kind), anonymous, outer)


def _lambda(encoder: BodyEncoder, node: Node) -> Item | None:
    body = node.child_by_field_name("body")
    if body is None:
        return encoder.generic(node)
    parameters = _lambda_parameters(encoder, node)
    is_block = body.type == "block"
    return ("lambda", parameters, encoder.encode(body), is_block)


def _lambda_parameters(encoder: BodyEncoder, node: Node) -> list[tuple[str, str]]:
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return []
    if parameters.type == "identifier":
        return [(encoder.source.text(parameters), "")]
    if parameters.type == "inferred_parameters":
        return [(encoder.source.text(child), "") for child in parameters.named_children]
    return encoder.parameters(parameters)


def _reference(encoder: BodyEncoder, node: Node) -> Item | None:
    first = node.named_children[0] if node.named_child_count else None
    if first is None:
        return None
    if first.type in TYPES | SILENT_TYPES:
        target: Item | None = ("type", encoder.type_of(first))
    else:
        target = encoder.encode(first)
    last = node.children[-1]
    return ("ref", target, encoder.source.text(last), line_of(last))


def _index(encoder: BodyEncoder, node: Node) -> Item:
    array, index = encoder.fields(node, "array", "index")
    return ("index", array, index)


def _array(encoder: BodyEncoder, node: Node) -> Item:
    kind = node.child_by_field_name("type")
    text = "" if kind is None else encoder.type_of(kind)
    items: list[Item] = []
    for child in node.named_children:
        if child.type == "dimensions":
            text += encoder.source.type_text(child)
        elif child.type == "dimensions_expr":
            text += "[]"
            items += encoder.items(child.named_children)
        elif child.type == "array_initializer":
            items += encoder.items(child.named_children)
    return ("array", text, items)


def _array_values(encoder: BodyEncoder, node: Node) -> Item:
    return ("array", "", encoder.items(node.named_children))


def _cast(encoder: BodyEncoder, node: Node) -> Item:
    kinds = [encoder.type_of(kind) for kind in node.children_by_field_name("type")]
    value = node.child_by_field_name("value")
    return ("cast", kinds[0] if kinds else "", value and encoder.encode(value))


def _instance(encoder: BodyEncoder, node: Node) -> Item:
    left, kind = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = None if left is None else encoder.encode(left)
    items: list[Item] = []
    if kind is not None:
        text = encoder.type_of(kind)
        items.append(("is", value, text))
        if (name := node.child_by_field_name("name")) is not None:
            items.append(("bind", encoder.source.text(name), text))
    else:
        items = [item for item in (value,) if item is not None]
        if (pattern := node.child_by_field_name("pattern")) is not None:
            items += encoder.items([pattern])
    items.append(("literal", "boolean"))
    return ("open", items)  # what it binds is seen by what follows


def _pattern(encoder: BodyEncoder, node: Node) -> Item | None:
    kinds = [child for child in node.named_children if child.type in TYPES | SILENT_TYPES]
    names = [child for child in node.named_children if child.type == "identifier"]
    if not kinds or not names:
        return encoder.generic(node)
    return ("bind", encoder.source.text(names[-1]), encoder.type_of(kinds[0]))


def _assignment(encoder: BodyEncoder, node: Node) -> Item:
    left, right = encoder.fields(node, "left", "right")
    operator = node.child_by_field_name("operator")
    return ("set", "=" if operator is None else encoder.source.text(operator), left, right)


def _update(encoder: BodyEncoder, node: Node) -> Item:
    items = encoder.items(node.named_children)
    return ("update", items[0] if items else None)


def _unary(encoder: BodyEncoder, node: Node) -> Item:
    operator = node.child_by_field_name("operator")
    (operand,) = encoder.fields(node, "operand")
    return ("unary", "" if operator is None else encoder.source.text(operator), operand)


def _binary(encoder: BodyEncoder, node: Node) -> Item:
    """A chain of operators that associate to the left, however long, is one level deep."""
    steps: list[tuple[str, Item | None]] = []
    current: Node | None = node
    while current is not None and current.type == "binary_expression":
        operator = current.child_by_field_name("operator")
        (right,) = encoder.fields(current, "right")
        steps.append(("" if operator is None else encoder.source.text(operator), right))
        current = current.child_by_field_name("left")
    first = None if current is None else encoder.encode(current)
    return ("chain", first, steps[::-1])


def _ternary(encoder: BodyEncoder, node: Node) -> Item:
    return ("if", *encoder.fields(node, "condition", "consequence", "alternative"))


def _class(encoder: BodyEncoder, node: Node) -> Item:
    kinds = [child for child in node.named_children if child.type not in COMMENTS]
    return ("class", encoder.type_of(kinds[0]) if kinds else "")


def _type_alone(encoder: BodyEncoder, node: Node) -> Item | None:
    encoder.type_of(node)
    return None


def _open(encoder: BodyEncoder, node: Node) -> Item | None:
    """What it binds is seen by what follows."""
    return ("open", encoder.items(node.named_children))


def _nothing(encoder: BodyEncoder, node: Node) -> Item | None:
    return None


EXPRESSIONS: Mapping[str, Callable[[BodyEncoder, Node], Item | None]] = {
    **dict.fromkeys(_LITERALS, _literal),
    **dict.fromkeys(TYPES, _type_alone),
    **dict.fromkeys(SILENT_TYPES, _nothing),
    "identifier": _name,
    "this": _this,
    "super": _super,
    "field_access": _field,
    "method_invocation": _call,
    "explicit_constructor_invocation": _constructor_call,
    "object_creation_expression": _creation,
    "lambda_expression": _lambda,
    "method_reference": _reference,
    "array_access": _index,
    "array_creation_expression": _array,
    "array_initializer": _array_values,
    "cast_expression": _cast,
    "instanceof_expression": _instance,
    "type_pattern": _pattern,
    **dict.fromkeys(("pattern", "record_pattern", "record_pattern_body"), _open),
    "record_pattern_component": _pattern,
    "assignment_expression": _assignment,
    "update_expression": _update,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "class_literal": _class,
}
