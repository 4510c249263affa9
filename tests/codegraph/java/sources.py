"""Small Java trees, extracted and linked in memory."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.java import EXTRACTOR
from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.java import LINKER
from tmf_memory.codegraph.model import Edge, EdgeKind, Symbol, SymbolKey

needs_grammar = pytest.mark.skipif(
    importlib.util.find_spec("tree_sitter_java") is None, reason="the [java] extra is not installed"
)


def extract(text: str, path: str = "A.java") -> Extraction:
    return EXTRACTOR.extract(SourceText(path, text))


def symbols_of(text: str) -> dict[str, Symbol]:
    return {symbol.qualname: symbol for symbol in extract(text).symbols}


@dataclass(frozen=True)
class JavaTree:
    """A few files with what extracting and linking them gave."""

    extractions: Mapping[str, Extraction]
    linked: Mapping[str, LinkedFile]

    @classmethod
    def of(cls, files: Mapping[str, str]) -> JavaTree:
        extractions = {path: extract(text, path) for path, text in files.items()}
        link = LINKER.open_tree(
            frozenset(extractions),
            lambda path: extractions[path].surface if path in extractions else None,
            {},
        )
        return cls(extractions, {path: link(path, one.body) for path, one in extractions.items()})

    @property
    def edges(self) -> list[Edge]:
        return [edge for linked in self.linked.values() for edge in linked.edges]

    def pairs(self, kind: EdgeKind) -> set[str]:
        """`source -> target` of one kind; a name of another file comes with its path."""
        return {
            f"{edge.source.qualname} -> {_named(edge.target, edge.source.path)}"
            for edge in self.edges
            if edge.kind is kind
        }

    def unresolved(self) -> set[str]:
        return {
            f"{item.source}: {item.expression} ({item.reason.name})"
            for linked in self.linked.values()
            for item in linked.unresolved
        }


def _named(key: SymbolKey, path: str) -> str:
    return key.qualname if key.path == path else f"{key.path}:{key.qualname}"
