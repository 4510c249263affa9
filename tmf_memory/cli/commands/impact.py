"""`tmf impact`: what depends on a symbol, directly and through others."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, open_fresh
from tmf_memory.cli.code_text import impact_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.graph import find_impact
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.views import impact_view
from tmf_memory.kernel.errors import UsageError


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    parser.add_argument(
        "--depth", type=int, default=3, metavar="N", help="at most N hops away (default 3)"
    )
    parser.add_argument(
        "--limit", type=int, default=100, metavar="N", help="at most N dependents (default 100)"
    )
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    if arguments.depth < 1 or arguments.limit < 1:
        raise UsageError("--depth and --limit must be at least 1")
    memory = open_fresh(arguments, output)
    asked = find_one(memory.claims, arguments.claim)
    check = FreshnessCheck(memory.worktree, memory.languages)
    answer = find_impact(memory.claims, check, asked, depth=arguments.depth, limit=arguments.limit)
    output.show(document=lambda: impact_view(answer), text=lambda: impact_text(answer))
    return 0 if answer.hops else 1


COMMAND = Command(
    "impact",
    "List the transitive dependents of a symbol, with the edge that carries each hop.",
    configure,
    run,
)
