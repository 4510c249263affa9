"""`tmf explain`: one claim, judged against source now."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, open_fresh
from tmf_memory.cli.code_text import explain_text
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.graph import count_edges
from tmf_memory.codegraph.lookup import Found, find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.shown import Presenter
from tmf_memory.codegraph.views import DATA_NOTICE, full_view


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("claim", metavar="ID", help="id, id prefix, qualname, or path:qualname")
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    return show_claim(open_fresh(arguments, output), arguments.claim, output)


def show_claim(memory: CodeMemory, name: str, output: Output) -> int:
    found = find_any(memory.claims, name)
    presenter = Presenter(memory)
    if isinstance(found, Found):
        shown, symbol = presenter.show(found), found.symbol
        edges = count_edges(memory.claims, found)
    else:
        shown, symbol, edges = presenter.show_edge(found), None, {}
    output.show(
        document=lambda: {**full_view(shown, symbol, edges), "notice": DATA_NOTICE},
        text=lambda: explain_text(shown, edges),
    )
    return 0


COMMAND = Command(
    "explain",
    "Explain one claim: freshness, trust, provenance, anchors, bindings, and what to do with it.",
    configure,
    run,
)
