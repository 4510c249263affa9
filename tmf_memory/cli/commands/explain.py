"""`tmf explain`: one claim, judged against source now."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, show_answer
from tmf_memory.cli.commands._claim import claim_answer
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    return show_answer(
        arguments,
        output,
        lambda memory: claim_answer(memory, arguments.claim),
        shows_foreign=True,
    )


COMMAND = Command(
    "explain",
    "Explain one claim: freshness, trust, provenance, anchors, bindings, and what to do with it.",
    configure,
    run,
)
