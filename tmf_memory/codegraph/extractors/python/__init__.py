"""Python: symbols, documents, surface and references of one file, from its syntax tree."""

from __future__ import annotations

from typing import cast

from tmf_memory.codegraph.extractors.base import Document, Extraction, Extractor, SourceText
from tmf_memory.codegraph.extractors.python.body import body_of
from tmf_memory.codegraph.extractors.python.definitions import ModuleWalker
from tmf_memory.codegraph.extractors.python.describe import Describer
from tmf_memory.codegraph.extractors.python.docstring import docstring_in
from tmf_memory.codegraph.extractors.python.flags import flags_of
from tmf_memory.codegraph.extractors.python.handlers import handlers_of
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.extractors.python.node_hash import NodeHasher
from tmf_memory.codegraph.extractors.python.parse import parse
from tmf_memory.codegraph.extractors.python.routes import routes_of
from tmf_memory.codegraph.extractors.python.surface import SurfaceBuilder
from tmf_memory.codegraph.model import Json, Symbol


def extract(source: SourceText) -> Extraction:
    """Return everything one Python file says by itself."""
    module = parse(source.text)
    if isinstance(module, str):
        return Extraction(degraded=module)
    lines = Lines(source.text)
    walker = ModuleWalker(lines.lines)
    try:
        walker.module(module)
    except RecursionError:
        return Extraction(degraded="nested too deeply")
    outline = walker.outline
    outline.statements.sort()  # the walker takes an `else` before the handlers of its `try`
    hasher = NodeHasher(source.text, outline.statements)
    describer = Describer(source.path, lines, hasher)
    describer.module(module)
    describer.describe(outline)
    declared = [qualname for qualname, _ in outline.declarations]
    surface = SurfaceBuilder(walker, declared).build()
    symbols, documents = list(describer.symbols), list(describer.documents)
    routes = routes_of(module, source.text)
    for symbol in (*(one for one, _ in routes), *flags_of(module, source.text)):
        documents.append(_literal_document(source.path, symbol, len(symbols)))
        symbols.append(symbol)
    body = body_of(walker, handlers_of(routes, walker))
    return Extraction(tuple(symbols), tuple(documents), cast("Json", surface), body)


def _literal_document(path: str, symbol: Symbol, ordinal: int) -> Document:
    said = " ".join(str(value) for value in symbol.detail.values())
    return Document(ordinal, {"name": symbol.qualname, "path": path, "body": said})


EXTRACTOR = Extractor("python", "python-ast", 6, (".py", ".pyi"), extract, docstring=docstring_in)
