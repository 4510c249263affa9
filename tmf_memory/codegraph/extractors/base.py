"""What every extractor promises: one file's text in, symbols, surface, body and documents out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tmf_memory.codegraph.model import Json, Symbol


@dataclass(frozen=True, slots=True)
class SourceText:
    """One decoded source file; `text` has its line ends normalised to `\\n` and no BOM."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """What full-text search knows of one symbol: `fields` maps a field name to its text.

    Fields: `name` (qualname), `path`, `signature`, `doc` (docstring, comments), `body`.
    `symbol` is the index into `Extraction.symbols`.
    """

    symbol: int
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one file says by itself; nothing here depends on another file.

    `surface` is what *other* files may need to resolve their references into this one
    (JSON-able, persisted in the shard). `body` is what the linker needs to link this file's own
    references (plain tuples, lists, dicts, strings and numbers only, so that it crosses a process
    boundary cheaply; never persisted: linking a file again extracts it again).
    `degraded` says why the file could not be understood, or is empty.
    """

    symbols: tuple[Symbol, ...] = ()
    documents: tuple[Document, ...] = ()
    surface: Json = None
    body: object = None
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class Extractor:
    """One language. `extract` never raises on any text; what it cannot do is `degraded`.

    `version` changes whenever the same text would give another extraction: it makes stored
    shards of that language stale.
    """

    language: str
    tier: str
    version: int
    suffixes: tuple[str, ...]
    extract: Callable[[SourceText], Extraction]
    file_names: tuple[str, ...] = ()
    unavailable: Callable[[], str] = field(default=lambda: "")
    """Empty when it can run here, else a hint that says what to install."""
    docstring: Callable[[str, Symbol], str | None] = field(default=lambda text, symbol: None)
    """What one symbol of a text says of itself, None where it takes a whole extraction to tell."""
