"""`tmf context`: one bundle for a question, under a size budget."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, show_answer
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.flows.context import DEFAULT_CHARS, LEAST_CHARS, build_context
from tmf_memory.kernel.errors import UsageError


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="what is being worked on")
    parser.add_argument(
        "--max-chars",
        type=int,
        default=DEFAULT_CHARS,
        metavar="N",
        help=f"at most N characters, at least {LEAST_CHARS} (default {DEFAULT_CHARS})",
    )
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    if arguments.max_chars < LEAST_CHARS:
        raise UsageError(f"--max-chars must be at least {LEAST_CHARS}")
    return show_answer(arguments, output, lambda memory: _answer(memory, arguments))


def _answer(memory: CodeMemory, given: Namespace) -> Answer:
    bundle = build_context(memory, " ".join(given.question), max_chars=given.max_chars)
    return Answer(bundle.encode, lambda: bundle.text, code=0 if bundle.lines else 1, gaps=())


COMMAND = Command(
    "context",
    "Bundle claims, relations and matching notes for a question, within a number of characters.",
    configure,
    run,
)
