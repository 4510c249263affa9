"""What full-text search knows of each symbol of one file. Pure.

A symbol is found by its own words, and more faintly by its surroundings: a class by the words of
its members, a method by the docstring of its class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tmf_memory.codegraph.extractors.base import Document
from tmf_memory.codegraph.model import Scope, Symbol
from tmf_memory.codegraph.places import Place, place_of
from tmf_memory.kernel.text.postings import PER_OCCURRENCE
from tmf_memory.kernel.text.tokens import analyze, part_terms

FIELD_WEIGHTS: Mapping[str, int] = {"name": 3, "signature": 3, "doc": 1, "body": 1}
"""How often a word of each field counts."""

FILE_WEIGHTS: Mapping[str, int] = {"path": 3, "doc": 1, "body": 1}

Terms = dict[str, int]


def search_terms(
    path: str, symbols: Sequence[Symbol], documents: Iterable[Document]
) -> list[Terms]:
    """Return term -> frequency (in thirds) by symbol; `symbols[0]` is the file itself.

    `Document.symbol` counts without the file, as extractors do; -1 stands for the file.
    """
    own: list[Terms] = [{} for _ in symbols]
    docs = [""] * len(symbols)
    own[0] = analyze({"path": path}, FILE_WEIGHTS)
    for document in documents:
        place = document.symbol + 1
        own[place] = analyze(document.fields, FIELD_WEIGHTS if place else FILE_WEIGHTS)
        docs[place] = document.fields.get("doc", "")
    whole = [{term: PER_OCCURRENCE * count for term, count in terms.items()} for terms in own]
    if place_of(path) is not Place.TEST:  # nobody looks for a test class by what its cases do
        _add_surroundings(symbols, own, docs, whole)
    return whole


def _add_surroundings(
    symbols: Sequence[Symbol], own: list[Terms], docs: list[str], whole: list[Terms]
) -> None:
    classes = {
        symbol.qualname: at for at, symbol in enumerate(symbols) if symbol.scope is Scope.CLASS
    }
    for at, symbol in enumerate(symbols):
        owner = classes.get(symbol.qualname.rpartition(".")[0])
        if owner is None or symbol.scope not in _MEMBERS:
            continue
        _add(whole[owner], own[at])
        if docs[owner] and symbol.scope is Scope.FUNCTION:
            _add(whole[at], dict.fromkeys(part_terms(docs[owner]), 1))


_MEMBERS = frozenset({Scope.FUNCTION, Scope.CLASS})


def _add(terms: Terms, more: Mapping[str, int]) -> None:
    get = terms.get
    for term, count in more.items():
        terms[term] = get(term, 0) + count
