"""What every code-memory command does first: open the repository and bring memory up to date."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tmf_memory.cli.output import Output
from tmf_memory.cli.repository import repository_root
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.workspace import Workspace, open_workspace


def add_read_options(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("freshness")
    group.add_argument(
        "--max-stale-ms",
        type=int,
        metavar="MS",
        help="stop bringing memory up to date after MS; what was not reached is named as a gap",
    )


def open_given(arguments: Namespace) -> Workspace:
    return open_workspace(repository_root(arguments.repo))


def open_fresh(arguments: Namespace, output: Output) -> CodeMemory:
    """Open code memory and read through: what changed in the tree is derived before the answer."""
    memory = open_given(arguments).code
    limit = getattr(arguments, "max_stale_ms", None)
    with output.progress("reading what changed") as report:
        refresh(memory, WarmOptions(max_stale_ms=limit, report=report))
    return memory


def path_argument(memory: CodeMemory, text: str, repo: str | None) -> str:
    """A path as typed: relative to the current directory, or to `--repo` when that is given."""
    base = Path(repo).resolve() if repo else Path.cwd()
    return memory.worktree.resolve_argument(text, base)
