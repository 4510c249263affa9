"""One file's references to edges."""

from __future__ import annotations

import re
from typing import Any

from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.flow import Flow
from tmf_memory.codegraph.linker.python.frames import CLASS, FUNCTION, MODULE, Frame, keys_of
from tmf_memory.codegraph.linker.python.memo import Dependency, Site
from tmf_memory.codegraph.linker.python.targets import (
    Target,
    implicit_targets,
    reason_of,
    targets_of,
)
from tmf_memory.codegraph.linker.python.values import Class, Foreign, Function, Module, Value
from tmf_memory.codegraph.model import Edge, EdgeKind, SymbolKey, Unresolved, UnresolvedReason

MAX_VIA = 8
MAX_EXPRESSION_CHARS = 80
_VERSION = re.compile(r"[\^:&]?([^.~]+)~\d+")


class FileLinker:
    """Links one file; one instance lives for one file."""

    def __init__(self, evaluator: Evaluator, path: str, body: Any) -> None:
        self._evaluator = evaluator
        self._flow = Flow(evaluator)
        self._path = path
        self._body = body
        self._frames: list[Frame] = []
        self._edges: dict[tuple[EdgeKind, Target, Target], tuple[set[int], set[Dependency]]] = {}
        self._unresolved: dict[tuple[str, str, UnresolvedReason], int] = {}
        self._dependencies: set[Dependency] = set()

    def link(self) -> LinkedFile:
        scopes, imports = self._body
        for scope in scopes:
            self._frames.append(self._frame(scope))
        for scope, frame in zip(scopes, self._frames, strict=True):
            self._scope(scope, frame)
        for one in imports:
            self._import(one)
        return self._linked()

    def _frame(self, scope: Any) -> Frame:
        kind, qualname, parent, binds, parameters = scope[:5]
        outer = None if parent is None else self._frames[parent]
        frame = Frame(self._path, qualname, FUNCTION if kind == "l" else kind, binds, outer)
        frame.parameters = parameters
        return frame

    def _source(self, index: int) -> Target:
        scope = self._body[0][index]
        while scope[0] == "l":
            scope = self._body[0][scope[2]]
        return (self._path, scope[1])

    # --- questions

    def _ask(self, expression: Any, frame: Frame) -> Value:
        self._evaluator.dependencies = set()
        return self._evaluator.ask(expression, frame)

    def _rests_on(self) -> set[Dependency]:
        found = self._evaluator.dependencies
        self._dependencies |= found
        return found

    def _add(self, kind: EdgeKind, source: Target, target: Target, line: int) -> None:
        key = (kind, source, target)
        edge = self._edges.get(key)
        if edge is None:
            edge = self._edges[key] = (set(), set())
        edge[0].add(line)
        edge[1].update(self._evaluator.dependencies)

    # --- scopes

    def _scope(self, scope: Any, frame: Frame) -> None:
        index = self._frames.index(frame)
        source = self._source(index)
        _, _, _, _, _, calls, lines, iterated, reads, writes, line = scope
        for call, at in zip(calls, lines, strict=True):
            self._call(call, at, source, frame)
        for one in iterated:
            value = self._ask(one[1], frame)
            for target in implicit_targets(self._evaluator, one[0], value):
                self._add(EdgeKind.CALLS, source, target, one[2])
            self._rests_on()
        for key, where in reads.items():
            self._read(EdgeKind.READS, key, where, source, frame)
        for key, at in writes:
            self._read(EdgeKind.WRITES, key, [at], source, frame)
        if scope[0] == CLASS:
            self._class(frame, line)

    def _call(self, call: Any, line: int, source: Target, frame: Frame) -> None:
        value = self._ask(call[1], frame)
        targets = targets_of(self._evaluator, value)
        for target in targets:
            self._add(EdgeKind.CALLS, source, target, line)
        if targets:
            for inner, target in self._flow.edges(value, call, frame):
                self._add(EdgeKind.CALLS, inner, target, line)
        else:
            key = (source[1], written(call[1]), reason_of(value))
            self._unresolved.setdefault(key, line)
        self._rests_on()
        if isinstance(call[1], str) and "." in call[1]:
            self._read(EdgeKind.READS, call[1].rpartition(".")[0], [line], source, frame)

    def _read(
        self, kind: EdgeKind, key: str, lines: list[int], source: Target, frame: Frame
    ) -> None:
        names = key.split(".")
        evaluator = self._evaluator
        value = self._ask(names[0], frame)
        self._site(kind, evaluator.site, lines, source, is_last=len(names) == 1)
        for index, name in enumerate(names[1:], 2):
            value = evaluator.attribute(value, name)
            self._site(kind, evaluator.site, lines, source, is_last=index == len(names))
        self._rests_on()

    def _site(
        self, kind: EdgeKind, site: Site | None, lines: list[int], source: Target, *, is_last: bool
    ) -> None:
        """Add a read or write of what a step of a dotted name was found to be."""
        if site is None or site == source:
            return
        view = self._evaluator.views.get(site[0])
        if view is None:
            return
        if site[1] in view.declared:
            real = kind if is_last else EdgeKind.READS
        elif is_last and "p" in view.functions.get(site[1], {}).get("k", ""):
            real = kind
        else:
            return
        for line in lines:
            self._add(real, source, site, line)

    # --- classes and imports

    def _class(self, frame: Frame, line: int) -> None:
        evaluator = self._evaluator
        own = Class(self._path, frame.qualname)
        source = (self._path, frame.qualname)
        evaluator.dependencies = set()
        for base in evaluator.bases(own):
            if isinstance(base, Class):
                self._add(EdgeKind.INHERITS, source, (base.path, base.qualname), line)
            elif not isinstance(base, Foreign):
                self._unresolved.setdefault((source[1], "base class", reason_of(base)), line)
        rest = [one for one in evaluator.line(own)[1:] if isinstance(one, Class)]
        self._rests_on()
        if rest:
            self._overrides(frame, rest)

    def _overrides(self, frame: Frame, rest: list[Class]) -> None:
        evaluator = self._evaluator
        for name in list(frame.binds):
            if "~" in name or frame.binds[name][0] != "f":
                continue
            evaluator.dependencies = set()
            for base in rest:
                evaluator.dependencies.add((base.path, f"{base.qualname}.{name}"))
                binds = evaluator.frame_of(base.path, base.qualname).binds
                if name in binds:
                    binding = binds[keys_of(binds, name)[0]]
                    if binding[0] == "f":
                        source = (self._path, frame.binds[name][1])
                        self._add(EdgeKind.OVERRIDES, source, (base.path, binding[1]), 0)
                    break
            self._rests_on()

    def _import(self, one: Any) -> None:
        index, line, written_module = one[:3]
        evaluator = self._evaluator
        evaluator.dependencies = set()
        source = self._source(index)
        if len(one) == 3:
            module = evaluator.module(written_module, self._path)
        else:
            module = evaluator.source_module(written_module, self._path)
        if isinstance(module, Module) and not module.path.endswith("/"):
            self._add(EdgeKind.IMPORTS, source, (module.path, ""), line)
        if len(one) > 3 and one[3] != "*" and isinstance(module, Module):
            value = evaluator.imported(written_module, one[3], self._path)
            site = evaluator.site
            if isinstance(value, Module):
                if not value.path.endswith("/"):
                    self._add(EdgeKind.IMPORTS, source, (value.path, ""), line)
            elif site is not None and self._is_symbol(site, value):
                self._add(EdgeKind.IMPORTS, source, site, line)
        self._rests_on()

    def _is_symbol(self, site: Site, value: Value) -> bool:
        if isinstance(value, Function | Class) and (value.path, value.qualname) == site:
            return True
        view = self._evaluator.views.get(site[0])
        return view is not None and site[1] in view.declared

    # --- the outcome

    def _linked(self) -> LinkedFile:
        consulted: dict[str, set[str]] = {}
        modules: set[str] = set()
        for one in self._dependencies:
            if isinstance(one, str):
                modules.add(one)
            elif one[0] != self._path:
                consulted.setdefault(one[0], set()).add(one[1])
        edges = tuple(
            Edge(
                kind,
                SymbolKey(*source),
                SymbolKey(*target),
                tuple(sorted(lines)),
                _via(rests_on, source, target),
            )
            for (kind, source, target), (lines, rests_on) in self._edges.items()
        )
        unresolved = tuple(
            Unresolved(EdgeKind.CALLS, source, expression, line, reason)
            for (source, expression, reason), line in self._unresolved.items()
        )
        known = {path: frozenset(names) for path, names in consulted.items()}
        return LinkedFile(edges, unresolved, known, frozenset(modules))


