"""Types and their members, read from the syntax tree into an outline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, cast

from tmf_memory.codegraph.extractors.java import describe, spring
from tmf_memory.codegraph.extractors.java.encoder import (
    MAX_DEPTH,
    BodyEncoder,
    Encoders,
    Item,
    Unit,
)
from tmf_memory.codegraph.extractors.java.expressions import EXPRESSIONS
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.outline import Outline, Row
from tmf_memory.codegraph.extractors.java.source import (
    COMMENTS,
    Modifiers,
    line_of,
    modifiers_of,
)
from tmf_memory.codegraph.extractors.java.statements import STATEMENTS
from tmf_memory.codegraph.model import Json

KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
CONSTRUCTOR = "<init>"


class Encoder(BodyEncoder):
    """The encoder with everything it can encode."""

    encoders: ClassVar[Encoders] = {**EXPRESSIONS, **STATEMENTS}


@dataclass(slots=True)
class TypeContext:
    """One type while its members are read."""

    qualname: str
    kind: str
    row: Row
    units: list[Unit]
    modifiers: Modifiers = field(default_factory=Modifiers)
    components: list[str] = field(default_factory=list)
    constructors: list[tuple[Modifiers, list[tuple[str, str]], int]] = field(default_factory=list)

    @property
    def simple_name(self) -> str:
        return self.qualname.rpartition(".")[2]

    def add_method(self, name: str, row: list[Json]) -> None:
        methods = cast("dict[str, list[Json]]", self.row.setdefault("methods", {}))
        methods.setdefault(name, []).append(row)

    def add_field(self, name: str, text: str, flags: str) -> None:
        cast("dict[str, Json]", self.row.setdefault("fields", {}))[name] = [text, flags]


class TypeReader:
    """Reads the types of one file; bodies come back here for the types inside them."""

    def __init__(self, outline: Outline) -> None:
        self.depth = 0
        self._outline = outline
        self._source = outline.source
        self._anonymous: dict[str, int] = {}
        self._owner = ""

    def read(self, node: Node, outer: str, rows: Row, units: list[Unit]) -> None:
        """One declared type with all its members; `outer` is the type or the member around it."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None or body is None or self.depth >= MAX_DEPTH:
            return
        simple = self._source.text(name)
        qualname = self._outline.unique(f"{outer}.{simple}" if outer else simple)
        self._outline.lines[qualname] = line_of(name)
        modifiers = modifiers_of(node)
        kind = KINDS[node.type]
        row: Row = {"kind": kind}
        if flags := modifiers.flags:
            row["flags"] = flags
        if outer:
            row["outer"] = self._owner
        if outer != self._owner:
            row["member"] = outer
        encoder = Encoder(self._source, self, qualname)
        _read_header(node, row, encoder)
        rows[qualname] = row
        context = TypeContext(qualname, kind, row, units, modifiers)
        describe.describe_type(self._outline, node, context)
        self._read_components(node, context, encoder)
        self._read_members(body, context, encoder, rows)

    def anonymous(self, body: Node, member: str, type_text: str) -> tuple[str, list[Unit]]:
        """The class of `new Type() { … }`, named by its member and its place in it."""
        count = self._anonymous[member] = self._anonymous.get(member, 0) + 1
        qualname = self._outline.unique(f"{member}.<anon#{count}>")
        self._outline.lines[qualname] = line_of(body)
        row: Row = {
            "kind": "anonymous",
            "outer": self._owner,
            "member": member,
            "extends": [type_text],
        }
        self._outline.inner[qualname] = row
        units: list[Unit] = []
        context = TypeContext(qualname, "anonymous", row, units)
        describe.describe_anonymous(self._outline, body, qualname, type_text)
        encoder = Encoder(self._source, self, qualname)
        self._read_members(body, context, encoder, self._outline.inner)
        return qualname, units

    def local(self, declaration: Node, member: str) -> tuple[str, str, list[Unit]]:
        """A named class inside a body: its simple name, its qualname, its units."""
        units: list[Unit] = []
        before = set(self._outline.inner)
        self.read(declaration, member, self._outline.inner, units)
        added = [name for name in self._outline.inner if name not in before]
        name = declaration.child_by_field_name("name")
        simple = "" if name is None else self._source.text(name)
        return simple, added[0] if added else "", units

    def _read_components(self, node: Node, context: TypeContext, encoder: BodyEncoder) -> None:
        formal = node.child_by_field_name("parameters")
        if context.kind != "record" or formal is None:
            return
        nodes = [child for child in formal.named_children if child.type not in COMMENTS]
        parameters = encoder.parameters(formal)
        for child, (name, text) in zip(nodes, parameters, strict=False):
            context.add_field(name, text.replace("...", "[]"), "p")
            context.components.append(text)
            qualname = self._outline.unique(f"{context.qualname}.{name}")
            describe.describe_component(self._outline, child, qualname, text)

    def _read_members(
        self, body: Node, context: TypeContext, encoder: BodyEncoder, rows: Row
    ) -> None:
        items: list[Item] = []
        around, self._owner = self._owner, context.qualname
        members = _members_of(body)
        self._outline.note_comments(members)
        for member in members:
            if member.has_error and member.type not in KINDS:
                self._outline.broken.append(line_of(member))
            elif member.type in KINDS:
                self.depth += 1
                self.read(member, context.qualname, rows, context.units)
                self.depth -= 1
            elif reader := _MEMBERS.get(member.type):
                items += reader(self, member, context) or ()
            elif member.type in {"block", "static_initializer"}:
                item = self._member_encoder(context, CONSTRUCTOR).encode(member)
                items += [item] if item else []
        self._owner = around
        self._finish(context, encoder, items)

    def _finish(self, context: TypeContext, encoder: BodyEncoder, items: list[Item]) -> None:
        """Add what the language declares by itself, and the unit of the type's own code."""
        methods = cast("dict[str, list[Json]]", context.row.get("methods", {}))
        if context.kind == "record":
            fields = cast("dict[str, list[str]]", context.row.get("fields", {}))
            for name, (text, flags) in fields.items():
                if name not in methods and "s" not in flags:
                    context.add_method(name, [[], text, "i"])
            if not any(row[0] == context.components for row in _rows(methods, CONSTRUCTOR)):
                context.add_method(CONSTRUCTOR, [cast("Json", context.components), "", "i"])
        spring.note_constructor_injection(self._outline, context)
        unit: Unit = (context.qualname, context.qualname, [], [], "", encoder.uses, items)
        context.units.append(unit)

    def _member_encoder(self, context: TypeContext, name: str) -> Encoder:
        return Encoder(self._source, self, f"{context.qualname}.{name}")

    def read_field(self, node: Node, context: TypeContext) -> list[Item]:
        modifiers = modifiers_of(node)
        kind = node.child_by_field_name("type")
        if kind is None:
            return []
        items: list[Item] = []
        for number, declarator in enumerate(node.children_by_field_name("declarator")):
            name = declarator.child_by_field_name("name")
            if name is None:
                continue
            simple = self._source.text(name)
            encoder = self._member_encoder(context, simple)
            text = encoder.type_of(kind)
            if node.children[0].type == "modifiers" and number == 0:
                encoder.note_annotations(node.children[0])
            if (dimensions := declarator.child_by_field_name("dimensions")) is not None:
                text += self._source.type_text(dimensions)
            flags = modifiers.flags if context.kind not in _CONSTANT_KINDS else "sf"
            context.add_field(simple, text, flags)
            value = declarator.child_by_field_name("value")
            items.append(("var", "", text, None if value is None else encoder.encode(value)))
            items.append(("uses", encoder.uses))
            qualname = self._outline.unique(f"{context.qualname}.{simple}")
            describe.describe_field(self._outline, (node, declarator), qualname, text)
            spring.note_field_injection(self._outline, context, modifiers, (text, line_of(kind)))
        return items

    def read_constant(self, node: Node, context: TypeContext) -> list[Item]:
        """An enum constant: a field, and a call of a constructor."""
        name = node.child_by_field_name("name")
        if name is None:
            return []
        simple = self._source.text(name)
        context.add_field(simple, context.simple_name, "se")
        qualname = self._outline.unique(f"{context.qualname}.{simple}")
        describe.describe_constant(self._outline, node, qualname)
        encoder = self._member_encoder(context, simple)
        arguments = node.child_by_field_name("arguments")
        encoded = [] if arguments is None else encoder.items(arguments.named_children)
        body = node.child_by_field_name("body")
        member = f"{context.qualname}.{simple}"
        anonymous = None if body is None else self.anonymous(body, member, context.simple_name)
        created = ("new", context.simple_name, encoded, line_of(name), anonymous, None)
        return [created, ("uses", encoder.uses)]

    def read_method(self, node: Node, context: TypeContext) -> list[Item]:
        name = node.child_by_field_name("name")
        if name is None:
            return []
        probe = Encoder(self._source, self, "")
        parameters = self._parameters(node, context, probe)
        texts = [text for _, text in parameters]
        simple = self._source.text(name)
        qualname = self._outline.unique(f"{context.qualname}.{simple}({','.join(texts)})")
        encoder = Encoder(self._source, self, qualname)
        encoder.uses = probe.uses
        self._outline.lines[qualname] = line_of(name)
        modifiers = modifiers_of(node)
        returns = self._return_type(node, encoder)
        typevars = type_variables(node, encoder)
        number = int(qualname.rpartition("#")[2]) if qualname[-1] != ")" else 1
        row: list[Json] = [cast("Json", list(texts)), returns, "", cast("Json", typevars), number]
        self._add_method_row(node, context, row)
        describe.describe_method(self._outline, node, qualname, modifiers)
        items = self._read_body(node, encoder)
        if _is_constructor(node):
            context.constructors.append((modifiers, parameters, line_of(name)))
            if not _calls_constructor(items):
                items.insert(0, ("ctor", "super", [], line_of(name)))
        spring.note_method(self._outline, context, modifiers, (qualname, node, parameters))
        context.units.append(
            (qualname, context.qualname, parameters, typevars, returns, encoder.uses, items)
        )
        return []

    def _parameters(
        self, node: Node, context: TypeContext, encoder: BodyEncoder
    ) -> list[tuple[str, str]]:
        if node.type == "compact_constructor_declaration":
            fields = cast("dict[str, list[str]]", context.row.get("fields", {}))
            return list(zip(fields, context.components, strict=False))
        formal = node.child_by_field_name("parameters")
        return [] if formal is None else encoder.parameters(formal)

    def _add_method_row(self, node: Node, context: TypeContext, row: list[Json]) -> None:
        """`[parameters, returned, flags, type variables?, number among its like?]`."""
        name = node.child_by_field_name("name")
        simple = "" if name is None else self._source.text(name)
        texts = cast("list[str]", row[0])
        has_body = node.child_by_field_name("body") is not None
        flags = _method_flags(modifiers_of(node), context, has_body=has_body)
        row[2] = flags + ("v" if texts and texts[-1].endswith("...") else "")
        if row[4] == 1:
            del row[4 if row[3] else 3 :]
        context.add_method(CONSTRUCTOR if _is_constructor(node) else simple, row)

    def _return_type(self, node: Node, encoder: BodyEncoder) -> str:
        kind = node.child_by_field_name("type")
        text = "" if kind is None else encoder.type_of(kind)
        dimensions = node.child_by_field_name("dimensions")
        return text + (self._source.type_text(dimensions) if dimensions is not None else "")

    def _read_body(self, node: Node, encoder: BodyEncoder) -> list[Item]:
        for child in node.named_children:
            if child.type == "modifiers":
                encoder.note_annotations(child)
            elif child.type == "throws":
                for thrown in child.named_children:
                    encoder.type_of(thrown)
        body = node.child_by_field_name("body")
        default = node.child_by_field_name("value")
        encoded = [encoder.encode(part) for part in (body, default) if part is not None]
        return [item for item in encoded if item is not None]


