"""From fixes to text: what a document looks like after them, and whether that loses anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.model import Document, Edit, Fix, FixAction, Origin
from tmf_memory.factlint.reading import all_formats
from tmf_memory.kernel.language.vocabulary import Vocabulary


def edited(document: Document, fixes: Iterable[Fix]) -> tuple[str, tuple[Fix, ...]]:
    """Return the text after some fixes, and those of them that the format had a place for."""
    source = SourceText(document.path, document.text)
    format_ = all_formats()[document.format]
    wanted = list(fixes)
    deleted = [fix for fix in wanted if fix.action is FixAction.DELETE]
    edits = list(format_.delete(source, [fix.fact for fix in deleted]))
    done = {id(fix) for fix in deleted} if edits else set()
    for fix in wanted:
        if fix.action is FixAction.SUPERSEDE:
            found = format_.supersede(source, fix.fact, fix.valid_to)
            edits += found
            done.update([id(fix)] if found else [])
    text = apply_edits(document.text, edits)
    return text, tuple(fix for fix in wanted if id(fix) in done)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Replace every span of a text; overlapping deletions count once."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        start = max(edit.start, at)
        pieces += [text[at:start], edit.text]
        at = max(at, edit.end)
    pieces.append(text[at:])
    return "".join(pieces)


def keeps_the_rest(document: Document, deletions: Sequence[Fix], words: Vocabulary) -> bool:
    """Tell whether all other facts are the same after some lines are gone.

    A line can stand between a block and the list below it: without it, the list would be about
    somebody else.
    """
    if all(fact.origin is Origin.RECORD for fact in document.facts):
        return True
    text, done = edited(document, deletions)
    if len(done) != len(deletions):
        return False
    source = SourceText(document.path, text, words)
    after = Counter(fact.id for fact in all_formats()[document.format].read(source).facts)
    before = Counter(fact.id for fact in document.facts)
    gone = Counter(fix.fact.id for fix in deletions)
    return after + gone == before
