"""From the text of one Java file to everything it says by itself."""

from __future__ import annotations

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.java import grammar
from tmf_memory.codegraph.extractors.java.declarations import KINDS, TypeReader
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.imports import imports_of
from tmf_memory.codegraph.extractors.java.outline import Outline
from tmf_memory.codegraph.extractors.java.source import JavaSource, line_of
from tmf_memory.codegraph.model import Json

_MAX_DOC_CHARS = 4_000


def extract(source_text: SourceText) -> Extraction:
    """Never raises: what does not parse is left out and said to be."""
    source = JavaSource(source_text.path, source_text.text)
    root = grammar.parse(source.data)
    if root is None:
        return Extraction(degraded=grammar.HINT)
    outline = Outline(source, imports_of(root, source))
    reader = TypeReader(outline)
    outline.note_comments(root.named_children)
    for child in root.named_children:
        if child.type in KINDS:
            reader.read(child, "", outline.types, outline.units)
    surface: dict[str, Json] = {**outline.imports.encode(), "types": outline.types}
    return Extraction(
        outline.symbols(),
        outline.documents([_file_document(root, outline)]),
        surface,
        _body_of(outline),
        _degraded(root, outline),
    )


def _body_of(outline: Outline) -> dict[str, object]:
    return {
        "types": outline.inner,
        "units": outline.units,
        "lines": outline.lines,
        "imports": outline.imports.lines,
        "routes": outline.routes,
        "unresolved_routes": outline.unresolved_routes,
        "injected": outline.injected,
    }


def _file_document(root: Node, outline: Outline) -> dict[str, str]:
    """The file itself: its package, and comments that stand outside every type."""
    comments = [outline.source.text(one) for one in root.named_children if "comment" in one.type]
    return {
        "path": outline.source.path,
        "doc": "\n".join(comments)[:_MAX_DOC_CHARS],
        "body": outline.imports.package,
    }


def _degraded(root: Node, outline: Outline) -> str:
    if not root.has_error:
        return ""
    broken = sorted({*outline.broken, *_broken_at_top(root)})
    lines = ", ".join(str(line) for line in broken[:3]) or "?"
    return f"syntax error (line {lines}): what does not parse is left out"


def _broken_at_top(root: Node) -> list[int]:
    return [line_of(child) for child in root.children if child.is_error or child.is_missing]
