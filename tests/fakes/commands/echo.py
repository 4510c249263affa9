"""A command that answers with its arguments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.cli.parser import positive


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("word", nargs="*")
    parser.add_argument("--limit", type=positive, default=10)
    parser.add_argument("--code", type=int, default=0)


def run(arguments: Namespace, output: Output) -> int:
    words = " ".join(arguments.word)
    output.note("a note")
    output.show(
        document=lambda: {"words": words, "limit": arguments.limit, "repo": arguments.repo},
        text=lambda: f"{words} {arguments.limit} {arguments.repo}",
    )
    return int(arguments.code)


COMMAND = Command("echo", "Say the words again.", configure, run)
