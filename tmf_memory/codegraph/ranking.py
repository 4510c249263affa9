"""In which order the answers to a question about code come. Pure.

Two steps, because what a symbol is called is only known after its file's entry was read:
`shortlist` orders text hits by what their path says, `rank` the symbols of the best of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tmf_memory.codegraph.code_query import CodeQuery, Sort, analyze_query
from tmf_memory.codegraph.model import Scope, SymbolKey
from tmf_memory.codegraph.places import Place, place_of
from tmf_memory.codegraph.search_terms import FIELD_WEIGHTS, FILE_WEIGHTS
from tmf_memory.kernel.text.bm25 import Bm25, Concept
from tmf_memory.kernel.text.index import Found, Hit
from tmf_memory.kernel.text.tokens import part_terms
from tmf_memory.kernel.text.words import are_forms_of_one_word

__all__ = [
    "FIELD_WEIGHTS",
    "FILE_WEIGHTS",
    "Candidate",
    "CodeQuery",
    "Ranked",
    "Recipe",
    "analyze_query",
    "in_order_of_place",
    "rank",
    "recipe_for",
    "shortlist",
]


@dataclass(frozen=True, slots=True)
class Recipe:
    """The weights of one sort of question; `eval/retrieve` says how they were found.

    `named` lifts a symbol whose whole name the query covers; `neighbours` is the share of the best
    hits of a file that every hit of the file gets; `covered` is the power to which the share of
    the question that a symbol has goes into its score; `classes` is what a class counts, whose
    words are mostly those of its members, and `members_first` puts it after the best of them.
    """

    bm25: Bm25
    place: Mapping[Place, float]
    named: float
    neighbours: float = 0.15
    path: float = 0.4
    covered: float = 0.0
    classes: float = 1.0
    members_first: bool = False


DESCRIPTION = Recipe(Bm25(k1=1.2, b=0.7), {Place.TEST: 0.6, Place.VENDORED: 0.82}, named=0.25)
RECIPES: Mapping[Sort, Recipe] = {
    Sort.DESCRIPTION: DESCRIPTION,
    Sort.OPEN: replace(DESCRIPTION, bm25=Bm25(k1=1.0, b=0.5), named=0.1),
    Sort.BEHAVIOUR: Recipe(
        Bm25(k1=0.8, b=0.3),
        {Place.TEST: 0.45, Place.VENDORED: 0.7},
        named=0.0,
        covered=0.1,
        classes=0.7,
        members_first=True,
    ),
}

SCOPE_WEIGHTS: Mapping[Scope, float] = {Scope.FILE: 0.5, Scope.DECLARATION: 0.5, Scope.CONFIG: 0.5}
_WHOLE_PATH = 3.0
_BEST_OF_FILE = 2


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


def recipe_for(query: CodeQuery) -> Recipe:
    """The weights for a question; nothing is held back that the question mentions."""
    recipe = RECIPES[query.sort]
    place = dict(recipe.place)
    if query.mentions_tests:
        place[Place.TEST] = 1.0
    if query.mentions_vendored:
        place[Place.VENDORED] = 1.0
    return replace(recipe, place=place)


def shortlist(query: CodeQuery, found: Found) -> list[Hit]:
    """Text hits in a better order: path affinity, place, and what else the file has to offer."""
    recipe = recipe_for(query)
    affinity = {
        path: _affinity(query, path, found.rarities) * recipe.path
        for path in {hit.group for hit in found.hits}
    }
    hits = [_placed(hit, recipe, affinity[hit.group]) for hit in found.hits]
    hits.sort(key=_order)
    best: dict[str, list[float]] = {}
    for hit in hits:
        scores = best.setdefault(hit.group, [])
        if len(scores) < _BEST_OF_FILE:
            scores.append(hit.score)
    lift = {
        path: recipe.neighbours
        * sum(scores)
        / _BEST_OF_FILE
        * recipe.place.get(place_of(path), 1.0)
        for path, scores in best.items()
    }
    hits = [replace(hit, score=hit.score + lift[hit.group]) for hit in hits]
    return sorted(hits, key=_order)


def rank(
    query: CodeQuery, hits: Iterable[Candidate], exact: Collection[SymbolKey] = ()
) -> list[Ranked]:
    """Order text hits and exact name hits; exact ones first, the project's own before others."""
    recipe = recipe_for(query)
    scores: dict[SymbolKey, float] = {}
    classes: list[SymbolKey] = []
    for hit in hits:
        scores[hit.key] = hit.score * _weight(query, recipe, hit)
        if hit.scope is Scope.CLASS:
            classes.append(hit.key)
    if recipe.members_first:
        _put_after_members(scores, classes)
    named = set(exact)
    top = max(scores.values(), default=1.0)
    ranked = [Ranked(key, top + scores.get(key, 0.0), exact=True) for key in named]
    ranked += [Ranked(key, score, exact=False) for key, score in scores.items() if key not in named]
    return sorted(ranked, key=lambda one: _place_in_answer(recipe, one))


