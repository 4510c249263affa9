"""The seven look-ups along edges are one command with seven names."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, open_fresh
from tmf_memory.cli.code_text import graph_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.graph import Relation, look_up
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.views import graph_view


def graph_command(relation: Relation, summary: str) -> Command:
    """Return the command that answers `relation`."""

    def run(arguments: Namespace, output: Output) -> int:
        memory = open_fresh(arguments, output)
        asked = find_one(memory.claims, arguments.claim)
        check = FreshnessCheck(memory.worktree, memory.languages)
        answer = look_up(memory.claims, check, asked, relation)
        output.show(document=lambda: graph_view(answer), text=lambda: graph_text(answer))
        return 0 if answer.hits else 1

    return Command(relation.value, summary, _configure, run)


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    add_read_options(parser)
