"""What every memory format promises: one text in, facts and problems out, and edits in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tmf_memory.factlint.model import Edit, Fact, Reading
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary


@dataclass(frozen=True, slots=True)
class SourceText:
    """One decoded memory file: `\\r\\n` and BOM are still in it, so that offsets are its own."""

    path: str
    text: str
    words: Vocabulary = STANDARD
    """What prose is understood with; `make_fact(draft, source.words)`."""


def _never(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    return ()


def _never_superseded(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Format:
    """One memory format. No function raises on any text; what it cannot read is a problem.

    `recognises` says how sure the format is that a file is its own, 0 for not at all; the surest
    one reads it (50 is "by extension", 80 "by name and content"). `supersede` returns the edits
    that end one fact in place, and none where the format has no place for it; `delete` takes all
    facts to be deleted at once, because commas and line ends between them belong to two of them.
    """

    name: str
    recognises: Callable[[SourceText], int]
    read: Callable[[SourceText], Reading]
    supersede: Callable[[SourceText, Fact, str], tuple[Edit, ...]] = _never_superseded
    delete: Callable[[SourceText, Sequence[Fact]], tuple[Edit, ...]] = _never
    can_supersede: bool = False
