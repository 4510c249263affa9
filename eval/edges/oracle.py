"""Function-to-function calls according to a SCIP index, and their compact text form.

A call is a reference at the function position of an `ast.Call`; its caller is the innermost
enclosing definition. Twins (`if/else` definitions of one name) are one function to the index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tmf_memory.codegraph.scip.index import Document

Function = tuple[str, str]
"""A path and a dotted name inside it."""

Place = tuple[int, int]
"""A line and a column, counted from 0 in characters."""

_FILE_MARK = "= "
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Oracle:
    """The functions that the index defines, and the calls between them."""

    functions: frozenset[Function]
    calls: frozenset[tuple[Function, Function]]


def oracle_of(documents: Iterable[Document], root: Path) -> Oracle:
    """Read calls out of an index of the tree at `root`."""
    known: dict[str, Function] = {}
    references: list[tuple[Function, str]] = []
    for document in documents:
        sites = _sites_in(root, document.path)
        for one in document.occurrences:
            place = (one.line, one.column)
            if one.is_definition and place in sites.functions:
                known.setdefault(one.symbol, (document.path, sites.functions[place]))
            elif not one.is_definition and place in sites.callers:
                references.append(((document.path, sites.callers[place]), one.symbol))
    functions = frozenset(known.values())
    calls = ((caller, known[symbol]) for caller, symbol in references if symbol in known)
    return Oracle(functions, frozenset(call for call in calls if call[0] in functions))


def spelled_calls(root: Path, paths: Iterable[str]) -> set[tuple[Function, str]]:
    """Every function that calls something, with the name at the function position of the call."""
    return {
        ((path, caller), name) for path in paths for caller, name in _sites_in(root, path).spelled
    }


def _sites_in(root: Path, path: str) -> _Sites:
    return _sites_of((root / path).read_text(encoding="utf-8", errors="replace"))


@dataclass(slots=True)
class _Sites:
    """Where functions are named, where a function calls something, and how it spells that."""

    functions: dict[Place, str] = field(default_factory=dict)
    callers: dict[Place, str] = field(default_factory=dict)
    spelled: set[tuple[str, str]] = field(default_factory=set)


def _sites_of(text: str) -> _Sites:
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError):  # a template or a fixture: nobody has edges there
        return _Sites()
    finder = _Finder(text)
    finder.visit(module)
    return finder.sites


class _Finder(ast.NodeVisitor):
    """Walks a module with the name of the definition that it is in."""

    def __init__(self, text: str) -> None:
        self.sites = _Sites()
        self._lines = text.splitlines()
        self._names: list[str] = []
        self._is_function = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._define(node, node.col_offset + len("def "))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._define(node, node.col_offset + len("async def "))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outside in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(outside)
        self._enter(node, is_function=False)

    def visit_Call(self, node: ast.Call) -> None:
        called = _called_name(node.func)
        if called is not None and self._is_function:
            name, line, column = called
            caller = ".".join(self._names)
            self.sites.callers[(line - 1, self._characters(line, column))] = caller
            self.sites.spelled.add((caller, name))
        self.generic_visit(node)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef, column: int) -> None:
        self.sites.functions[(node.lineno - 1, column)] = ".".join((*self._names, node.name))
        for outside in node.decorator_list:
            self.visit(outside)
        self.visit(node.args)
        self._enter(node, is_function=True)

    def _enter(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, *, is_function: bool
    ) -> None:
        before, self._is_function = self._is_function, is_function
        self._names.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._names.pop()
        self._is_function = before

    def _characters(self, line: int, column: int) -> int:
        """`ast` counts bytes, the index counts characters."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return column if text.isascii() else len(text.encode()[:column].decode(errors="replace"))


def _called_name(called: ast.expr) -> tuple[str, int, int] | None:
    if isinstance(called, ast.Name):
        return called.id, called.lineno, called.col_offset
    if isinstance(called, ast.Attribute) and called.end_lineno and called.end_col_offset:
        return called.attr, called.end_lineno, called.end_col_offset - len(called.attr)
    return None


def encode(oracle: Oracle) -> str:
    """One line a function below its file, `name: numbers of the functions it calls`."""
    order = sorted(oracle.functions)
    number = {function: at for at, function in enumerate(order)}
    called: dict[Function, list[int]] = {}
    for caller, target in sorted(oracle.calls):
        called.setdefault(caller, []).append(number[target])
    return "".join(f"{line}\n" for line in _lines(order, called))


def _lines(order: list[Function], called: dict[Function, list[int]]) -> Iterator[str]:
    before = ""
    for path, name in order:
        if path != before:
            yield f"{_FILE_MARK}{path}"
        before = path
        targets = " ".join(map(str, called.get((path, name), ())))
        yield f"{name}: {targets}" if targets else name


def decode(text: str) -> Oracle:
    """Read what `encode` wrote."""
    order: list[Function] = []
    called: list[list[int]] = []
    path = ""
    for line in text.splitlines():
        if line.startswith(_FILE_MARK):
            path = line.removeprefix(_FILE_MARK)
            continue
        name, _, targets = line.partition(": ")
        order.append((path, name))
        called.append([int(target) for target in targets.split()])
    calls = (
        (caller, order[target])
        for caller, targets in zip(order, called, strict=True)
        for target in targets
    )
    return Oracle(frozenset(order), frozenset(calls))
