"""Memory files inside a small repository with a past, linted against its source."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.factlint.analysis import LintOptions
from tmf_memory.factlint.linter import LintRequest
from tmf_memory.factlint.model import Report
from tmf_memory.flows.source.lint import lint_against_source
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")


def lint_in_repository(files: dict[str, str], options: LintOptions) -> Report:
    """Lay the case out, with its past as two commits when it has one, and lint its memory files."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _write(root, _below(files, "was/"))
        if _below(files, "was/"):
            commit(root, "2026-01-10T12:00:00")
            for path in _below(files, "was/"):
                (root / path).unlink()
        _write(root, _below(files, "repo/"))
        commit(root, "2026-02-10T12:00:00")
        notes = {
            name: text for name, text in files.items() if not name.startswith(("repo/", "was/"))
        }
        _write(root, notes)
        memory = CodeMemory(Worktree(root), MemoryStore(), SystemClock())
        request = LintRequest(tuple(notes), root, options)
        return lint_against_source(request, memory).report


def commit(root: Path, date: str) -> None:
    """Commit everything as of a date."""
    environment = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x", "--allow-empty"]):
        subprocess.run(
            ["git", *IDENTITY, *arguments],
            cwd=root,
            check=True,
            env=environment,
            capture_output=True,
        )


def _below(files: dict[str, str], prefix: str) -> dict[str, str]:
    return {
        name.removeprefix(prefix): text for name, text in files.items() if name.startswith(prefix)
    }


def _write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
