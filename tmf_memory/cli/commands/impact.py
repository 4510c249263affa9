"""`tmf impact`: what depends on a symbol, directly and through others."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, show_answer
from tmf_memory.cli.code_text import impact_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import find_impact
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
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
    return show_answer(arguments, output, lambda memory: _answer(memory, arguments))


def _answer(memory: CodeMemory, given: Namespace) -> Answer:
    asked = find_one(memory.claims, given.claim)
    check = check_of(memory)
    found = find_impact(memory.claims, check, asked, depth=given.depth, limit=given.limit)
    return Answer(
        lambda: impact_view(found), lambda: impact_text(found), code=0 if found.hops else 1
    )


COMMAND = Command(
    "impact",
    "List the transitive dependents of a symbol, with the edge that carries each hop.",
    configure,
    run,
)
