"""A command with sub-commands."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command, add_common_options
from tmf_memory.cli.output import Output


def configure(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    scan = commands.add_parser("scan-thoroughly", help="look", description="Look at it.")
    scan.add_argument("--deep", action="store_true")
    add_common_options(scan)


def run(arguments: Namespace, output: Output) -> int:
    output.show(
        document=lambda: {"action": arguments.action},
        text=lambda: f"{arguments.action} {arguments.deep}",
    )
    return 0


COMMAND = Command("nested", "Do one of several things.", configure, run, common=False)
