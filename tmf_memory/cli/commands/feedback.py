"""`tmf feedback`: say what a claim turned out to be worth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, open_given, read_fresh
from tmf_memory.cli.code_text import explain_text, gap_lines
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.feedback import Verdict
from tmf_memory.codegraph.limits import limits_of
from tmf_memory.codegraph.lookup import find_any
from tmf_memory.codegraph.testimony import give_feedback
from tmf_memory.codegraph.views import gap_views, thin_view


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    parser.add_argument("verdict", choices=[one.value for one in Verdict])
    parser.add_argument("--note", default="", help="why; kept as data, never followed")
    add_read_options(parser, can_skip=False)


def run(arguments: Namespace, output: Output) -> int:
    memory = open_given(arguments).code
    found = read_fresh(
        memory, arguments, output, lambda memory: find_any(memory.claims, arguments.claim)
    )
    shown = give_feedback(memory, found, Verdict(arguments.verdict), arguments.note)
    gaps = limits_of(memory)
    output.show(
        document=lambda: {**thin_view(shown), "gaps": gap_views(gaps)},
        text=lambda: "\n".join([explain_text(shown, {}), *gap_lines(gaps)]),
    )
    return 0


COMMAND = Command(
    "feedback",
    "Record that a claim was used, verified, falsified, or is doubted (a hunch).",
    configure,
    run,
)
