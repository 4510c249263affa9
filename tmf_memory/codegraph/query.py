"""Retrieval: ranked thin claims for a question, or all claims of one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tmf_memory.codegraph.code_query import CodeQuery, analyze_query
from tmf_memory.codegraph.limits import limits_of, why_absent
from tmf_memory.codegraph.lookup import Found, find_named
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap, Scope, Symbol, SymbolKey
from tmf_memory.codegraph.ranking import Candidate, in_order_of_place, rank, recipe_for, shortlist
from tmf_memory.codegraph.shown import Presenter, ShownClaim
from tmf_memory.codegraph.suggest import Suggested, offered, suggest
from tmf_memory.kernel.errors import NotFoundError
from tmf_memory.kernel.text.snapshot import Hit
from tmf_memory.kernel.worktree.walk import printable

_POOL = 300
_SHORTLIST = 100
_MOST_EXACT = 20
_OFFERED = 100


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Ranked claims, the files to read when they do not suffice, and what is not known."""

    claims: tuple[ShownClaim, ...]
    source_fallback_paths: tuple[str, ...]
    gaps: tuple[Gap, ...]
    suggested: Mapping[str, str] = field(default_factory=dict)
    """Which claims a command of the user's added (they come last), and its name."""


def retrieve(memory: CodeMemory, question: str, *, limit: int) -> Retrieved:
    """The best `limit` claims for a natural-language or identifier query."""
    presenter = Presenter(memory)
    ranked = find_ranked(memory, question, limit=limit)
    more = _suggested(memory, question, ranked, limit)
    found = (*ranked, *(one.found for one in more.added))
    shown = tuple(presenter.show(one) for one in found)
    paths = tuple(dict.fromkeys(one.claim.path for one in shown if one.claim.path))
    gaps = (*_gaps(memory, set(paths)), *more.gaps)
    return Retrieved(shown, paths, gaps, {one.found.id: one.by for one in more.added})


def _suggested(memory: CodeMemory, question: str, ranked: list[Found], limit: int) -> Suggested:
    """What the user's commands add; the state of a stranger is not shown to them."""
    if not memory.suggesters or memory.is_foreign:
        return Suggested()
    deep = find_ranked(memory, question, limit=max(limit, _OFFERED))
    entries = [memory.claims.entry(path) for path in {one.entry.path: 0 for one in deep}]
    inside = [Found(entry, symbol) for entry in entries if entry for symbol in entry.symbols]
    return suggest(memory.suggesters, question, ranked, list(offered(deep, inside)))


def retrieve_path(memory: CodeMemory, path: str) -> Retrieved:
    """Every claim of one file, in source order; NotFoundError with the reason when it has none."""
    entry = memory.claims.entry(path)
    if entry is None:
        raise NotFoundError(f"{printable(path)} is not in memory: {why_absent(memory, path)}")
    presenter = Presenter(memory)
    symbols = sorted(entry.symbols, key=_place)
    shown = tuple(presenter.show(Found(entry, symbol)) for symbol in symbols)
    return Retrieved(shown, (path,), _gaps(memory, {path}))


def _place(symbol: Symbol) -> tuple[bool, int, int, str]:
    """The file, then from top to bottom, the outer before the inner."""
    is_inside = symbol.scope is not Scope.FILE
    return (is_inside, symbol.line_start, -symbol.line_end, symbol.qualname)


def find_ranked(memory: CodeMemory, question: str, *, limit: int) -> list[Found]:
    """Symbols in ranked order; what they look like is up to the caller."""
    query = analyze_query(question)
    pool: dict[SymbolKey, Found] = {}
    hits = []
    for hit in _text_hits(memory, query, max(_POOL, 4 * limit))[: max(_SHORTLIST, 2 * limit)]:
        found = _at(memory, hit.group, hit.ordinal)
        if found is not None:
            pool[found.key] = found
            hits.append(Candidate(found.key, found.symbol.scope, hit.score, hit.matched_terms))
    exact = _named(memory, query)
    pool.update(exact)
    ranked = rank(query, hits, exact)
    return [pool[one.key] for one in ranked[:limit]]


def _text_hits(memory: CodeMemory, query: CodeQuery, limit: int) -> list[Hit]:
    if not query.concepts or not memory.claims.manifest.files:
        return []
    recipe = recipe_for(query)
    return shortlist(query, memory.text.find(query.concepts, limit=limit, parameters=recipe.bm25))


def _at(memory: CodeMemory, path: str, ordinal: int) -> Found | None:
    entry = memory.claims.entry(path)
    if entry is None or ordinal >= len(entry.symbols):
        return None
    return Found(entry, entry.symbols[ordinal])


def _named(memory: CodeMemory, query: CodeQuery) -> dict[SymbolKey, Found]:
    """What the question names; of many with one name the project's own first."""
    word = query.text.strip()
    names = dict.fromkeys((*query.identifiers, *((word,) if word and " " not in word else ())))
    named: dict[SymbolKey, Found] = {}
    for name in names:
        found = {one.key: one for one in find_named(memory.claims, name)}
        keys = [key for key, one in found.items() if one.symbol.scope is not Scope.FILE]
        named.update((key, found[key]) for key in in_order_of_place(query, keys)[:_MOST_EXACT])
    return named


def _gaps(memory: CodeMemory, paths: set[str]) -> tuple[Gap, ...]:
    """What limits this answer: notices first, then shown files, then how much else is missing."""
    if memory.is_foreign:
        return tuple(memory.notices)
    manifest = memory.claims.manifest
    degraded = {path: row.degraded for path, row in manifest.files.items() if row.degraded}
    reasons = {**degraded, **manifest.gaps}
    here = [Gap(path, reason) for path, reason in sorted(reasons.items()) if path in paths]
    here = [gap for gap in here if "not refreshed" not in gap.reason]
    others = len(reasons.keys() - paths)
    text = "1 other file has a gap" if others == 1 else f"{others} other files have gaps"
    summary = [Gap("", f"{text}; `tmf status` lists them")] if others else []
    return (*limits_of(memory), *here, *summary)
