"""`memory_admit`: may this fact be written into that store."""

from __future__ import annotations

from tmf_memory.mcp.brief import without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.stores import STORE, options_here
from tmf_memory.mcp.tool import FLAG, LINT, TEXT, Tool, text_of


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.factlint.linter import admit

    fact = arguments["fact"]
    verdict = admit(
        fact if isinstance(fact, dict) else {},
        engines.path_inside(text_of(arguments, "store")) or ".",
        create=bool(arguments["create"]),
        options=options_here(engines),
        base=engines.workspace.root,
    )
    return without_empty(verdict.encode())


TOOL = Tool(
    name="memory_admit",
    title="Check a fact before writing it",
    description="Ask before writing a fact: accepted, requires_review (with the conflicting facts "
    "and the edit that would resolve it) or rejected. Writes nothing.",
    group=LINT,
    run=run,
    takes={
        "store": STORE,
        "fact": {
            "type": "object",
            "description": "entity, claim (or slot and value), observed_at, source, source_class",
        },
        "create": {**FLAG, "description": "The store does not exist yet", "default": False},
    },
    required=("store", "fact"),
    returns={"status": TEXT},
)
