"""The seven look-ups along edges are one command with seven names."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, show_answer
from tmf_memory.cli.code_text import graph_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import Relation, look_up
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.views import graph_view


def graph_command(relation: Relation, summary: str) -> Command:
    """Return the command that answers `relation`."""

    def run(arguments: Namespace, output: Output) -> int:
        return show_answer(arguments, output, lambda memory: answer(memory, arguments.claim))

    def answer(memory: CodeMemory, name: str) -> Answer:
        asked = find_one(memory.claims, name)
        found = look_up(memory.claims, check_of(memory), asked, relation)
        return Answer(
            lambda: graph_view(found), lambda: graph_text(found), code=0 if found.hits else 1
        )

    return Command(relation.value, summary, _configure, run)


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    add_read_options(parser)
