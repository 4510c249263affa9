"""The standard library of the running interpreter: much real code, none of it may break a rule."""

from __future__ import annotations

import ast
import json
import sysconfig
from pathlib import Path

import pytest

from tests.codegraph.linker.cases import PythonTree
from tests.codegraph.linker.test_cases import dangling
from tmf_memory.codegraph.model import EdgeKind

pytestmark = pytest.mark.slow

FOLDERS = ("asyncio", "collections", "concurrent", "email", "html", "http", "importlib", "json")
MODULES = 150


@pytest.fixture(scope="module")
def library() -> PythonTree:
    root = Path(sysconfig.get_paths()["stdlib"])
    packages = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    paths = [*packages, *sorted(root.glob("[!_]*.py"))][:MODULES]
    return PythonTree.of(
        {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    )


def test_every_module_is_read(library: PythonTree) -> None:
    assert len(library.files) == MODULES
    assert {path: one.degraded for path, one in library.extractions.items() if one.degraded} == {}


def test_no_edge_dangles(library: PythonTree) -> None:
    assert dangling(library) == []
    assert sum(edge.kind is EdgeKind.CALLS for edge in library.edges) > 2_000


def test_surfaces_survive_json(library: PythonTree) -> None:
    for one in library.extractions.values():
        assert json.loads(json.dumps(one.surface)) == one.surface


def test_a_call_is_where_something_is_called(library: PythonTree) -> None:
    """Every line of a call edge has a call, a decorator, or something that calls by itself."""
    for path, linked in library.linked.items():
        lines = lines_that_call(library.files[path])
        for edge in linked.edges:
            if edge.kind is EdgeKind.CALLS:
                assert set(edge.lines) <= lines, edge


def test_symbols_are_what_the_parser_sees(library: PythonTree) -> None:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    for path, one in library.extractions.items():
        definitions = sorted(
            (getattr(node, "name", "<lambda>"), node.end_lineno)
            for node in ast.walk(ast.parse(library.files[path]))
            if isinstance(node, kinds)
        )
        assert definitions == sorted(
            (_name_of(symbol.qualname), symbol.line_end)
            for symbol in one.symbols
            if symbol.scope.value in {"function", "class"}
        )


def _name_of(qualname: str) -> str:
    last = qualname.rpartition(".")[2].partition("#")[0]
    return "<lambda>" if last.startswith("<lambda") else last


_CALLING = (ast.Call, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.comprehension, ast.Raise)


def lines_that_call(text: str) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        parts: list[ast.AST] = getattr(node, "decorator_list", [])
        if isinstance(node, _CALLING):
            parts = [node.iter if isinstance(node, ast.comprehension) else node]
        for part in parts:
            if isinstance(part, ast.expr | ast.stmt):
                lines.update(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    return lines
