"""`tmf_impact`: what depends on a symbol, directly and through others."""

from __future__ import annotations

from tmf_memory.mcp.brief import brief_edge
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.named import NAMED, name_in
from tmf_memory.mcp.tool import CODE, LIST, Tool, integer, number_of


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.freshness import FreshnessCheck
    from tmf_memory.codegraph.graph import find_impact
    from tmf_memory.codegraph.lookup import find_one
    from tmf_memory.codegraph.views import impact_view

    memory = engines.fresh_code(progress)
    asked = find_one(memory.claims, name_in(engines, arguments))
    check = FreshnessCheck(memory.worktree, memory.languages)
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
