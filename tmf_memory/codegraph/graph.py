"""Look-ups along edges: callers, callees, readers, writers, subtypes, importers, impact."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.indexed_edges import SEMANTIC_TIER
from tmf_memory.codegraph.languages import Languages
from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.model import (
    Anchor,
    Edge,
    EdgeKind,
    Scope,
    SemanticEdge,
    SymbolKey,
    Unresolved,
    UnresolvedReason,
)
from tmf_memory.codegraph.table_keys import (
    CANDIDATES,
    ELSEWHERE,
    REVERSE,
    last_name,
    simple_name,
)

_MOST_CANDIDATES = 100
_NEVER_HERE = frozenset((UnresolvedReason.BUILTIN, UnresolvedReason.EXTERNAL))


class Relation(str, Enum):
    """A question that can be asked of one symbol."""

    CALLERS = "callers"
    CALLEES = "callees"
    READERS = "readers"
    WRITERS = "writers"
    SUBTYPES = "subtypes"
    IMPLEMENTORS = "implementors"
    IMPORTERS = "importers"


KINDS: dict[Relation, frozenset[EdgeKind]] = {
    Relation.CALLERS: frozenset((EdgeKind.CALLS, EdgeKind.ROUTES_TO)),
    Relation.CALLEES: frozenset((EdgeKind.CALLS,)),
    Relation.READERS: frozenset((EdgeKind.READS,)),
    Relation.WRITERS: frozenset((EdgeKind.WRITES,)),
    Relation.SUBTYPES: frozenset((EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)),
    Relation.IMPLEMENTORS: frozenset((EdgeKind.IMPLEMENTS, EdgeKind.INHERITS, EdgeKind.OVERRIDES)),
    Relation.IMPORTERS: frozenset((EdgeKind.IMPORTS,)),
}
_IMPACT = frozenset(
    (
        *(EdgeKind.CALLS, EdgeKind.READS, EdgeKind.WRITES, EdgeKind.INHERITS),
        *(EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES, EdgeKind.INJECTS, EdgeKind.ROUTES_TO),
    )
)


@dataclass(frozen=True, slots=True)
class EdgeHit:
    """One edge as an answer: the other end, the lines of the reference, and its freshness."""

    edge: Edge
    site: str
    other: SymbolKey
    scope: Scope
    anchor: Anchor
    stale_reasons: tuple[str, ...]
    tier: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reference that is not linked but ends in the name asked for."""

    path: str
    unresolved: Unresolved


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """Known edges, references that might also belong, and why there is nothing if so.

    `candidates_cut` were found and left out; `candidate_files_left` have more and were not read.
    """

    asked: Found
    relation: Relation
    hits: tuple[EdgeHit, ...]
    candidates: tuple[Candidate, ...]
    candidates_cut: int
    candidate_files_left: int
    why_empty: str


@dataclass(frozen=True, slots=True)
class ImpactHop:
    """One dependent, how far away it is, and the edge that carries the hop."""

    depth: int
    hit: EdgeHit


@dataclass(frozen=True, slots=True)
class ImpactAnswer:
    """Transitive dependents; `cut` counts those beyond the bounds."""

    asked: Found
    hops: tuple[ImpactHop, ...]
    cut: int


def look_up(
    claims: ClaimStore, check: FreshnessCheck, asked: Found, relation: Relation
) -> GraphAnswer:
    """Answer one relation of one symbol from stored links, each judged against source now."""
    kinds = KINDS[relation]
    if relation is Relation.CALLEES:
        sited = edges_from(claims, asked.key, kinds)
        hits = tuple(hit_of(claims, check, site, edge, edge.target) for site, edge in sited)
        candidates, files_left = unresolved_of(claims, asked), 0
    else:
        sited = edges_to(claims, _keys_meant(asked, relation), kinds)
        hits = tuple(hit_of(claims, check, site, edge, edge.source) for site, edge in sited)
        candidates, files_left = _unresolved_like(claims, asked, kinds)
    hits = _once(sorted(hits, key=lambda hit: (hit.site, hit.edge.lines, hit.other.qualname)))
    return GraphAnswer(
        asked,
        relation,
        hits,
        tuple(candidates[:_MOST_CANDIDATES]),
        max(0, len(candidates) - _MOST_CANDIDATES),
        files_left,
        "" if hits else _why_empty(asked, relation, candidates, check.languages),
    )


def _once(hits: Iterable[EdgeHit]) -> tuple[EdgeHit, ...]:
    """Calling a class is one reference, although it is linked to the class and its constructor."""
    by_reference: dict[tuple[object, ...], EdgeHit] = {}
    for hit in hits:
        reference = (hit.site, hit.edge.lines, hit.other, hit.edge.kind)
        if reference not in by_reference or not isinstance(hit.edge, SemanticEdge):
            by_reference[reference] = hit
    return tuple(by_reference.values())


def find_impact(
    claims: ClaimStore, check: FreshnessCheck, asked: Found, *, depth: int, limit: int
) -> ImpactAnswer:
    """Walk dependents breadth first, at most `depth` hops and `limit` symbols."""
    hops: list[ImpactHop] = []
    seen = set(_keys_meant(asked))
    queue = deque((key, 1) for key in sorted(seen, key=lambda key: key.qualname))
    cut = 0
    while queue:
        key, level = queue.popleft()
        for site, edge in edges_to(claims, (key,), _IMPACT):
            if edge.source in seen:
                continue
            seen.add(edge.source)
            if len(hops) >= limit or level > depth:
                cut += 1
                continue
            hops.append(ImpactHop(level, hit_of(claims, check, site, edge, edge.source)))
            queue.append((edge.source, level + 1))
    return ImpactAnswer(asked, tuple(hops), cut)