def _via(rests_on: set[Dependency], source: Target, target: Target) -> tuple[SymbolKey, ...]:
    others = sorted(one for one in rests_on if isinstance(one, tuple))
    return tuple(SymbolKey(*one) for one in others if one not in {source, target})[:MAX_VIA]


def written(expression: Any) -> str:
    """Return an expression about as it was written, shortened."""
    text = _written(expression)
    return text if len(text) <= MAX_EXPRESSION_CHARS else f"{text[: MAX_EXPRESSION_CHARS - 1]}…"


def _written(expression: Any) -> str:
    if isinstance(expression, str):
        if expression[0] == "'":
            return repr(expression[1:])
        return _VERSION.sub(r"\1", expression).lstrip("^")
    if isinstance(expression, int):
        return str(expression)
    if not isinstance(expression, list):
        return "…"
    tag = expression[0]
    if tag == ".":
        return f"{_written(expression[1])}.{expression[2]}"
    if tag == "c":
        return f"{_written(expression[1])}(…)" if expression[2] else f"{_written(expression[1])}()"
    if tag == "[":
        return f"{_written(expression[1])}[{_written(expression[2])}]"
    if tag == "B":
        return str(expression[1])
    return "lambda" if tag == "L" else "(…)"


__all__ = ["MODULE", "FileLinker"]