def in_order_of_place(query: CodeQuery, keys: Iterable[SymbolKey]) -> list[SymbolKey]:
    """The project's own symbols before vendored ones and tests, each by path and name."""
    recipe = recipe_for(query)
    return sorted(keys, key=lambda key: (-_place_weight(recipe, key), key.path, key.qualname))


def _place_in_answer(recipe: Recipe, one: Ranked) -> tuple[float, float, str, str]:
    own = _place_weight(recipe, one.key) if one.exact else 0.0
    return -own, -one.score, one.key.path, one.key.qualname


def _place_weight(recipe: Recipe, key: SymbolKey) -> float:
    return recipe.place.get(place_of(key.path), 1.0)


def _order(hit: Hit) -> tuple[float, str, int]:
    return -hit.score, hit.group, hit.ordinal


def _placed(hit: Hit, recipe: Recipe, affinity: float) -> Hit:
    weight = recipe.place.get(place_of(hit.group), 1.0)
    if hit.ordinal == 0:
        weight *= SCOPE_WEIGHTS[Scope.FILE]
    return replace(hit, score=(hit.score + affinity) * weight)


def _affinity(query: CodeQuery, path: str, rarities: Mapping[str, float]) -> float:
    """How much of the query the path itself says; a path written in the query says it all."""
    terms = set(part_terms(path))
    total = sum(
        concept.weight * rarities.get(concept.head, 0.0) * _best(concept, terms)
        for concept in query.concepts
    )
    if any(path == written or path.endswith(f"/{written}") for written in query.paths):
        total += _WHOLE_PATH * sum(rarities.values())
    return total


def _best(concept: Concept, terms: Collection[str]) -> float:
    return max((weight for term, weight in concept.terms.items() if term in terms), default=0.0)


def _weight(query: CodeQuery, recipe: Recipe, hit: Candidate) -> float:
    # `shortlist` knows which hits are files, so it has weighted them already.
    scope = 1.0 if hit.scope is Scope.FILE else SCOPE_WEIGHTS.get(hit.scope, 1.0)
    if hit.scope is Scope.CLASS:
        scope = recipe.classes
    covered: float = _coverage(query, hit) ** recipe.covered
    return scope * _name_lift(query, recipe, hit) * covered


def _coverage(query: CodeQuery, hit: Candidate) -> float:
    """The share of the question, by weight, that the hit has."""
    total = sum(query.terms.values())
    return sum(query.terms.get(term, 0.0) for term in hit.matched_terms) / total if total else 1.0


def _name_lift(query: CodeQuery, recipe: Recipe, hit: Candidate) -> float:
    """More than 1 for a symbol whose own name consists of words of the query."""
    if not recipe.named:
        return 1.0
    parts = set(part_terms(hit.key.qualname.rpartition(".")[2]))
    if not parts:
        return 1.0
    return 1.0 + recipe.named * sum(_covered(query.concepts, part) for part in parts) / len(parts)


def _covered(concepts: Sequence[Concept], part: str) -> float:
    return max((_says(concept, part) * concept.weight for concept in concepts), default=0.0)


def _says(concept: Concept, part: str) -> float:
    weight = concept.terms.get(part)
    if weight is None and concept.variants and are_forms_of_one_word(concept.head, part):
        return concept.variants
    return weight or 0.0


def _put_after_members(scores: dict[SymbolKey, float], classes: Iterable[SymbolKey]) -> None:
    """A class that is found by what its members do comes after the member that does it."""
    best: dict[SymbolKey, float] = {}
    for key, score in scores.items():
        owner = SymbolKey(key.path, key.qualname.rpartition(".")[0])
        best[owner] = max(score, best.get(owner, 0.0))
    for key in classes:
        if key in best:
            scores[key] = min(scores[key], best[key] * 0.999)