def count_edges(claims: ClaimStore, asked: Found) -> dict[str, int]:
    """How many edges of each relation a symbol has."""
    return {
        relation.value: len(
            edges_from(claims, asked.key, kinds)
            if relation is Relation.CALLEES
            else edges_to(claims, _keys_meant(asked, relation), kinds)
        )
        for relation, kinds in KINDS.items()
    }


def _keys_meant(asked: Found, relation: Relation | None = None) -> tuple[SymbolKey, ...]:
    """Calling a class calls its constructor, so both are meant; overriding it is not meant."""
    if asked.symbol.scope is Scope.CLASS and relation is not Relation.IMPLEMENTORS:
        init = SymbolKey(asked.entry.path, f"{asked.symbol.qualname}.__init__")
        return (asked.key, init)
    return (asked.key,)


def edges_to(
    claims: ClaimStore, keys: Iterable[SymbolKey], kinds: frozenset[EdgeKind]
) -> list[tuple[str, Edge]]:
    found: dict[tuple[str, Edge], None] = {}
    for key in sorted(frozenset(keys), key=lambda one: (one.path, one.qualname)):
        if key.path not in claims.manifest.files:
            continue
        name = f"{claims.number_of(key.path)}:{key.qualname}"
        sited = [
            (site, edge)
            for site in claims.paths_of(REVERSE, name)
            for edge in claims.edges_to(site, key)
            if edge.kind in kinds
        ]
        found.update(dict.fromkeys([*sited, *_also(claims.indexed.edges_to(key), kinds, sited)]))
    return sorted(found, key=lambda one: (one[0], one[1].lines))


def edges_from(
    claims: ClaimStore, key: SymbolKey, kinds: frozenset[EdgeKind]
) -> list[tuple[str, Edge]]:
    number = claims.number_of(key.path)
    sites = {key.path, *claims.paths_of(ELSEWHERE, f"{number}:{key.qualname}")}
    sited = [
        (site, edge)
        for site in sorted(sites)
        for edge in claims.links(site).edges
        if edge.kind in kinds and edge.source == key
    ]
    indexed = (edge for edge in claims.indexed.edges_from(key.path) if edge.source == key)
    return [*sited, *_also(indexed, kinds, sited)]


def _also(
    indexed: Iterable[SemanticEdge], kinds: frozenset[EdgeKind], observed: list[tuple[str, Edge]]
) -> Iterator[tuple[str, Edge]]:
    """What an imported index adds to observed edges: never one that is observed."""
    known = {(edge.kind, edge.source, edge.target) for _, edge in observed}
    for edge in indexed:
        if edge.kind in kinds and (edge.kind, edge.source, edge.target) not in known:
            yield edge.source.path, edge


def hit_of(
    claims: ClaimStore, check: FreshnessCheck, site: str, edge: Edge, other: SymbolKey
) -> EdgeHit:
    resting_on = {site, edge.source.path, edge.target.path, *(key.path for key in edge.via)}
    reasons = check.edge(edge, [claims.entry(path) for path in sorted(resting_on)])
    reasons = tuple(dict.fromkeys((*reasons, *check.site(claims, site))))
    line = edge.lines[0] if edge.lines else 1
    return EdgeHit(
        edge,
        site,
        other,
        _scope_of(claims, other),
        Anchor(site, line, line, other.qualname),
        reasons,
        _tier_of(claims, check, site, edge),
    )


def _tier_of(claims: ClaimStore, check: FreshnessCheck, site: str, edge: Edge) -> str:
    if isinstance(edge, SemanticEdge):
        return SEMANTIC_TIER
    known = claims.manifest.files.get(site)
    return check.languages.tier(known.language) if known else ""


def _scope_of(claims: ClaimStore, key: SymbolKey) -> Scope:
    entry = claims.entry(key.path)
    symbols = entry.find(key.qualname) if entry else ()
    return symbols[0].scope if symbols else Scope.FILE


def unresolved_of(claims: ClaimStore, asked: Found) -> list[Candidate]:
    """References inside the symbol that may lead somewhere in the repository."""
    return [
        Candidate(asked.entry.path, one)
        for one in claims.links(asked.entry.path).unresolved
        if one.source == asked.symbol.qualname
        and one.kind is EdgeKind.CALLS
        and one.reason not in _NEVER_HERE
    ]


def _unresolved_like(
    claims: ClaimStore, asked: Found, kinds: frozenset[EdgeKind]
) -> tuple[list[Candidate], int]:
    """References that end in the name, until there are enough; and how many files are left."""
    name = simple_name(asked.symbol.qualname)
    sites = claims.paths_of(CANDIDATES, name) if name else []
    found: list[Candidate] = []
    for read, site in enumerate(sites):
        if len(found) >= _MOST_CANDIDATES:
            return found, len(sites) - read
        found += [
            Candidate(site, one)
            for one in claims.unresolved(site)
            if one.kind in kinds
            and one.reason not in _NEVER_HERE
            and last_name(one.expression) == name
        ]
    return found, 0


def _why_empty(
    asked: Found, relation: Relation, candidates: list[Candidate], languages: Languages
) -> str:
    if asked.entry.degraded:
        return f"{asked.entry.path} was not understood: {asked.entry.degraded}"
    if asked.entry.language not in languages.linkers:
        return f"relations of {asked.entry.language} files are not derived, so this says nothing"
    if candidates:
        many = (
            "1 reference by that name is"
            if len(candidates) == 1
            else (f"{len(candidates)} references by that name are")
        )
        return f"no proven {relation.value}; at least {many} unresolved"
    return (
        f"no {relation.value} were found in what is warmed; "
        "dynamic references are not seen, so this proves nothing"
    )
