"""`tmf mcp`: serve the tools of this package to an agent, over stdin and stdout."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output

HELP = """Serve code memory and memory lint to an agent (Model Context Protocol over stdio).

Agents start this themselves; `tmf install HOST --mcp` writes the entry that does it.

  tmf mcp --repo .
  tmf mcp --tools lint --read-only
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--tools",
        default="",
        metavar="LIST",
        help="offer only these groups or tools, e.g. code,lint or tmf_context,memory_lint",
    )
    parser.add_argument(
        "--read-only", action="store_true", help="offer only tools that change nothing"
    )


def run(parsed: Namespace, output: Output) -> int:
    from tmf_memory.mcp import stdio  # the help must not import the server
    from tmf_memory.mcp.engines import repository_for

    stdio.run(
        lambda: repository_for(parsed.repo), selection=parsed.tools, read_only=parsed.read_only
    )
    return 0


COMMAND = Command("mcp", HELP, configure, run)
