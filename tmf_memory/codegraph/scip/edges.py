"""From the documents of an index to edges between stored symbols. Pure.

Each name is held against the text: an occurrence whose place does not say what the index says is
dropped, and a file whose functions or classes stand elsewhere is not the one that was indexed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tmf_memory.codegraph.model import Edge, EdgeKind, Scope, SemanticEdge, Symbol, SymbolKey
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.codegraph.scip.index import Document, Occurrence, Sort, last_descriptor
from tmf_memory.codegraph.scip.sites import Site, Text, Use, sites_of
from tmf_memory.codegraph.table_keys import simple_name

_SCOPES = {
    Sort.TYPE: frozenset((Scope.CLASS,)),
    Sort.METHOD: frozenset((Scope.FUNCTION,)),
    Sort.TERM: frozenset((Scope.DECLARATION, Scope.FUNCTION)),
}
_USES = {
    (Use.CALL, Scope.FUNCTION): EdgeKind.CALLS,
    (Use.CALL, Scope.CLASS): EdgeKind.CALLS,
    (Use.READ, Scope.FUNCTION): EdgeKind.READS,
    (Use.READ, Scope.DECLARATION): EdgeKind.READS,
    (Use.CALL, Scope.DECLARATION): EdgeKind.READS,
    (Use.WRITE, Scope.DECLARATION): EdgeKind.WRITES,
}
_AMBIGUOUS = SymbolKey("", "")


@dataclass(frozen=True, slots=True)
class Target:
    """A stored symbol that an index symbol stands for."""

    key: SymbolKey
    scope: Scope
    is_interface: bool = False


@dataclass(slots=True)
class Definitions:
    """Which stored symbol each symbol of the index is defined as; None when several are."""

    targets: dict[str, Target | None] = field(default_factory=dict)

    def add(self, document: Document, entry: FileEntry, text: Text) -> str:
        """Take one document in; why it cannot be used, empty when it can."""
        found: dict[str, set[Target]] = {}
        for one in document.occurrences:
            target = _defined_at(one, document, entry, text) if one.is_definition else None
            if isinstance(target, str):
                return target
            if target is not None:
                found.setdefault(one.symbol, set()).add(target)
        for symbol, targets in found.items():
            is_clear = len(targets) == 1 and symbol not in self.targets
            self.targets[symbol] = next(iter(targets)) if is_clear else None
        return ""


def _defined_at(
    one: Occurrence, document: Document, entry: FileEntry, text: Text
) -> Target | str | None:
    """What a definition of the index defines here; a sentence when the file says otherwise."""
    named = last_descriptor(one.symbol)
    if named is None:
        return None
    name, sort = named
    if sort is Sort.MODULE:
        is_file = (one.line, one.column) == (0, 0)
        return Target(SymbolKey(entry.path, ""), Scope.FILE) if is_file else None
    word = text.word_at(one.line, one.column, document.encoding)
    if word is not None and word[1] == name:
        return _defined(entry, name, sort, one.line + 1)
    if sort is Sort.TERM or one.end == one.column:  # made by a call, say, and written as a string
        return None
    return f"line {one.line + 1} does not define {name}, as the index says"


def _defined(entry: FileEntry, name: str, sort: Sort, line: int) -> Target | None:
    """The smallest stored symbol of that name around that line."""
    around = [
        one
        for one in entry.symbols
        if one.scope in _SCOPES[sort]
        and one.line_start <= line <= one.line_end
        and simple_name(one.qualname) == name
    ]
    if not around:
        return None
    best = min(around, key=lambda one: one.line_end - one.line_start)
    return Target(SymbolKey(entry.path, best.qualname), best.scope, _is_interface(best))


def _is_interface(symbol: Symbol) -> bool:
    return symbol.detail.get("kind") == "interface"


def edges_of(
    document: Document, entry: FileEntry, text: Text, targets: Mapping[str, Target | None]
) -> list[SemanticEdge]:
    """The edges that one file's text causes, each once, with all its lines."""
    lines: dict[tuple[EdgeKind, SymbolKey, SymbolKey], set[int]] = {}
    for kind, source, target, line in _references(document, entry, text, targets):
        lines.setdefault((kind, source, target), set()).add(line)
    for kind, source, target, line in _implementations(document, entry, targets):
        lines.setdefault((kind, source, target), set()).add(line)
    return [SemanticEdge(*ends, tuple(sorted(where))) for ends, where in lines.items()]


