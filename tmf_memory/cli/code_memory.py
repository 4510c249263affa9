"""What every code-memory command does around its answer: open, read through, name the limits."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tmf_memory.cli.code_text import gap_lines
from tmf_memory.cli.output import Output
from tmf_memory.cli.repository import repository_root
from tmf_memory.codegraph.limits import limits_of
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap, Json
from tmf_memory.codegraph.reading import read_stored, read_through
from tmf_memory.codegraph.views import gap_views
from tmf_memory.codegraph.warm import WarmOptions
from tmf_memory.workspace import Workspace, open_workspace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says; without `gaps` of its own it gets those that limit every answer."""

    document: Callable[[], dict[str, Json]]
    text: Callable[[], str]
    code: int = 0
    gaps: tuple[Gap, ...] | None = None


def add_read_options(parser: ArgumentParser, *, can_skip: bool = True) -> None:
    group = parser.add_argument_group("freshness")
    group.add_argument(
        "--max-stale-ms",
        type=int,
        metavar="MS",
        help="stop bringing memory up to date after MS; what was not reached is named as a gap",
    )
    if can_skip:
        group.add_argument(
            "--no-refresh",
            action="store_true",
            help="answer from what is stored; what no longer matches source is shown as stale",
        )


def open_given(arguments: Namespace) -> Workspace:
    return open_workspace(repository_root(arguments.repo))


def show_answer(
    arguments: Namespace,
    output: Output,
    answer: Callable[[CodeMemory], Answer],
    *,
    shows_foreign: bool = False,
) -> int:
    """Read through (what changed in the tree is derived first), answer, and name the limits."""
    memory = open_given(arguments).code
    if getattr(arguments, "no_refresh", False):
        made = read_stored(memory, answer, shows_foreign=shows_foreign)
    else:
        made = read_fresh(memory, arguments, output, answer)
    gaps = limits_of(memory) if made.gaps is None else made.gaps
    output.show(
        document=lambda: {**made.document(), "gaps": gap_views(gaps)},
        text=lambda: "\n".join([made.text(), *gap_lines(gaps)]),
    )
    return made.code


def read_fresh(
    memory: CodeMemory, arguments: Namespace, output: Output, answer: Callable[[CodeMemory], T]
) -> T:
    """Bring memory up to date, with a progress line, and answer from it."""
    with output.progress("reading what changed") as report:
        options = WarmOptions(max_stale_ms=arguments.max_stale_ms, report=report)
        return read_through(memory, options, answer)


def path_argument(memory: CodeMemory, text: str, repo: str | None) -> str:
    """A path as typed: relative to the current directory, or to `--repo` when that is given."""
    base = Path(repo).resolve() if repo else Path.cwd()
    return memory.worktree.resolve_argument(text, base)
