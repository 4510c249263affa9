"""A strictly bounded piece of the graph around one symbol, with what stopped it at every edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.graph import (
    KINDS,
    Candidate,
    EdgeHit,
    Relation,
    edges_from,
    edges_to,
    hit_of,
    unresolved_of,
)
from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.model import SemanticEdge, SymbolKey

MOST_NODES = 64
MOST_EDGES = 128
MOST_HOPS = 4


class StopReason(str, Enum):
    """Why a fragment ends where it does."""

    COMPLETE = "nothing more is linked"
    HOPS = "hop limit reached"
    NODES = "node limit reached"
    EDGES = "edge limit reached"


class Shape(str, Enum):
    """How the walk goes on from one node."""

    SINGLE = "single"
    BRANCHING = "branching"
    UNRESOLVED = "unresolved"
    END = "end"


@dataclass(frozen=True, slots=True)
class FragmentHop:
    """One verified hop: how far from the entry it starts, under which relation, and the edge."""

    depth: int
    relation: Relation
    hit: EdgeHit


@dataclass(slots=True)
class Fragment:
    """Nodes in the order they were reached; every hop is fresh, stale ones are set apart."""

    entry: Found
    nodes: list[SymbolKey] = field(default_factory=list)
    hops: list[FragmentHop] = field(default_factory=list)
    stale: list[FragmentHop] = field(default_factory=list)
    boundaries: list[Candidate] = field(default_factory=list)
    shapes: dict[SymbolKey, tuple[Shape, int]] = field(default_factory=dict)
    stop: StopReason = StopReason.COMPLETE


@dataclass(frozen=True, slots=True)
class Bounds:
    """At most this much; larger wishes are cut to the fixed limits."""

    hops: int = 2
    nodes: int = MOST_NODES
    edges: int = MOST_EDGES

    def clipped(self) -> Bounds:
        return Bounds(
            max(0, min(self.hops, MOST_HOPS)),
            max(1, min(self.nodes, MOST_NODES)),
            max(0, min(self.edges, MOST_EDGES)),
        )


def find_fragment(
    claims: ClaimStore,
    check: FreshnessCheck,
    entry: Found,
    *,
    relations: Sequence[Relation],
    bounds: Bounds,
) -> Fragment:
    """Walk `relations` from `entry`, nearest first; a stale edge is reported and not followed."""
    walk = _Walk(claims, check, Fragment(entry, [entry.key]), bounds.clipped())
    frontier = [entry.key]
    for depth in range(walk.bounds.hops):
        frontier = walk.step(frontier, depth, relations)
        if not frontier or walk.fragment.stop is not StopReason.COMPLETE:
            break
    else:
        walk.note_what_lies_beyond(frontier, relations)
    walk.find_boundaries()
    return walk.fragment


@dataclass(slots=True)
class _Walk:
    claims: ClaimStore
    check: FreshnessCheck
    fragment: Fragment
    bounds: Bounds

    def step(
        self, frontier: list[SymbolKey], depth: int, relations: Sequence[Relation]
    ) -> list[SymbolKey]:
        reached: list[SymbolKey] = []
        for key in frontier:
            hops = self._hops(key, depth, relations)
            followed = [hop for hop in hops if self._take(hop, reached)]
            self.fragment.shapes[key] = (_shape(len(followed), bool(hops)), len(followed))
            if self.fragment.stop is not StopReason.COMPLETE:
                break
        return reached

    def note_what_lies_beyond(
        self, frontier: list[SymbolKey], relations: Sequence[Relation]
    ) -> None:
        """The last nodes were not walked: say so when there was more."""
        for key in frontier:
            if any(
                hop.hit.other not in self.fragment.nodes for hop in self._hops(key, 0, relations)
            ):
                self.fragment.stop = StopReason.HOPS
                return

    def find_boundaries(self) -> None:
        for key in self.fragment.nodes:
            entry = self.claims.entry(key.path)
            symbols = entry.find(key.qualname) if entry else ()
            if entry and symbols:
                unresolved = unresolved_of(self.claims, Found(entry, symbols[0]))
                self.fragment.boundaries.extend(unresolved[: MOST_EDGES // 8])
        del self.fragment.boundaries[MOST_EDGES:]

    def _take(self, hop: FragmentHop, reached: list[SymbolKey]) -> bool:
        fragment = self.fragment
        if hop.hit.stale_reasons:
            fragment.stale.append(hop)
            return False
        if len(fragment.hops) >= self.bounds.edges:
            fragment.stop = StopReason.EDGES
            return False
        if hop.hit.other not in fragment.nodes:
            if len(fragment.nodes) >= self.bounds.nodes:
                fragment.stop = StopReason.NODES
                return False
            fragment.nodes.append(hop.hit.other)
            reached.append(hop.hit.other)
        fragment.hops.append(hop)
        return True

    def _hops(self, key: SymbolKey, depth: int, relations: Sequence[Relation]) -> list[FragmentHop]:
        if key.path not in self.claims.manifest.files:
            return []
        hops = []
        for relation in relations:
            if relation is Relation.CALLEES:
                found = edges_from(self.claims, key, KINDS[relation])
                ends = [(site, edge, edge.target) for site, edge in found]
            else:
                found = edges_to(self.claims, (key,), KINDS[relation])
                ends = [(site, edge, edge.source) for site, edge in found]
            for site, edge, other in ends:
                if isinstance(edge, SemanticEdge):
                    continue  # what only an imported index says is no verified hop
                hit = hit_of(self.claims, self.check, site, edge, other)
                hops.append(FragmentHop(depth, relation, hit))
        return hops


def _shape(followed: int, any_hops: bool) -> Shape:
    if followed == 1:
        return Shape.SINGLE
    if followed:
        return Shape.BRANCHING
    return Shape.UNRESOLVED if any_hops else Shape.END
