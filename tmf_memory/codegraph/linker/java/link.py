"""One Java file linked: its edges, what stays unresolved, and what both rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.java.calls import CALLS
from tmf_memory.codegraph.linker.java.declared import Row
from tmf_memory.codegraph.linker.java.evaluator import Evaluator, Item, Unit, frame_of
from tmf_memory.codegraph.linker.java.hierarchy import Hierarchy
from tmf_memory.codegraph.linker.java.jtypes import Cls, Type
from tmf_memory.codegraph.linker.java.members import Members
from tmf_memory.codegraph.linker.java.memo import MISSING, Dependency, Memo
from tmf_memory.codegraph.linker.java.names import Place
from tmf_memory.codegraph.linker.java.rendering import shown
from tmf_memory.codegraph.linker.java.scope import Scope
from tmf_memory.codegraph.linker.java.tree import TypeTree
from tmf_memory.codegraph.linker.java.values import VALUES, note_uses
from tmf_memory.codegraph.model import Edge, EdgeKind, SymbolKey, Unresolved, UnresolvedReason

EdgeId = tuple[EdgeKind, str, SymbolKey]


class _Evaluator(Evaluator):
    """The evaluator with everything it can evaluate."""

    handlers: Mapping[str, Callable[[Evaluator, Item, Scope], Type | None]] = {**VALUES, **CALLS}


class FileLinker:
    """Links one file and is the sink of its evaluator."""

    def __init__(
        self, members: Members, tree: TypeTree, memo: Memo, path: str, body: object
    ) -> None:
        self._members = members
        self._tree = tree
        self._memo = memo
        self._path = path
        self._body = cast("Mapping[str, object]", body)
        self._edges: dict[EdgeId, tuple[set[int], dict[SymbolKey, None]]] = {}
        self._unresolved: dict[Unresolved, None] = {}
        self._touched: list[SymbolKey] = []
        self._evaluator = _Evaluator(members, self, path)

    def link(self) -> LinkedFile:
        self._memo.dependencies = set()
        inner = cast("Mapping[str, Row]", self._body["types"])
        self._members.names.add_inner(self._path, inner)
        for unit in cast("list[Unit]", self._body["units"]):
            self.run_unit(unit, None)
        lines = cast("Mapping[str, int]", self._body["lines"])
        hierarchy = Hierarchy(self._members, self.refer)
        for qualname in (*self._tree.rows(self._path), *inner):
            hierarchy.link((self._path, qualname), lines)
        self._link_imports()
        self._link_routes()
        self._link_injections()
        return self._linked()

    def refer(
        self,
        kind: EdgeKind,
        source: str,
        target: SymbolKey,
        line: int,
        via: tuple[SymbolKey, ...] = (),
    ) -> None:
        lines, rests_on = self._edges.setdefault((kind, source, target), (set(), {}))
        lines.add(line)
        rests_on.update(dict.fromkeys(one for one in via if one not in {target}))
        self._touched.append(target)

    def miss(self, source: str, item: Item, line: int, reason: UnresolvedReason) -> None:
        self._unresolved[Unresolved(EdgeKind.CALLS, source, shown(item), line, reason)] = None

    def mark(self) -> int:
        return len(self._touched)

    def since(self, mark: int) -> tuple[SymbolKey, ...]:
        """What was referred to in other files since the mark."""
        return tuple(one for one in self._touched[mark:] if one.path != self._path)

    def run_unit(self, unit: Unit, around: Scope | None) -> None:
        """One member, or the own code of a type."""
        owner = cast("str", unit[1])
        this = self._members.names.itself((self._path, owner))
        scope = Scope(frame_of(self._path, unit, this), around)
        note_uses(self._evaluator, unit[5], scope)
        for name, text in cast("list[tuple[str, str]]", unit[2]):
            scope.declare(name, self._evaluator.resolve(text, scope))
        self._evaluator.evaluate_all(unit[6], scope)

    def _link_imports(self) -> None:
        scope = self._tree.scope(self._path)
        lines = cast("Mapping[str, int]", self._body["imports"])
        place = Place(self._path, "")
        names = {full: full for full in scope.imports.values()}
        for owners in scope.static.values():
            names.update({owner: owner for owner in owners})
        names.update({wildcard: wildcard for wildcard in scope.static_wildcards})
        for full in names:
            found = self._members.names.full(full, place)
            if found is not None and found.path:
                line = next((at for name, at in lines.items() if name.startswith(full)), 1)
                key = SymbolKey(found.path, found.name)
                self.refer(EdgeKind.IMPORTS, "", key, lines.get(full, line))

    def _link_routes(self) -> None:
        for route, handler, line in cast("list[tuple[str, str, int]]", self._body["routes"]):
            self.refer(EdgeKind.ROUTES_TO, route, SymbolKey(self._path, handler), line)
        rows = cast("list[tuple[str, str, int]]", self._body["unresolved_routes"])
        for handler, text, line in rows:
            short = text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"
            reason = UnresolvedReason.DYNAMIC
            self._unresolved[Unresolved(EdgeKind.ROUTES_TO, handler, short, line, reason)] = None

    def _link_injections(self) -> None:
        for owner, text, line in cast("list[tuple[str, str, int]]", self._body["injected"]):
            found = self._members.names.resolve(text, Place(self._path, owner))
            if isinstance(found, Cls) and not found.path and found.args:
                found = found.args[-1]  # `List<Bean>`, `Provider<Bean>`, `Map<String, Bean>`
            if isinstance(found, Cls) and found.path and not found.is_external:
                self.refer(EdgeKind.INJECTS, owner, SymbolKey(found.path, found.name), line)

    def _linked(self) -> LinkedFile:
        consulted, missing = _split(self._memo.dependencies, self._path)
        edges = tuple(
            Edge(kind, SymbolKey(self._path, source), target, tuple(sorted(lines)), tuple(via))
            for (kind, source, target), (lines, via) in self._edges.items()
        )
        return LinkedFile(edges, tuple(self._unresolved), consulted, missing)


_MAX_SHOWN = 80


def _split(
    dependencies: set[Dependency], own: str
) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    consulted: dict[str, set[str]] = {}
    missing = set()
    for path, name in dependencies:
        if path == MISSING:
            missing.add(name)
        elif path != own:
            consulted.setdefault(path, set()).add(name)
    return {path: frozenset(names) for path, names in consulted.items()}, frozenset(missing)
