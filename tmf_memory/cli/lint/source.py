"""Linting with or without the source code, as the arguments and the place decide."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tmf_memory.cli.output import Output
from tmf_memory.cli.repository import repository_root
from tmf_memory.factlint.linter import LintRequest, lint
from tmf_memory.factlint.model import Report

_MARKERS = (".git", ".tmf")


def run_lint(request: LintRequest, arguments: Namespace, output: Output) -> Report:
    """Lint; inside a repository its source is asked too, and a note says what was checked."""
    root = _root(arguments)
    if root is None:
        return lint(request)
    # Code memory is only paid for where there is source to ask.
    from tmf_memory.flows.source.lint import lint_against_source
    from tmf_memory.workspace import open_workspace

    with output.progress("reading the source"):
        sourced = lint_against_source(request, open_workspace(root).code)
    output.note(sourced.checked)
    return sourced.report


def _root(arguments: Namespace) -> Path | None:
    """The repository to ask; None when there is none here, or it is not wanted."""
    if arguments.no_against_source:
        return None
    if arguments.against_source is not None:
        return repository_root(arguments.against_source or None)
    root = repository_root(None)
    return root if any((root / marker).exists() for marker in _MARKERS) else None
