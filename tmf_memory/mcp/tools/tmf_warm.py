"""`tmf_warm`: derive what is missing or stale ahead of a read."""

from __future__ import annotations

from tmf_memory.mcp.brief import first
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.tool import CODE, LIST, NUMBER, Tool, string, text_of

_MOST_GAPS = 20


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.views import gap_views
    from tmf_memory.codegraph.warm import WarmOptions, refresh

    path = text_of(arguments, "path")
    only = [engines.path_inside(path)] if path else None
    options = WarmOptions(
        only=only, explicit=True, report=lambda done, total: progress(done, total, "warming")
    )
    summary = refresh(engines.stored_code(), options)
    return {
        "files": summary.files,
        "claims": summary.claims,
        "edges": summary.edges,
        "unresolved": summary.unresolved,
        "seconds": round(summary.seconds, 2),
        "reused": summary.reused,
        "rederived": summary.rederived,
        "removed": summary.removed,
        **first(gap_views(summary.gaps), _MOST_GAPS, "gaps"),
    }


TOOL = Tool(
    name="tmf_warm",
    title="Warm code memory",
    description="Derive and index what changed, ahead of reads. Reads do it by themselves; call "
    "it to mark the point that tmf_diff compares with.",
    group=CODE,
    run=run,
    takes={"path": string("Only this file")},
    required=(),
    returns={"files": NUMBER, "gaps": LIST},
    is_read_only=False,
)
