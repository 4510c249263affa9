"""`--self`: warm a copy of a repository, perturb its own claims, and see which become stale."""

from __future__ import annotations

import ast
import hashlib
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.contracts import find_definition
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.languages import Languages
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Scope, Symbol
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.codegraph.validation.perturbations import (
    PERTURBATIONS,
    Definition,
    Perturbation,
    Source,
)
from tmf_memory.codegraph.validation.report import Failure, Tally
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Decoded, Worktree, decode

_NODES = frozenset((Scope.FUNCTION, Scope.CLASS))


@dataclass(frozen=True, slots=True)
class SelfOptions:
    """How much to try: at most `nodes` functions and classes, every perturbation on each."""

    nodes: int = 200
    languages: Languages | None = None


def validate_self(root: Path, clock: Clock, options: SelfOptions) -> Tally:
    """Return the tally of freshness judgements on a copy; the repository itself is not touched."""
    tally = Tally()
    with _copy_of(root) as copy:
        memory = _warmed(copy, clock, options.languages)
        for entry, symbol in _sample(memory, options.nodes):
            _try_all(memory, copy, entry, symbol, tally)
    return tally


def _try_all(
    memory: CodeMemory, copy: Path, entry: FileEntry, symbol: Symbol, tally: Tally
) -> None:
    place = copy / entry.path
    data = place.read_bytes()
    decoded = decode(data)
    if not isinstance(decoded, Decoded) or decoded.encoding != "utf-8" or b"\r" in data:
        return
    node = _definition_at(decoded.text, symbol)
    if node is None:
        return
    for perturbation in PERTURBATIONS:
        edited = perturbation.edit(Source(decoded.text), node)
        if edited is None or not _parses(edited):
            continue
        tally.cases[perturbation.name] += 1
        place.write_text(edited, encoding="utf-8", newline="")
        _judge(memory, entry, symbol, perturbation, tally)
        place.write_bytes(data)


def _judge(
    memory: CodeMemory, entry: FileEntry, touched: Symbol, perturbation: Perturbation, tally: Tally
) -> None:
    check = FreshnessCheck(memory.worktree, memory.languages)
    for symbol in entry.symbols:
        if symbol.scope not in _NODES:
            continue
        encloses = touched.qualname == symbol.qualname or touched.qualname.startswith(
            f"{symbol.qualname}."
        )
        expected = perturbation.stales and encloses
        freshness = check.symbol(entry, symbol)
        failure = Failure(
            perturbation.name,
            f"{entry.path}:{symbol.qualname} (edited {touched.qualname})",
            "stale" if expected else "fresh",
            "; ".join(freshness.reasons) or "fresh",
        )
        tally.judge(failure, expected=expected, got=not freshness.fresh)


def _sample(memory: CodeMemory, most: int) -> list[tuple[FileEntry, Symbol]]:
    """The same sample every time: by hash of the name, so that it is spread over the tree."""
    found: list[tuple[str, FileEntry, Symbol]] = []
    for path, row in memory.claims.manifest.files.items():
        entry = memory.claims.entry(path) if row.language == "python" else None
        for symbol in entry.symbols if entry else ():
            if entry and symbol.scope in _NODES and "#" not in symbol.qualname:
                name = f"{path}:{symbol.qualname}".encode("utf-8", "surrogatepass")
                found.append((hashlib.sha256(name).hexdigest(), entry, symbol))
    found.sort(key=lambda one: one[0])
    return [(entry, symbol) for _, entry, symbol in found[:most]]


def _definition_at(text: str, symbol: Symbol) -> Definition | None:
    name = symbol.qualname.rpartition(".")[2]
    return find_definition(text, name=name, line_start=symbol.line_start, line_end=symbol.line_end)


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _warmed(root: Path, clock: Clock, languages: Languages | None) -> CodeMemory:
    memory = CodeMemory(Worktree(root), MemoryStore(), clock)
    if languages is not None:
        memory.languages = languages
    refresh(memory, WarmOptions(jobs=1, explicit=True))
    return memory


@contextmanager
def _copy_of(root: Path) -> Iterator[Path]:
    """A copy of the Python files that are not ignored, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="tmf-validate-") as folder:
        copy = Path(folder) / "repository"
        copy.mkdir()
        for path in Worktree(root).scan(lambda name: name.endswith(".py")).files:
            target = copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, target)
        yield copy