_Reference = tuple[EdgeKind, SymbolKey, SymbolKey, int]


def _references(
    document: Document, entry: FileEntry, text: Text, targets: Mapping[str, Target | None]
) -> Iterator[_Reference]:
    sites = sites_of(entry.language, text, entry.symbols)
    for one in document.occurrences:
        target = None if one.is_definition else targets.get(one.symbol)
        word = text.word_at(one.line, one.column, document.encoding) if target else None
        if target is None or word is None:
            continue
        site = sites.at(one.line, word[0])
        if site is None or not _says(word[1], one, target, text):
            continue
        kind = EdgeKind.IMPORTS if site.use is Use.IMPORT else _USES.get((site.use, target.scope))
        source = SymbolKey(entry.path, site.holder)
        if kind is not None and source != target.key and not _is_own(kind, site, entry, target):
            yield kind, source, target.key, one.line + 1


def _says(word: str, one: Occurrence, target: Target, text: Text) -> bool:
    """Whether the word is the name of the symbol, or one that the file gives it."""
    named = last_descriptor(one.symbol)
    if named is None or word == named[0] or target.scope is Scope.FILE:
        return named is not None
    return re.search(rf"\bas\s+{re.escape(word)}\b", text.whole) is not None


def _is_own(kind: EdgeKind, site: Site, entry: FileEntry, target: Target) -> bool:
    """A file does not import itself."""
    return kind is EdgeKind.IMPORTS and target.key.path == entry.path


def _implementations(
    document: Document, entry: FileEntry, targets: Mapping[str, Target | None]
) -> Iterator[_Reference]:
    lines = {one.symbol: one.line + 1 for one in document.occurrences if one.is_definition}
    for symbol, other in document.implements:
        source, target = targets.get(symbol), targets.get(other)
        if source and target and source.key.path == entry.path and source.scope is target.scope:
            kind = _implements(source, target)
            if kind is not None and symbol in lines:
                yield kind, source.key, target.key, lines[symbol]


def _implements(source: Target, target: Target) -> EdgeKind | None:
    if source.scope is Scope.FUNCTION:
        return EdgeKind.OVERRIDES
    if source.scope is not Scope.CLASS:
        return None
    is_implementing = target.is_interface and not source.is_interface
    return EdgeKind.IMPLEMENTS if is_implementing else EdgeKind.INHERITS


def without_observed(
    claimed: Iterable[SemanticEdge], observed: Iterable[Edge]
) -> list[SemanticEdge]:
    """What source itself does not say: an observed edge stands, and so does what it says of a line.

    A name that source resolves on a line is not resolved otherwise there by another tool.
    """
    ends: set[tuple[EdgeKind, SymbolKey, SymbolKey]] = set()
    said: set[tuple[EdgeKind, SymbolKey, str, int]] = set()
    for edge in observed:
        ends.add((edge.kind, edge.source, edge.target))
        name = simple_name(edge.target.qualname)
        said.update((edge.kind, edge.source, name, line) for line in edge.lines)
    kept = []
    for edge in claimed:
        name = simple_name(edge.target.qualname)
        lines = [n for n in edge.lines if (edge.kind, edge.source, name, n) not in said]
        if lines and (edge.kind, edge.source, edge.target) not in ends:
            kept.append(SemanticEdge(edge.kind, edge.source, edge.target, tuple(lines)))
    return kept
