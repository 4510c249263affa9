"""A command that raises what it is told to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.kernel.errors import AmbiguousNameError, NotFoundError, UsageError

RAISES: dict[str, BaseException] = {
    "ambiguous": AmbiguousNameError("run", ("a.py:run", "b.py:run")),
    "not-found": NotFoundError("nothing is called 'x'"),
    "usage": UsageError("not like this"),
    "interrupt": KeyboardInterrupt(),
    "bug": ZeroDivisionError("secret detail"),
    "recursion": RecursionError(),
}


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("how", choices=sorted(RAISES))


def run(arguments: Namespace, output: Output) -> int:
    del output
    raise RAISES[arguments.how]


COMMAND = Command("fail-with", "Fail.", configure, run)
