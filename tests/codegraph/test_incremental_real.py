"""Incremental equals clean on code that somebody wrote: this package itself, edited at random."""

from __future__ import annotations

import ast
import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import tmf_memory
from tests.codegraph.lab import in_memory, read, warm
from tests.codegraph.state import logical_state
from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.python import EXTRACTOR
from tmf_memory.codegraph.linker.python import LINKER
from tmf_memory.codegraph.memory import CodeMemory

PACKAGE = Path(tmf_memory.__file__).parent
PARTS = ("codegraph/linker", "kernel/store", "kernel/text", "kernel/worktree")
EDITABLE = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)


def copy_package(root: Path) -> dict[Path, str]:
    texts = {}
    for part in PARTS:
        for path in sorted((PACKAGE / part).rglob("*.py")):
            target = root / "tmf_memory" / path.relative_to(PACKAGE)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            texts[target] = path.read_text(encoding="utf-8")
    return texts


@dataclass
class Editor:
    """Edits like people do, only more at random: half of them leave something unresolved."""

    root: Path
    originals: dict[Path, str]
    chance: random.Random

    def __post_init__(self) -> None:
        trees = [ast.parse(text) for text in self.originals.values()]
        nodes = [node for tree in trees for node in ast.walk(tree)]
        named = (ast.FunctionDef, ast.ClassDef)
        self.names = sorted({node.name for node in nodes if isinstance(node, named)})
        paths = [path.relative_to(self.root).with_suffix("") for path in self.originals]
        self.modules = [*sorted(".".join(path.parts) for path in paths), ".", ".values"]

    def edit(self) -> str:
        path = self.chance.choice(sorted(self.originals))
        kind = self.chance.choice(("delete", "restore", "move", *["text"] * 6))
        if kind == "delete":
            path.unlink(missing_ok=True)
        elif kind == "move" and path.exists():
            target = path.with_name(f"moved_{path.name}")
            path.replace(target)
            self.originals.setdefault(target, self.originals[path])
        elif kind == "text" and path.exists():
            kind = self.edit_text(path)
        else:
            path.write_text(self.originals[path], encoding="utf-8")
        return f"{kind} {path.relative_to(self.root)}"

    def edit_text(self, path: Path) -> str:
        text = path.read_text(encoding="utf-8")
        try:
            nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, EDITABLE)]
        except SyntaxError:
            nodes = []
        if not nodes:
            path.write_text(self.originals[path], encoding="utf-8")
            return "restore"
        node = self.chance.choice(nodes)
        lines = text.splitlines(keepends=True)
        first, last = node.lineno - 1, node.end_lineno
        indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
        name, other = self.chance.choice(self.names), self.chance.choice(self.names)
        module = self.chance.choice(self.modules)
        added = {
            "getattr": "def __getattr__(name): return name",
            "define": f"def {name}(*given): return {other}",
            "star": f"from {module} import *",
            "import": f"from {module} import {name}",
            "bind": f"{name} = {other}",
            "base": f"class {name}({other}): ...",
        }
        kind = self.chance.choice(("drop", "drop", "rename", *added))
        if kind in added:
            lines[first:first] = [f"{indent}{added[kind]}\n"]
        elif kind == "rename" and isinstance(node, ast.FunctionDef | ast.ClassDef):
            lines[first] = lines[first].replace(node.name, f"{node.name}_x", 1)
        else:
            lines[first:last] = [f"{indent}pass\n"]
        path.write_text("".join(lines), encoding="utf-8")
        return kind


def check_steps(root: Path, seed: int, steps: int) -> None:
    editor = Editor(root, copy_package(root), random.Random(seed))
    memory = in_memory(root)
    warm(memory)
    for _ in range(steps):
        edits = [editor.edit() for _ in range(editor.chance.choice((1, 1, 1, 2, 3)))]
        read(memory)
        clean = in_memory(root)
        warm(clean)
        stored, wanted = said(memory), said(clean)
        for part in wanted:
            assert stored[part] == wanted[part], (edits, part)


def said(memory: CodeMemory) -> dict[str, Any]:
    """Everything but what the links rest on.

    Of two functions that call each other, an answer about one may be found through the other or
    not, as it was asked first: what was consulted differs then, and each time is enough.
    """
    state = logical_state(memory)
    state["links"] = {path: links[:2] for path, links in state["links"].items()}
    for table in ("dependents", "missing"):
        del state["tables"][table]
    return state


@pytest.mark.slow
def test_edits_of_real_code(tmp_path: Path) -> None:
    check_steps(tmp_path, seed=11, steps=12)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(8))
def test_many_edits_of_real_code(seed: int, tmp_path: Path) -> None:
    check_steps(tmp_path, seed, steps=120)


def extractions() -> dict[str, Extraction]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        found[name] = EXTRACTOR.extract(SourceText(name, path.read_text(encoding="utf-8")))
    return found


@pytest.mark.slow
def test_what_was_linked_before_does_not_matter() -> None:
    """The memo of the linker is shared by all files, and must not show in any of them."""
    all_of_it = extractions()
    paths = frozenset(all_of_it)
    outward = LINKER.outward_of(paths, lambda path: all_of_it[path].surface, paths)
    link_all = LINKER.open_tree(paths, lambda path: all_of_it[path].surface, outward)
    for path in sorted(paths):
        link = LINKER.open_tree(paths, lambda path: all_of_it[path].surface, outward)
        body = all_of_it[path].body
        among_others, alone = link_all(path, body), link(path, body)
        assert among_others.edges == alone.edges, path
        assert among_others.unresolved == alone.unresolved, path
