"""Routes with literal paths, and injection: what the annotations of Spring and Jakarta say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from tmf_memory.codegraph.extractors.java.annotations import (
    AnnotationSpec,
    Role,
    known_annotation,
)
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.outline import Found, Outline
from tmf_memory.codegraph.extractors.java.source import Modifiers, last_line_of, line_of
from tmf_memory.codegraph.model import Scope

_ANY = ("ANY",)
_PATH_KEYS = frozenset({"value", "path"})
_DYNAMIC = "\0"
_BEANS = frozenset({Role.COMPONENT, Role.CONTROLLER, Role.CONFIGURATION})
_LITERAL_CHILDREN = frozenset({"string_fragment"})

Parameters = list[tuple[str, str]]


class AnnotatedType(Protocol):
    """What is needed of the type around a member."""

    qualname: str
    kind: str
    modifiers: Modifiers
    constructors: list[tuple[Modifiers, Parameters, int]]


@dataclass(frozen=True, slots=True)
class _Mapping:
    """One mapping annotation: its paths and HTTP methods; a path may be dynamic."""

    paths: tuple[str, ...]
    methods: tuple[str, ...]
    node: Node


def note_field_injection(
    outline: Outline, owner: AnnotatedType, modifiers: Modifiers, declared: tuple[str, int]
) -> None:
    if _has_role(outline, modifiers, Role.INJECTED):
        outline.injected.append((owner.qualname, *declared))


def note_constructor_injection(outline: Outline, owner: AnnotatedType) -> None:
    """The constructor that says so; of a bean, its only one."""
    constructors = owner.constructors
    chosen = [one for one in constructors if _has_role(outline, one[0], Role.INJECTED)]
    if not chosen and len(constructors) == 1 and _roles(outline, owner.modifiers) & _BEANS:
        chosen = constructors
    for _, parameters, line in chosen:
        outline.injected += [(owner.qualname, text, line) for _, text in parameters]


def note_method(
    outline: Outline,
    owner: AnnotatedType,
    modifiers: Modifiers,
    method: tuple[str, Node, Parameters],
) -> None:
    """Routes that lead to a method, and what is injected by a setter."""
    qualname, node, parameters = method
    if node.type != "method_declaration" or not modifiers.annotations:
        return
    if _has_role(outline, modifiers, Role.INJECTED):
        line = line_of(node)
        outline.injected += [(owner.qualname, text, line) for _, text in parameters]
    if Role.CLIENT not in _roles(outline, owner.modifiers):
        for mapping in _mappings(outline, modifiers):
            _add_routes(outline, owner, mapping, qualname)


def _add_routes(outline: Outline, owner: AnnotatedType, mapping: _Mapping, handler: str) -> None:
    prefixes: tuple[str, ...] = ("",)
    spans = [(mapping.node.start_byte, mapping.node.end_byte)]
    for outer in _mappings(outline, owner.modifiers):
        prefixes = outer.paths
        spans.insert(0, (outer.node.start_byte, outer.node.end_byte))
    lines = (line_of(mapping.node), last_line_of(mapping.node))
    for prefix, path, method in product(prefixes, mapping.paths, mapping.methods):
        if _DYNAMIC in prefix + path or _DYNAMIC in method:
            text = outline.source.squeezed(mapping.node)
            outline.unresolved_routes.append((handler, text, lines[0]))
            continue
        whole = _joined(prefix, path)
        qualname = outline.unique(f"{method} {whole}")
        detail = {"method": method, "path": whole, "handler": handler, "framework": "spring"}
        found = Found(Scope.ROUTE, qualname, lines, tuple(spans), {**detail})
        outline.add_parts(found, {"signature": f"{method} {whole}"})
        outline.routes.append((qualname, handler, lines[0]))


def _joined(prefix: str, path: str) -> str:
    parts = [part.strip("/") for part in (prefix, path)]
    joined = "/".join(part for part in parts if part)
    return f"/{joined}" + ("/" if path.endswith("/") and len(path) > 1 else "")


def _mappings(outline: Outline, modifiers: Modifiers) -> Iterator[_Mapping]:
    for annotation in modifiers.annotations:
        spec = _spec(outline, annotation)
        if spec is not None and spec.role is Role.ROUTE:
            yield _mapping(outline, annotation, spec)


def _mapping(outline: Outline, annotation: Node, spec: AnnotationSpec) -> _Mapping:
    paths: list[str] = []
    methods: list[str] = []
    arguments = annotation.child_by_field_name("arguments")
    for argument in [] if arguments is None else arguments.named_children:
        key = argument.child_by_field_name("key")
        if argument.type == "element_value_pair" and key is not None:
            value = argument.child_by_field_name("value")
            name = outline.source.text(key)
        else:
            value, name = argument, "value"
        if value is None or "comment" in value.type:
            continue
        if name in _PATH_KEYS:
            paths += [_literal(outline, one) for one in _values(value)]
        elif name == "method":
            methods += [_method(outline, one) for one in _values(value)]
    return _Mapping(tuple(paths) or ("",), spec.methods or tuple(methods) or _ANY, annotation)


def _values(node: Node) -> list[Node]:
    if node.type in {"element_value_array_initializer", "array_initializer"}:
        return [child for child in node.named_children if "comment" not in child.type]
    return [node]


def _literal(outline: Outline, node: Node) -> str:
    is_plain = node.type == "string_literal" and all(
        child.type in _LITERAL_CHILDREN for child in node.named_children
    )
    return outline.source.text(node)[1:-1] if is_plain else _DYNAMIC


def _method(outline: Outline, node: Node) -> str:
    """`RequestMethod.GET`, or `GET` by a static import."""
    name = outline.source.squeezed(node).rpartition(".")[2]
    return name if name.isupper() else _DYNAMIC


def _spec(outline: Outline, annotation: Node) -> AnnotationSpec | None:
    name = annotation.child_by_field_name("name")
    if name is None:
        return None
    imports = outline.imports
    return known_annotation(outline.source.text(name), imports.types, imports.wildcards)


def _roles(outline: Outline, modifiers: Modifiers) -> set[Role]:
    specs = (_spec(outline, annotation) for annotation in modifiers.annotations)
    return {spec.role for spec in specs if spec is not None}


def _has_role(outline: Outline, modifiers: Modifiers, role: Role) -> bool:
    return bool(modifiers.annotations) and role in _roles(outline, modifiers)
