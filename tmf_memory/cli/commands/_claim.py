"""One claim in full, for the commands that end there."""

from __future__ import annotations

from tmf_memory.cli.code_memory import Answer
from tmf_memory.cli.code_text import explain_text
from tmf_memory.codegraph.background import NO_BACKGROUND, background_of
from tmf_memory.codegraph.graph import count_edges
from tmf_memory.codegraph.lookup import Found, find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.shown import Presenter
from tmf_memory.codegraph.views import DATA_NOTICE, background_view, full_view


def claim_answer(memory: CodeMemory, name: str) -> Answer:
    found = find_any(memory.claims, name)
    presenter = Presenter(memory)
    edges: dict[str, int] = {}
    doc, background = "", NO_BACKGROUND
    if isinstance(found, Found):
        shown, symbol = presenter.show(found), found.symbol
        if not memory.is_foreign:
            doc = presenter.check.docstring(found.entry, symbol)
            edges = count_edges(memory.claims, found)
            background = background_of(memory, presenter.check, found)
    else:
        shown, symbol = presenter.show_edge(found), None
    return Answer(
        lambda: {
            **full_view(shown, symbol, edges, doc),
            **background_view(background),
            "notice": DATA_NOTICE,
        },
        lambda: explain_text(shown, edges, background),
    )
