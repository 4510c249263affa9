"""Relations of code memory from Python: `tmf_memory.reverse_callers(repo, name)` and its siblings.

Each call reads through like the command of the same name: what changed in the tree is derived
first. `name` is a claim id, an id prefix, a qualname, or `path:qualname`. What goes wrong raises a
`tmf_memory.kernel.errors.TmfError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.claim_id import claim_id, edge_id
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import Candidate, EdgeHit, Relation, look_up
from tmf_memory.codegraph.limits import limits_of
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Anchor, EdgeKind, Gap, UnresolvedReason
from tmf_memory.codegraph.reading import read_through
from tmf_memory.codegraph.warm import WarmOptions
from tmf_memory.kernel.trust import UntrustedText
from tmf_memory.workspace import open_workspace


@dataclass(frozen=True, slots=True)
class Related:
    """The other end of one edge, and the lines of the reference (none while it is stale)."""

    claim_id: str
    path: str
    qualname: str
    edge_id: str
    edge_kind: EdgeKind
    anchors: tuple[Anchor, ...]
    stale_reasons: tuple[str, ...]
    tier: str

    @property
    def fresh(self) -> bool:
        return not self.stale_reasons


@dataclass(frozen=True, slots=True)
class UnresolvedReference:
    """A reference that is not linked and may belong: where it stands, and why it is not."""

    path: str
    line: int
    qualname: str
    expression: UntrustedText
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Relations:
    """What is known of one relation of one symbol; it is never proof that there is no more."""

    claim_id: str
    path: str
    qualname: str
    relation: Relation
    related: tuple[Related, ...]
    unresolved: tuple[UnresolvedReference, ...]
    unresolved_not_shown: int
    unresolved_files_not_read: int
    why_empty: str
    gaps: tuple[Gap, ...]

    coverage = "partial"


def reverse_callers(repo: str | Path, name: str) -> Relations:
    """What calls a function, method or class."""
    return _look_up(repo, name, Relation.CALLERS)


def reverse_readers(repo: str | Path, name: str) -> Relations:
    """What reads a declaration."""
    return _look_up(repo, name, Relation.READERS)


def reverse_writers(repo: str | Path, name: str) -> Relations:
    """What writes a declaration."""
    return _look_up(repo, name, Relation.WRITERS)


def reverse_subtypes(repo: str | Path, name: str) -> Relations:
    """Which classes directly extend or implement a class."""
    return _look_up(repo, name, Relation.SUBTYPES)


def reverse_implementors(repo: str | Path, name: str) -> Relations:
    """Which classes implement an interface."""
    return _look_up(repo, name, Relation.IMPLEMENTORS)


def reverse_importers(repo: str | Path, name: str) -> Relations:
    """Which modules import a module or a name."""
    return _look_up(repo, name, Relation.IMPORTERS)


def callees(repo: str | Path, name: str) -> Relations:
    """What a function, method or module calls."""
    return _look_up(repo, name, Relation.CALLEES)


def _look_up(repo: str | Path, name: str, relation: Relation) -> Relations:
    memory = open_workspace(Path(repo)).code
    return read_through(memory, WarmOptions(), lambda memory: _answer(memory, name, relation))


def _answer(memory: CodeMemory, name: str, relation: Relation) -> Relations:
    asked = find_one(memory.claims, name)
    answer = look_up(memory.claims, check_of(memory), asked, relation)
    return Relations(
        asked.id,
        asked.entry.path,
        asked.symbol.qualname,
        relation,
        tuple(_related(hit) for hit in answer.hits),
        tuple(_unresolved(one) for one in answer.candidates),
        answer.candidates_cut,
        answer.candidate_files_left,
        answer.why_empty,
        limits_of(memory),
    )


def _related(hit: EdgeHit) -> Related:
    edge, other = hit.edge, hit.other
    lines = () if hit.stale_reasons else edge.lines
    return Related(
        claim_id(hit.scope, other.path, other.qualname),
        other.path,
        other.qualname,
        edge_id(edge.kind, edge.source, edge.target),
        edge.kind,
        tuple(Anchor(hit.site, line, line, edge.source.qualname) for line in lines),
        hit.stale_reasons,
        hit.tier,
    )


def _unresolved(candidate: Candidate) -> UnresolvedReference:
    one = candidate.unresolved
    expression = UntrustedText(one.expression)
    return UnresolvedReference(candidate.path, one.line, one.source, expression, one.reason)
