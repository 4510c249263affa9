"""`tmf_explain`: one claim, judged against source now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import brief_claim, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.named import NAMED, name_in
from tmf_memory.mcp.tool import CODE, FLAG, OBJECT, Tool

if TYPE_CHECKING:
    from tmf_memory.codegraph.lookup import Found, FoundEdge
    from tmf_memory.codegraph.memory import CodeMemory
    from tmf_memory.codegraph.shown import Presenter

_BRIEF_KEYS = (
    "language",
    "observed_untrusted_data",
    "belief_provenance",
    "edges",
    "feedback_events",
)


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.graph import count_edges
    from tmf_memory.codegraph.lookup import Found, find_any
    from tmf_memory.codegraph.shown import Presenter
    from tmf_memory.codegraph.views import full_view

    def answer(memory: CodeMemory) -> Object:
        found = find_any(memory.claims, name_in(engines, arguments))
        presenter = Presenter(memory)
        if isinstance(found, Found):
            counted = count_edges(memory.claims, found).items()
            edges = {relation: count for relation, count in counted if count}
            doc = presenter.check.docstring(found.entry, found.symbol)
            view = full_view(presenter.show(found), found.symbol, edges, doc)
        else:
            view = full_view(presenter.show_edge(found), None, {})
        if arguments["full"]:
            return {"claim": {**view, **_background(presenter, memory, found)}}
        shown = without_empty({key: view[key] for key in _BRIEF_KEYS})
        return {"claim": {**brief_claim(view), **shown}}

    return engines.answer_code(progress, answer)


def _background(presenter: Presenter, memory: CodeMemory, found: Found | FoundEdge) -> Object:
    from tmf_memory.codegraph.background import background_of
    from tmf_memory.codegraph.lookup import Found
    from tmf_memory.codegraph.views import background_view

    if not isinstance(found, Found):
        return {}
    return background_view(background_of(memory, presenter.check, found))


TOOL = Tool(
    name="tmf_explain",
    title="Explain a claim",
    description="One claim: fresh or stale and why, trust, lines, signature, how many relations.",
    group=CODE,
    run=run,
    takes={
        **NAMED,
        "full": {
            **FLAG,
            "description": "Also hashes, bindings, contract, commit",
            "default": False,
        },
    },
    required=(),
    returns={"claim": OBJECT},
)
