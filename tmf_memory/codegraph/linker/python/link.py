"""One file's references to edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.flow import Flow
from tmf_memory.codegraph.linker.python.frames import CLASS, FUNCTION, Frame, keys_of
from tmf_memory.codegraph.linker.python.hierarchy import ClassInfo
from tmf_memory.codegraph.linker.python.memo import RestsOn, Site, gathered
from tmf_memory.codegraph.linker.python.resolution import Resolution, Resolver, written
from tmf_memory.codegraph.linker.python.routes import reached_by
from tmf_memory.codegraph.linker.python.targets import Target, implicit_targets, reason_of
from tmf_memory.codegraph.linker.python.values import Class, Foreign, Function, Module, Value
from tmf_memory.codegraph.model import Edge, EdgeKind, SymbolKey, Unresolved, UnresolvedReason

MAX_VIA = 8
_CALLS, _READS, _WRITES = EdgeKind.CALLS, EdgeKind.READS, EdgeKind.WRITES
_ROUTES_TO = EdgeKind.ROUTES_TO
Lines = list[int]
Found = dict[Target, tuple[Lines, RestsOn]]


class FileLinker:
    """Links one file; one instance lives for one file."""

    def __init__(self, evaluator: Evaluator, path: str, body: Any) -> None:
        self._evaluator = evaluator
        self._resolver = Resolver(evaluator)
        self._flow = Flow(evaluator)
        self._path = path
        self._scopes, self._imports, self._handlers = body
        self._found: dict[tuple[EdgeKind, Target], Found] = {}
        self._unresolved: dict[tuple[EdgeKind, str, str, UnresolvedReason], int] = {}
        self._vias: dict[int, list[Any]] = {}

    def link(self) -> LinkedFile:
        frames: list[Frame] = []
        for scope in self._scopes:
            frames.append(self._frame(scope, frames))
        for index, frame in enumerate(frames):
            self._scope(index, frame)
        for one in self._imports:
            self._import(one)
        self._routes(frames)
        for frame in frames:
            frame.memo.clear()  # its values know the frame: nothing else would ever free them
        self._resolver.rests_on.append(self._evaluator.changed_by(self._path)[1])
        return self._linked()

    def _frame(self, scope: Any, frames: list[Frame]) -> Frame:
        kind, qualname, parent, binds, parameters = scope[:5]
        outer = None if parent is None else frames[parent]
        frame = Frame(self._path, qualname, FUNCTION if kind == "l" else kind, binds, outer)
        frame.parameters = parameters
        frame.is_own = True  # a file is linked again when it changes itself
        return frame

    def _source(self, index: int) -> Target:
        scope = self._scopes[index]
        while scope[0] == "l":  # a lambda's calls are those of the function it is written in
            scope = self._scopes[scope[2]]
        return (self._path, scope[1])

    # --- edges found so far

    def _edges(self, kind: EdgeKind, source: Target) -> Found:
        key = (kind, source)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = {}
        return found

    def _add(self, kind: EdgeKind, source: Target, targets: Iterable[Target], line: int) -> None:
        """Add edges that rest on what the evaluator has just consulted."""
        rests_on = self._evaluator.dependencies
        self._resolver.rests_on.append(rests_on)
        edges = self._edges(kind, source)
        for target in targets:
            _note(edges, target, line, rests_on)

    # --- scopes

    def _scope(self, index: int, frame: Frame) -> None:
        calls, lines, iterated, reads, writes, line = self._scopes[index][5:]
        source = self._source(index)
        resolver = self._resolver
        resolver.enter(frame)
        if calls:
            edges = self._edges(_CALLS, source)
            for call, at in zip(calls, lines, strict=True):
                callee = call[1]
                if callee.__class__ is str:
                    found = resolver.reference(callee, frame)
                else:
                    found = resolver.value(callee, frame)
                self._call(call, at, found, edges, source)
                if found.flows:
                    self._follow(found, call, frame, at)
        for tag, iterable, at in iterated:
            self._implicit(tag, iterable, at, source, frame)
        for key, where in reads.items():
            found = resolver.reference(key, frame)
            if found.site is not None or found.passed:
                self._read(_READS, found, where, source)
        for key, at in writes:
            self._write(key, at, source, frame)
        if frame.kind == CLASS:
            self._class(frame, line)

    def _call(self, call: Any, line: int, found: Resolution, edges: Found, source: Target) -> None:
        if found.targets:
            for target in found.targets:
                _note(edges, target, line, found.rests_on)
        else:
            self._unresolved.setdefault((_CALLS, source[1], *found.unresolved), line)
        if found.passed:
            reads = self._edges(_READS, source)
            for site in found.passed:
                _note(reads, site, line, found.rests_on)

    def _follow(self, found: Resolution, call: Any, frame: Frame, line: int) -> None:
        self._evaluator.dependencies = [found.rests_on]
        self._evaluator.restart()
        for source, target in self._flow.edges(found.value, call, frame):
            self._add(_CALLS, source, (target,), line)

    def _implicit(self, tag: str, iterable: Any, line: int, source: Target, frame: Frame) -> None:
        if iterable is None:
            return
        evaluator = self._evaluator
        if iterable.__class__ is str:
            found = self._resolver.reference(iterable, frame)
        else:
            found = self._resolver.value(iterable, frame)
        evaluator.dependencies = [found.rests_on]
        targets = implicit_targets(evaluator, tag, found.value)
        if targets:
            self._add(_CALLS, source, targets, line)

    def _read(self, kind: EdgeKind, found: Resolution, lines: Lines, source: Target) -> None:
        edges = self._edges(_READS, source)
        for line in lines:
            for site in found.passed:
                _note(edges, site, line, found.rests_on)
        if found.site is not None and found.site != source:
            last = self._edges(kind, source)
            for line in lines:
                _note(last, found.site, line, found.rests_on)

    def _write(self, key: str, line: int, source: Target, frame: Frame) -> None:
        found = self._resolver.reference(key, frame)
        if found.site is not None or found.passed:
            self._read(_WRITES, found, [line], source)

    # --- classes and imports

    def _class(self, frame: Frame, line: int) -> None:
        evaluator = self._evaluator
        own = evaluator.class_of(self._path, frame.qualname)
        source = (self._path, frame.qualname)
        evaluator.dependencies = []
        evaluator.restart()
        bases = list(
            zip(evaluator.class_entry(own).get("b", ()), evaluator.bases(own), strict=True)
        )
        order = evaluator.info(own).line
        for expression, base in bases:
            if isinstance(base, Class):
                self._add(EdgeKind.INHERITS, source, [(base.path, base.qualname)], line)
            elif not isinstance(base, Foreign):
                missed = (EdgeKind.INHERITS, source[1], written(expression), reason_of(base))
                self._unresolved.setdefault(missed, line)
        self._resolver.rests_on.append(evaluator.dependencies)
        rest = [one for one in order[1:] if isinstance(one, ClassInfo)]
        if rest:
            self._overrides(frame, rest)

    def _overrides(self, frame: Frame, rest: list[ClassInfo]) -> None:
        evaluator = self._evaluator
        lines = {scope[1]: scope[-1] for scope in self._scopes if scope[0] == FUNCTION}
        for name, binding in frame.binds.items():
            if binding[0] != "f" or "~" in name:
                continue
            rests_on: RestsOn = []
            self._resolver.rests_on.append(rests_on)
            for base in rest:
                if name not in base.binds:
                    rests_on.append((base.of.path, f".{name}"))
                    continue
                rests_on.append((base.of.path, f"{base.of.qualname}.{name}"))
                first = base.binds[keys_of(base.binds, name)[0]]
                if first[0] == "f":
                    evaluator.dependencies = rests_on
                    source, target = (self._path, binding[1]), (base.of.path, first[1])
                    self._add(EdgeKind.OVERRIDES, source, [target], lines[binding[1]])
                break

    def _import(self, one: Any) -> None:
        index, line, module = one[:3]
        evaluator = self._evaluator
        evaluator.dependencies = []
        evaluator.restart()
        if len(one) == 3:
            value = evaluator.module(module, self._path)
        else:
            value = evaluator.source_module(module, self._path)
        targets = _module_target(value)
        if len(one) > 3 and one[3] != "*" and isinstance(value, Module):
            inner = evaluator.imported(module, one[3], self._path)
            site = evaluator.site
            targets += _module_target(inner)
            if site is not None and self._is_symbol(site, inner):
                targets.append(site)
        self._add(EdgeKind.IMPORTS, self._source(index), targets, line)

    def _is_symbol(self, site: Site, value: Value) -> bool:
        if isinstance(value, Function | Class) and (value.path, value.qualname) == site:
            return True
        view = self._evaluator.views.get(site[0])
        return view is not None and site[1] in view.declared

    # --- routes

    def _routes(self, frames: list[Frame]) -> None:
        views: dict[tuple[str, int], list[tuple[int, Any]]] = {}
        for route, line, index, view in self._handlers:
            views.setdefault((route, line), []).append((index, view))
        for (route, line), found in views.items():
            if len(found) == 1:
                self._route((self._path, route), line, *found[0], frames)
            else:
                missed = (_ROUTES_TO, route, written(found[0][1]), UnresolvedReason.AMBIGUOUS)
                self._unresolved.setdefault(missed, line)

    def _route(self, source: Target, line: int, index: int, view: Any, frames: list[Frame]) -> None:
        if index < 0:
            _note(self._edges(_ROUTES_TO, source), (self._path, view), line, [])
            return
        self._resolver.enter(frames[index])
        targets, rests_on, missed = reached_by(view, frames[index], self._resolver, self._evaluator)
        self._evaluator.dependencies = rests_on
        self._add(_ROUTES_TO, source, targets, line)
        if not targets:
            self._unresolved.setdefault((_ROUTES_TO, source[1], *missed), line)

    # --- the outcome

    def _linked(self) -> LinkedFile:
        consulted: dict[str, set[str]] = {}
        modules: set[str] = set()
        for one in gathered(self._resolver.rests_on):
            if one.__class__ is str:
                modules.add(one)
            elif one[0] != self._path:
                consulted.setdefault(one[0], set()).add(one[1])
        edges = [
            Edge(
                kind,
                self._key(source),
                self._key(target),
                (lines[0],) if len(lines) == 1 else tuple(sorted(lines)),
                self._via(rests_on, target),
            )
            for (kind, source), found in self._found.items()
            for target, (lines, rests_on) in found.items()
        ]
        unresolved = tuple(
            Unresolved(kind, source, expression, line, reason)
            for (kind, source, expression, reason), line in self._unresolved.items()
        )
        known = {path: frozenset(names) for path, names in consulted.items()}
        return LinkedFile(tuple(edges), unresolved, known, frozenset(modules))

    def _key(self, one: Target) -> SymbolKey:
        keys = self._evaluator.symbol_keys
        found = keys.get(one)
        if found is None:
            found = keys[one] = SymbolKey(*one)
        return found

    def _via(self, rests_on: RestsOn, target: Target) -> tuple[SymbolKey, ...]:
        """Return what decides in other files, besides the target and the classes it is in."""
        if target[0] == self._path:
            return ()
        found = self._vias.get(id(rests_on))
        if found is None:
            own = self._path
            found = self._vias[id(rests_on)] = sorted(
                {
                    one
                    for one in gathered(rests_on)
                    if one.__class__ is tuple and one[0] != own and one[1][:1] not in _NO_SYMBOL
                }
            )[:MAX_VIA]
        if not found:
            return ()
        inside = f"{target[1]}."
        return tuple(
            [
                self._key(one)
                for one in found
                if one[0] != target[0] or not inside.startswith(f"{one[1]}.")
            ]
        )


_NO_SYMBOL = ("", ".")


def _note(edges: Found, target: Target, line: int, rests_on: RestsOn) -> None:
    known = edges.get(target)
    if known is None:
        edges[target] = ([line], rests_on)
        return
    if line not in known[0]:
        known[0].append(line)


def _module_target(value: Value) -> list[Target]:
    is_file = isinstance(value, Module) and not value.path.endswith("/")
    return [(value.path, "")] if is_file else []  # type: ignore[union-attr]
