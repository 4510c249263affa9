"""What every command module declares: a name, help, its options, and a three-step body."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

from tmf_memory.cli.output import Output


def add_common_options(parser: ArgumentParser) -> None:
    """Add what every command takes: `--repo` and `--json`.

    A command with sub-commands sets `common=False` and calls this for each of its sub-parsers.
    """
    common = parser.add_argument_group("common options")
    common.add_argument(
        "--repo",
        metavar="PATH",
        help="repository to work on (default: the one around the current directory)",
    )
    common.add_argument(
        "--json", action="store_true", help="print one JSON document instead of text"
    )


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `run` is parse → one use-case call → render; it returns the exit code."""

    name: str
    help: str
    """What it does, then an example or two; shown by `tmf <name> --help` as it is written."""
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Output], int]
    common: bool = True
