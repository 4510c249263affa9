"""`memory_reconcile`: what each source says of each entity, and which one to believe."""

from __future__ import annotations

from tmf_memory.mcp.brief import first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.stores import STORES, brief_rows, corpus_of_stores
from tmf_memory.mcp.tool import LINT, LIST, Tool, integer, number_of, texts_of

_ROW = ("source", "claim", "observed_at", "source_class", "reliability", "verdict")
_CANONICAL = ("claim", "observed_at", "source", "reliability")


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.factlint.reconcile import reconcile
    from tmf_memory.factlint.views import encode_matrix

    corpus = corpus_of_stores(engines, texts_of(arguments, "stores"))
    document = encode_matrix(reconcile(corpus))
    entities = document["entities"]
    rows: list[Json] = [
        _verdict(one)
        for one in (entities if isinstance(entities, list) else [])
        if isinstance(one, dict)
    ]
    return {
        "sources": document["sources"],
        **first(rows, number_of(arguments, "limit"), "entities"),
    }


def _verdict(entity: Object) -> Object:
    (canonical,) = brief_rows([entity["canonical"]], _CANONICAL)
    rows = brief_rows(entity["rows"], _ROW)
    return without_empty({"entity": entity["entity"], "canonical": canonical, "rows": rows})


TOOL = Tool(
    name="memory_reconcile",
    title="Reconcile sources",
    description="Per entity: what each source says, which one wins, which are superseded.",
    group=LINT,
    run=run,
    takes={"stores": STORES, "limit": integer(20, 1, 200)},
    required=("stores",),
    returns={"entities": LIST},
)
