"""How a question about code is understood, and in which order its answers come. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.model import Scope, SymbolKey
from tmf_memory.kernel.text.tokens import identifier_terms

FIELD_WEIGHTS: Mapping[str, int] = {"name": 6, "signature": 3, "doc": 2, "body": 1}
"""How often a word of each field counts; `path` only where a document stands for its file."""

FILE_WEIGHTS: Mapping[str, int] = {**FIELD_WEIGHTS, "path": 3}

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_PATH = re.compile(r"[\w.-]*/[\w./-]+|\b[\w-]+\.(?:py|java|toml|json|ya?ml|sql|cfg|ini)\b")


@dataclass(frozen=True, slots=True)
class CodeQuery:
    """A question, taken apart: weighted terms, names written as code, paths."""

    text: str
    terms: Mapping[str, float]
    identifiers: tuple[str, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One text hit with the symbol it stands for."""

    key: SymbolKey
    scope: Scope
    score: float
    matched_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """One answer; `exact` when the query names it."""

    key: SymbolKey
    score: float
    exact: bool


def analyze_query(text: str) -> CodeQuery:
    """Take a natural-language or identifier query apart."""
    terms: dict[str, float] = {}
    for term in identifier_terms(text):
        terms[term] = 1.0
    names = [name for name in _IDENTIFIER.findall(text) if _written_as_code(name)]
    return CodeQuery(text, terms, tuple(dict.fromkeys(names)), tuple(_PATH.findall(text)))


def rank(
    query: CodeQuery, hits: Iterable[Candidate], exact: Collection[SymbolKey] = ()
) -> list[Ranked]:
    """Order text hits and exact name hits; exact ones first."""
    named = set(exact)
    scores = {hit.key: hit.score for hit in hits}
    best = max(scores.values(), default=1.0)
    ranked = [Ranked(key, best + scores.get(key, 0.0), exact=True) for key in named]
    ranked += [Ranked(key, score, exact=False) for key, score in scores.items() if key not in named]
    return sorted(ranked, key=lambda r: (-r.score, r.key.path, r.key.qualname))


def _written_as_code(name: str) -> bool:
    return "_" in name or "." in name or not (name.islower() or name.istitle() or name.isupper())
