"""The look-ups along edges are one tool with six names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import brief_edge, first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.named import NAMED, name_in
from tmf_memory.mcp.tool import CODE, LIST, Tool, integer, number_of

if TYPE_CHECKING:
    from tmf_memory.codegraph.memory import CodeMemory

_MOST_CANDIDATES = 10


def relation_tool(relation: str, title: str, description: str) -> Tool:
    """Return the tool that answers one relation of the graph."""

    def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
        return _answer(engines, arguments, progress, relation)

    return Tool(
        name=f"tmf_{relation}",
        title=title,
        description=description,
        group=CODE,
        run=run,
        takes={**NAMED, "limit": integer(50, 1, 500)},
        required=(),
        returns={relation: LIST},
    )


def _answer(engines: Engines, arguments: Object, progress: Progress, relation: str) -> Object:
    from tmf_memory.codegraph.freshness import check_of
    from tmf_memory.codegraph.graph import Relation, look_up
    from tmf_memory.codegraph.lookup import find_one
    from tmf_memory.codegraph.views import graph_view

    def answer(memory: CodeMemory) -> Object:
        asked = find_one(memory.claims, name_in(engines, arguments))
        check = check_of(memory)
        view = graph_view(look_up(memory.claims, check, asked, Relation(relation)))
        edges: list[Json] = [brief_edge(one) for one in _objects(view[relation])]
        candidates = _list(view["unresolved_candidates"])
        cut = view["unresolved_candidates_not_shown"]
        files = view["unresolved_candidate_files_not_read"]
        hidden = max(0, len(candidates) - _MOST_CANDIDATES) + (cut if isinstance(cut, int) else 0)
        return {
            "asked": view["asked"],
            **first(edges, number_of(arguments, "limit"), relation),
            "coverage": view["coverage"],
            **without_empty({"why_empty": view["why_empty"]}),
            **without_empty({"unresolved_candidates": candidates[:_MOST_CANDIDATES]}),
            **({"unresolved_candidates_not_shown": hidden} if hidden else {}),
            **({"unresolved_candidate_files_not_read": files} if files else {}),
        }

    return engines.answer_code(progress, answer)


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _objects(value: Json) -> list[Object]:
    return [one for one in _list(value) if isinstance(one, dict)]
