"""`tmf_retrieve`: ranked claims for a question, or the claims of one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.kernel.errors import UsageError
from tmf_memory.mcp.brief import brief_claims, first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.tool import (
    CODE,
    LIST,
    Tool,
    integer,
    number_of,
    string,
    text_of,
)

if TYPE_CHECKING:
    from tmf_memory.codegraph.memory import CodeMemory


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    query, path = text_of(arguments, "query"), text_of(arguments, "path")
    if bool(query) == bool(path):
        raise UsageError("give either query or path")
    from tmf_memory.codegraph.query import retrieve, retrieve_path
    from tmf_memory.codegraph.views import gap_views, suggested_view, thin_view

    def answer(memory: CodeMemory) -> Object:
        limit = number_of(arguments, "limit")
        if query:
            found = retrieve(memory, query, limit=limit)
        else:
            found = retrieve_path(memory, engines.path_inside(path))
        return {
            **first(
                brief_claims(map(thin_view, found.claims)), limit + len(found.suggested), "claims"
            ),
            **suggested_view(found.suggested),
            **without_empty(
                {
                    "source_fallback_paths": list(found.source_fallback_paths),
                    "gaps": gap_views(found.gaps),
                }
            ),
        }

    return engines.answer_code(progress, answer)


TOOL = Tool(
    name="tmf_retrieve",
    title="Find code claims",
    description="Find functions, classes, settings, routes and tables: ranked for a question or "
    "identifier, or everything in one file. Names files to read when claims do not suffice.",
    group=CODE,
    run=run,
    takes={
        "query": string("Question or identifier", maxLength=2000),
        "path": string("File, instead of a query"),
        "limit": integer(5, 1, 50),
    },
    required=(),
    returns={"claims": LIST},
)
