"""The product's own call edges of a source tree, taken from a warmed memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Edge, EdgeKind, Scope, SymbolKey
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree


@dataclass(frozen=True, slots=True)
class OwnCalls:
    """Every call edge of a tree, and which of the symbols are functions or classes."""

    edges: tuple[Edge, ...]
    functions: frozenset[SymbolKey]
    classes: frozenset[SymbolKey]


def own_calls(root: Path) -> OwnCalls:
    """Warm `root` as the product does, with a store in memory, and read the stored edges."""
    memory = CodeMemory(Worktree(root), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1, explicit=True))
    claims = memory.claims
    edges: list[Edge] = []
    of_scope: dict[Scope, set[SymbolKey]] = {Scope.FUNCTION: set(), Scope.CLASS: set()}
    for path, row in claims.manifest.files.items():
        entry = claims.entry(path)
        if row.language != "python" or entry is None:
            continue
        edges += (edge for edge in claims.links(path).edges if edge.kind is EdgeKind.CALLS)
        for symbol in entry.symbols:
            if symbol.scope in of_scope:
                of_scope[symbol.scope].add(SymbolKey(path, symbol.qualname))
    return OwnCalls(
        tuple(edges), frozenset(of_scope[Scope.FUNCTION]), frozenset(of_scope[Scope.CLASS])
    )
