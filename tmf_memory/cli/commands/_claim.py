"""Showing one claim in full, for the commands that end there."""

from __future__ import annotations

from tmf_memory.cli.code_text import explain_text
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.graph import count_edges
from tmf_memory.codegraph.lookup import Found, find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.shown import Presenter
from tmf_memory.codegraph.views import DATA_NOTICE, full_view


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
