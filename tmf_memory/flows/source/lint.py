"""Lint memory files with the source of their repository at hand: what CI and agents run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.factlint.linter import LintRequest, find_paths, lint
from tmf_memory.factlint.model import Report
from tmf_memory.flows.source.history import History
from tmf_memory.flows.source.oracle import CodeOracle


@dataclass(frozen=True, slots=True)
class SourcedReport:
    """A report, and in a few words what of the source was checked."""

    report: Report
    checked: str


def lint_against_source(request: LintRequest, memory: CodeMemory) -> SourcedReport:
    """Bring code memory up to date (what is missing is derived first), then lint with it."""
    refresh(memory, WarmOptions())
    oracle = oracle_over(memory, find_paths(request))
    options = replace(request.options, source=oracle)
    report = lint(replace(request, options=options))
    return SourcedReport(report, oracle.footer())


def oracle_over(memory: CodeMemory, places: Mapping[str, Path]) -> CodeOracle:
    """The oracle of a repository whose memory is up to date, for files by their shown path."""
    root = memory.worktree.root
    return CodeOracle(
        memory, History(root), {shown: _inside(root, path) for shown, path in places.items()}
    )


def _inside(root: Path, path: Path) -> str:
    resolved = path.resolve()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else ""
