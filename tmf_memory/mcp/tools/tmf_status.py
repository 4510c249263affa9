"""`tmf_status`: what code memory holds, what is waiting, what could not be read."""

from __future__ import annotations

from tmf_memory.mcp.brief import first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.tool import CODE, LIST, NUMBER, Tool

_MOST_GAPS = 20


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.overview import look_over
    from tmf_memory.codegraph.views import gap_views
    from tmf_memory.codegraph.warm import what_is_stale

    memory = engines.stored_code()
    plan = what_is_stale(memory)
    overview = look_over(memory, pending=len(plan.check), removed=len(plan.removed))
    return {
        "files": overview.files,
        "claims": overview.claims,
        "edges": overview.edges,
        "unresolved": overview.unresolved,
        "by_language": dict(overview.by_language),
        "warmed_at": overview.warmed_at,
        "pending": overview.pending,
        "removed": overview.removed,
        **first(gap_views(overview.gaps), _MOST_GAPS, "gaps"),
        **without_empty({"damage": list(overview.damage)}),
    }


TOOL = Tool(
    name="tmf_status",
    title="Code memory status",
    description="What is in memory, what is waiting to be read, every gap with its reason.",
    group=CODE,
    run=run,
    takes={},
    required=(),
    returns={"files": NUMBER, "gaps": LIST},
)