_CONSTANT_KINDS = frozenset({"interface", "annotation"})


def _is_constructor(node: Node) -> bool:
    return node.type.endswith("constructor_declaration")


def _calls_constructor(items: list[Item]) -> bool:
    """Whether a body begins with `this(…)` or `super(…)`."""
    first = items[0] if items else ()
    inner = cast("list[Item]", first[1]) if first[:1] == ("block",) else []
    return bool(inner) and inner[0][0] == "ctor"


def _members_of(body: Node) -> list[Node]:
    members = []
    for child in body.named_children:
        if child.type == "enum_body_declarations":
            members += child.named_children
        else:
            members.append(child)
    return members


def _rows(methods: dict[str, list[Json]], name: str) -> list[list[Json]]:
    return cast("list[list[Json]]", methods.get(name, []))


def _method_flags(modifiers: Modifiers, context: TypeContext, *, has_body: bool) -> str:
    flags = modifiers.flags
    if context.kind in _CONSTANT_KINDS:
        flags = flags.replace("k", "")  # members of an interface are public
        if not has_body:
            flags += "a"
    return flags


def _read_header(node: Node, row: Row, encoder: BodyEncoder) -> None:
    if typevars := type_variables(node, encoder):
        row["typevars"] = cast("Json", typevars)
    for child in node.named_children:
        if child.type == "modifiers":
            encoder.note_annotations(child)
        elif child.type == "superclass":
            row["extends"] = cast("Json", [encoder.type_of(one) for one in _types_in(child)])
        elif child.type in {"super_interfaces", "extends_interfaces"}:
            key = "implements" if child.type == "super_interfaces" else "extends"
            row[key] = cast("Json", [encoder.type_of(one) for one in _types_in(child)])


