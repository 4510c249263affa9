"""`tmf_fragment`: a strictly bounded piece of the graph around one symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import brief_edge, first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.named import NAMED, name_in
from tmf_memory.mcp.tool import CODE, LIST, Tool, integer, number_of, texts_of

if TYPE_CHECKING:
    from tmf_memory.codegraph.memory import CodeMemory

_RELATIONS: list[Json] = [
    "callers",
    "callees",
    "readers",
    "writers",
    "subtypes",
    "implementors",
    "importers",
]
_MOST_BOUNDARIES = 20


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.fragment import Bounds, find_fragment
    from tmf_memory.codegraph.freshness import check_of
    from tmf_memory.codegraph.graph import Relation
    from tmf_memory.codegraph.lookup import find_one
    from tmf_memory.codegraph.views import fragment_view

    def answer(memory: CodeMemory) -> Object:
        view = fragment_view(
            find_fragment(
                memory.claims,
                check_of(memory),
                find_one(memory.claims, name_in(engines, arguments)),
                relations=[Relation(name) for name in texts_of(arguments, "relations")],
                bounds=Bounds(number_of(arguments, "hops"), number_of(arguments, "max_nodes")),
            )
        )
        boundaries = view.pop("boundaries")
        view.pop("nodes")
        view.pop("notice")
        return {
            "entry": view.pop("entry"),
            "verified_hops": _hops(view.pop("verified_hops")),
            "stop_reason": view.pop("stop_reason"),
            **without_empty({**view, "stale_or_unknown": _hops(view["stale_or_unknown"])}),
            **without_empty(
                first(
                    boundaries if isinstance(boundaries, list) else [],
                    _MOST_BOUNDARIES,
                    "boundaries",
                )
            ),
        }

    return engines.answer_code(progress, answer)


def _hops(rows: Json) -> list[Json]:
    return [
        {"depth": one["depth"], "relation": one["relation"], "from": one["from"], **brief_edge(one)}
        for one in (rows if isinstance(rows, list) else [])
        if isinstance(one, dict)
    ]


TOOL = Tool(
    name="tmf_fragment",
    title="Piece of the graph",
    description="Follow relations from a symbol for a few hops: verified hops, where the graph "
    "ends unresolved, and why it stopped.",
    group=CODE,
    run=run,
    takes={
        **NAMED,
        "relations": {
            "type": "array",
            "items": {"type": "string", "enum": _RELATIONS},
            "minItems": 1,
            "default": ["callees"],
        },
        "hops": integer(2, 0, 4),
        "max_nodes": integer(24, 1, 64),
    },
    required=(),
    returns={"verified_hops": LIST},
)
