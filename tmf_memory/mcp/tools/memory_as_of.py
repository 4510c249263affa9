"""`memory_as_of`: what was considered true on a date."""

from __future__ import annotations

from tmf_memory.kernel.errors import UsageError
from tmf_memory.mcp.brief import first
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.stores import STORES, brief_rows, corpus_of_stores
from tmf_memory.mcp.tool import (
    LINT,
    LIST,
    Tool,
    integer,
    number_of,
    string,
    text_of,
    texts_of,
)

_KEYS = ("entity", "claim", "observed_at", "valid_from", "valid_to", "source", "verdict", "reason")


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.factlint.timeline import as_of
    from tmf_memory.factlint.views import encode_timeline
    from tmf_memory.kernel.dates import parse_date

    given = text_of(arguments, "date")
    date = parse_date(given)
    if not date:
        raise UsageError(f"{given!r} is no unambiguous date; write it like 2026-03-01")
    corpus = corpus_of_stores(engines, texts_of(arguments, "stores"))
    document = encode_timeline(as_of(date, corpus, entity=text_of(arguments, "entity")))
    limit = number_of(arguments, "limit")
    return {
        "date": document["date"],
        "facts_read": document["facts_read"],
        **first(brief_rows(document["beliefs"], _KEYS), limit, "beliefs"),
        **first(brief_rows(document["out_of_window"], _KEYS), limit, "out_of_window"),
        **first(brief_rows(document["unanchored"], _KEYS), limit, "unanchored"),
    }


TOOL = Tool(
    name="memory_as_of",
    title="Facts as of a date",
    description="What the memory files considered true on a date; what was not valid, not yet "
    "observed, or has no date is listed apart.",
    group=LINT,
    run=run,
    takes={
        "date": string("e.g. 2026-03-01", maxLength=40),
        "stores": STORES,
        "entity": string("Only this entity", maxLength=200),
        "limit": integer(30, 1, 200),
    },
    required=("date", "stores"),
    returns={"beliefs": LIST},
)
