"""`tmf_impact`: what depends on a symbol, directly and through others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import brief_edge
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.named import NAMED, name_in
from tmf_memory.mcp.tool import CODE, LIST, Tool, integer, number_of

if TYPE_CHECKING:
    from tmf_memory.codegraph.memory import CodeMemory


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.freshness import check_of
    from tmf_memory.codegraph.graph import find_impact
    from tmf_memory.codegraph.lookup import find_one
    from tmf_memory.codegraph.views import impact_view

    def answer(memory: CodeMemory) -> Object:
        asked = find_one(memory.claims, name_in(engines, arguments))
        check = check_of(memory)
        depth, limit = number_of(arguments, "depth"), number_of(arguments, "limit")
        view = impact_view(find_impact(memory.claims, check, asked, depth=depth, limit=limit))
        hops = view["dependents"]
        dependents: list[Json] = [
            {"depth": one["depth"], "carried_by": one["carried_by"], **brief_edge(one)}
            for one in (hops if isinstance(hops, list) else [])
            if isinstance(one, dict)
        ]
        return {
            "asked": view["asked"],
            "dependents": dependents,
            "not_shown": view["not_shown"],
            "coverage": view["coverage"],
        }

    return engines.answer_code(progress, answer)


TOOL = Tool(
    name="tmf_impact",
    title="Impact of a change",
    description="What depends on a symbol, directly and through others, with the edge that carries "
    "each hop. Ask before changing it.",
    group=CODE,
    run=run,
    takes={
        **NAMED,
        "depth": integer(3, 1, 10),
        "limit": integer(50, 1, 500),
    },
    required=(),
    returns={"dependents": LIST},
)
