"""`tmf diff`: claims and edges that changed since a revision or the last warm."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, show_answer
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.changes import changes_since_revision, changes_since_warm
from tmf_memory.codegraph.difference import Difference
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.views import difference_view


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "revision",
        nargs="?",
        metavar="REV",
        help="a git revision (default: compare with the last `tmf warm`)",
    )
    add_read_options(parser, can_skip=False)


def run(arguments: Namespace, output: Output) -> int:
    return show_answer(arguments, output, lambda memory: _answer(memory, arguments.revision))


def _answer(memory: CodeMemory, revision: str | None) -> Answer:
    if revision is None:
        difference = changes_since_warm(memory)
    else:
        difference = changes_since_revision(memory, revision)
    return Answer(lambda: difference_view(difference), lambda: _text(difference))


def _text(difference: Difference) -> str:
    lines = [f"against {difference.against}"]
    for mark, rows in (
        ("+", difference.added),
        ("~", difference.changed),
        ("-", difference.removed),
    ):
        lines += [f"{mark} {scope:<11} {_named(path, name)}" for scope, path, name in rows]
    for mark, edges in (("+", difference.edges_added), ("-", difference.edges_removed)):
        lines += [f"{mark} edge        {_edge_text(edge)}" for edge in edges]
    return "\n".join(lines if difference else [*lines, "nothing changed"])


def _edge_text(edge: tuple[str, ...]) -> str:
    kind, path, name, target_path, target = edge
    return f"{_named(path, name)} {kind} {_named(target_path, target)}"


def _named(path: str, qualname: str) -> str:
    return f"{path}:{qualname}" if qualname else path


COMMAND = Command(
    "diff",
    "List claims and edges that changed since a git revision, or since the last `tmf warm`.",
    configure,
    run,
)
