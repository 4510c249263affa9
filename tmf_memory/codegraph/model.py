"""The values of code memory: symbols, edges, claims and what ties them to source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.worktree.model import Gap

__all__ = [
    "Anchor",
    "Binding",
    "ClaimKind",
    "Edge",
    "EdgeKind",
    "Evidence",
    "Gap",
    "Json",
    "Scope",
    "SemanticEdge",
    "Symbol",
    "SymbolKey",
    "Unresolved",
    "UnresolvedReason",
]


class Scope(str, Enum):
    """What a claim is about."""

    FILE = "file"
    FUNCTION = "function"
    CLASS = "class"
    DECLARATION = "declaration"
    CONFIG = "config"
    ROUTE = "route"
    TABLE = "table"
    VIEW = "view"
    EDGE = "edge"


class ClaimKind(str, Enum):
    """Which sort of statement a claim makes."""

    STRUCTURE = "structure"
    EDGE = "edge"
    CONTRACT = "contract"
    CONFIG = "config"
    ROUTE = "route"
    SCHEMA = "schema"
    INTENT = "intent"


class EdgeKind(str, Enum):
    """How one symbol depends on another."""

    CALLS = "calls"
    READS = "reads"
    WRITES = "writes"
    INHERITS = "inherits"
    IMPLEMENTS = "implements"
    OVERRIDES = "overrides"
    IMPORTS = "imports"
    INJECTS = "injects"
    ROUTES_TO = "routes_to"


class Evidence(str, Enum):
    """How well a claim is supported."""

    OBSERVED = "observed"
    INFERRED = "inferred"
    ATTRIBUTED = "attributed"
    VERIFIED = "verified"


class UnresolvedReason(str, Enum):
    """Why a reference is not linked: the closed set."""

    BUILTIN = "builtin"
    EXTERNAL = "external module"
    DYNAMIC = "dynamic expression"
    UNKNOWN_RECEIVER = "receiver of unknown type"
    UNKNOWN_NAME = "name not bound in any visible scope"
    UNKNOWN_ATTRIBUTE = "attribute not found on the resolved object"
    AMBIGUOUS = "more than one possible target"
    REBOUND = "name bound more than once"
    PARAMETER = "value comes in as a parameter"
    STAR_IMPORT = "star import without a literal __all__"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One named thing in a file, as an extractor saw it.

    `qualname` is unique per scope within its file: a second definition of the same name is
    `name#2`, so that `if/else` twins keep distinct identities. `node_hash` is a hash of the token
    stream. `detail` is a small JSON object of observed facts whose keys depend on `scope`
    (function: `signature`, `decorators`; config: `value`; route: `method`, `path`, `handler` …).
    Lines are 1-based and inclusive.
    """

    scope: Scope
    qualname: str
    line_start: int
    line_end: int
    node_hash: str
    detail: Mapping[str, Json] = field(default_factory=dict)


class SymbolKey(NamedTuple):
    """Where a symbol lives: the identity that edges point at. A module is `qualname == ""`."""

    path: str
    qualname: str


@dataclass(frozen=True, slots=True)
class Edge:
    """One resolved relation; `lines` are the reference lines in `site_path`.

    `source` is the innermost enclosing function, class body or module of the reference.
    `site_path` is the file whose text causes the edge (usually `source.path`). `via` names what
    resolved it besides the end points: imports, assignments, class hierarchy, exporting modules.
    """

    kind: EdgeKind
    source: SymbolKey
    target: SymbolKey
    lines: tuple[int, ...]
    via: tuple[SymbolKey, ...] = ()


@dataclass(frozen=True, slots=True)
class SemanticEdge(Edge):
    """An edge that an imported index claims: another tool resolved it, and we do not know how."""


class Unresolved(NamedTuple):
    """One reference that is not linked: the expression as written (shortened), where, and why."""

    kind: EdgeKind
    source: str
    expression: str
    line: int
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the working tree as it is now."""

    path: str
    line_start: int
    line_end: int
    qualname: str


@dataclass(frozen=True, slots=True)
class Binding:
    """A claim's tie to one file (`node_hash` empty) or one node of it."""

    path: str
    qualname: str
    file_blob: str
    node_hash: str
    commit: str = ""