def _types_in(node: Node) -> list[Node]:
    found = []
    for child in node.named_children:
        if child.type == "type_list":
            found += _types_in(child)
        elif child.type not in COMMENTS:
            found.append(child)
    return found


def type_variables(node: Node, encoder: BodyEncoder) -> list[list[str]]:
    """`[name, first bound]` of each type parameter."""
    found = []
    for parameters in (child for child in node.named_children if child.type == "type_parameters"):
        for parameter in parameters.named_children:
            names = [c for c in parameter.named_children if c.type in _NAMES]
            bounds = [c for c in parameter.named_children if c.type == "type_bound"]
            texts = [encoder.type_of(one) for bound in bounds for one in bound.named_children]
            if names:
                found.append([encoder.source.text(names[0]), texts[0] if texts else ""])
    return found


_NAMES = frozenset({"identifier", "type_identifier"})
_MEMBERS: dict[str, Callable[[TypeReader, Node, TypeContext], list[Item]]] = {
    "field_declaration": TypeReader.read_field,
    "constant_declaration": TypeReader.read_field,
    "enum_constant": TypeReader.read_constant,
    "method_declaration": TypeReader.read_method,
    "constructor_declaration": TypeReader.read_method,
    "compact_constructor_declaration": TypeReader.read_method,
    "annotation_type_element_declaration": TypeReader.read_method,
}
