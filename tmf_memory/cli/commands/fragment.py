"""`tmf fragment`: a strictly bounded piece of the graph around one symbol."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, show_answer
from tmf_memory.cli.code_text import fragment_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.fragment import MOST_HOPS, Bounds, find_fragment
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import Relation
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.views import fragment_view
from tmf_memory.kernel.errors import UsageError


def configure(parser: ArgumentParser) -> None:
    names = ", ".join(relation.value for relation in Relation)
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    parser.add_argument(
        "--relations",
        default=Relation.CALLEES.value,
        metavar="NAMES",
        help=f"comma-separated: {names} (default {Relation.CALLEES.value})",
    )
    parser.add_argument(
        "--hops", type=int, default=2, metavar="N", help=f"0 to {MOST_HOPS} (default 2)"
    )
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    relations = [_relation(name.strip()) for name in arguments.relations.split(",")]
    if not 0 <= arguments.hops <= MOST_HOPS:
        raise UsageError(f"--hops must be 0 to {MOST_HOPS}")
    bounds = Bounds(hops=arguments.hops)

    def answer(memory: CodeMemory) -> Answer:
        entry = find_one(memory.claims, arguments.claim)
        check = check_of(memory)
        found = find_fragment(memory.claims, check, entry, relations=relations, bounds=bounds)
        return Answer(lambda: fragment_view(found), lambda: fragment_text(found))

    return show_answer(arguments, output, answer)


def _relation(name: str) -> Relation:
    try:
        return Relation(name)
    except ValueError as error:
        known = ", ".join(one.value for one in Relation)
        raise UsageError(f"unknown relation {name!r}, known are: {known}") from error


COMMAND = Command(
    "fragment",
    "Show a bounded fragment of the graph (at most 64 nodes, 128 hops) with verified hops, "
    "boundaries and why it stopped.",
    configure,
    run,
)
