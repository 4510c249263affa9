"""From a decoded text to a document: the surest format reads it."""

from __future__ import annotations

from functools import lru_cache

from tmf_memory.factlint import formats
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Document, Problem
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary
from tmf_memory.kernel.registry import discover


@lru_cache(maxsize=1)
def all_formats() -> dict[str, Format]:
    """Return every format by its name."""
    return discover(formats, "FORMAT", Format, key="name")


def format_of(source: SourceText) -> Format:
    """Return the format that is surest of a text; equal ones in the order of their names."""
    return max(all_formats().values(), key=lambda each: each.recognises(source))


def read_document(
    path: str, text: str, *, digest: str = "", words: Vocabulary = STANDARD
) -> Document:
    """Read one memory file from its text."""
    source = SourceText(path, text, words)
    reader = format_of(source)
    reading = reader.read(source)
    problems = reading.problems
    if not problems and not text.strip("\ufeff \t\r\n"):
        problems = (Problem("bad_input", 1, "empty file"),)
    return Document(
        path,
        reader.name,
        text,
        reading.facts,
        problems,
        uses_provenance=reading.uses_provenance,
        digest=digest,
    )
