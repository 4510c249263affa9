"""What is found in one Java file while it is read: symbols, documents, rows and units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tmf_memory.codegraph.extractors.base import Document
from tmf_memory.codegraph.extractors.java.encoder import Unit
from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.source import JavaSource, last_line_of, line_of
from tmf_memory.codegraph.model import Json, Scope, Symbol

_NOT_A_NAME = re.compile(r"\([^()]*\)|\.<anon#\d+>")
Row = dict[str, Json]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Imports:
    """The imports of one file; `static` maps a name to the types it may come from."""

    package: str = ""
    types: dict[str, str] = field(default_factory=dict)
    wildcards: list[str] = field(default_factory=list)
    static: dict[str, list[str]] = field(default_factory=dict)
    static_wildcards: list[str] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def encode(self) -> Row:
        rows: dict[str, Json] = {
            "package": self.package,
            "imports": dict(self.types),
            "wildcards": list(self.wildcards),
            "static": {name: list(owners) for name, owners in self.static.items()},
            "static_wildcards": list(self.static_wildcards),
        }
        return {key: value for key, value in rows.items() if value}


@dataclass(frozen=True, slots=True)
class Found:
    """A symbol whose hash waits until all offsets are known."""

    scope: Scope
    qualname: str
    lines: tuple[int, int]
    spans: tuple[Span, ...]
    detail: Row


@dataclass(slots=True)
class Outline:
    """Everything that one file says; `types` are rows that other files see, `inner` are not."""

    source: JavaSource
    imports: Imports = field(default_factory=Imports)
    types: Row = field(default_factory=dict)
    inner: Row = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    injected: list[tuple[str, str, int]] = field(default_factory=list)
    routes: list[tuple[str, str, int]] = field(default_factory=list)
    unresolved_routes: list[tuple[str, str, int]] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    _comments: dict[int, str] = field(default_factory=dict)
    _found: list[Found] = field(default_factory=list)
    _documents: list[dict[str, str]] = field(default_factory=list)
    _taken: dict[str, int] = field(default_factory=dict)

    def note_comments(self, siblings: Sequence[Node]) -> None:
        """Keep which comment stands right before which node: a tree is slow to walk backwards."""
        for before, node in pairwise(siblings):
            if before.type == "block_comment":
                self._comments[node.start_byte] = self.source.text(before)

    def comment_before(self, node: Node) -> str:
        return self._comments.get(node.start_byte, "")

    def unique(self, qualname: str) -> str:
        """The qualname, or `qualname#2` when the file already has one."""
        count = self._taken[qualname] = self._taken.get(qualname, 0) + 1
        return qualname if count == 1 else f"{qualname}#{count}"

    def add(
        self, scope: Scope, qualname: str, node: Node, detail: Row, texts: dict[str, str]
    ) -> None:
        """A symbol that is one whole node."""
        span = (node.start_byte, node.end_byte)
        self.add_parts(
            Found(scope, qualname, (line_of(node), last_line_of(node)), (span,), detail), texts
        )

    def add_parts(self, found: Found, texts: dict[str, str]) -> None:
        self._found.append(found)
        # Types of parameters are no part of a name: the signature has them.
        name = _NOT_A_NAME.sub("", found.qualname)
        filled = {key: text for key, text in texts.items() if text}
        self._documents.append({"name": name, "path": self.source.path, **filled})

    def symbols(self) -> tuple[Symbol, ...]:
        self.source.cut_at({end for found in self._found for span in found.spans for end in span})
        return tuple(
            Symbol(
                found.scope,
                found.qualname,
                *found.lines,
                self.source.hash(*found.spans),
                found.detail,
            )
            for found in self._found
        )

    def documents(self, texts: Sequence[dict[str, str]] = ()) -> tuple[Document, ...]:
        own = (Document(index, fields) for index, fields in enumerate(self._documents))
        return (*own, *(Document(-1, fields) for fields in texts))
