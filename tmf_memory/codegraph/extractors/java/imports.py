"""The head of a Java file: its package and its imports."""

from __future__ import annotations

from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.outline import Imports
from tmf_memory.codegraph.extractors.java.source import JavaSource, line_of


def imports_of(root: Node, source: JavaSource) -> Imports:
    package = ""
    found = Imports()
    for child in root.named_children:
        if child.type == "package_declaration":
            package = _dotted(child, source)
        elif child.type == "import_declaration":
            _add(found, child, source)
    return Imports(
        package, found.types, found.wildcards, found.static, found.static_wildcards, found.lines
    )


def _dotted(node: Node, source: JavaSource) -> str:
    for child in node.named_children:
        if child.type in {"identifier", "scoped_identifier"}:
            return "".join(source.squeezed(child).split())
    return ""


def _add(found: Imports, node: Node, source: JavaSource) -> None:
    name = _dotted(node, source)
    is_static = any(child.type == "static" for child in node.children)
    is_wildcard = any(child.type == "asterisk" for child in node.children)
    owner, _, simple = name.rpartition(".")
    if is_static and is_wildcard:
        found.static_wildcards.append(name)
    elif is_static:
        found.static.setdefault(simple, []).append(owner)
    elif is_wildcard:
        found.wildcards.append(name)
    else:
        found.types[simple] = name
    found.lines.setdefault(f"{name}.*" if is_wildcard else name, line_of(node))
