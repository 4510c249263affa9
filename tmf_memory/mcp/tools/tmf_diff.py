"""`tmf_diff`: claims and edges that changed since a revision or the last warm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import first, without_empty
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

_PARTS = ("added", "changed", "removed", "edges_added", "edges_removed")


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.changes import changes_since_revision, changes_since_warm
    from tmf_memory.codegraph.views import difference_view

    def answer(memory: CodeMemory) -> Object:
        revision = text_of(arguments, "since")
        if revision:
            difference = changes_since_revision(memory, revision)
        else:
            difference = changes_since_warm(memory)
        view = difference_view(difference)
        limit = number_of(arguments, "limit")
        shown: Object = {"against": view["against"]}
        for part in _PARTS:
            rows = view[part]
            shown.update(first(rows if isinstance(rows, list) else [], limit, part))
        return {**without_empty(shown), "changed": shown["changed"]}

    return engines.answer_code(progress, answer)


TOOL = Tool(
    name="tmf_diff",
    title="What changed",
    description="Claims and relations added, changed or removed since a git revision, or since "
    "the last warm.",
    group=CODE,
    run=run,
    takes={
        "since": string("Git revision; default: the last warm", maxLength=200),
        "limit": integer(50, 1, 500),
    },
    required=(),
    returns={"changed": LIST},
)
