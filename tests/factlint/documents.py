"""Random memory documents, as ugly as files on disk are."""

from __future__ import annotations

import json

from hypothesis import strategies as st

ENTITIES = ("ledger", "Globex Inc", "web", "账单服务")
CLAIMS = (
    "uses PostgreSQL 14 for orders",
    "uses MySQL 8 for orders",
    "uses redis 6 for orders",
    "uses redis 7 for orders",
    "stopped using PostgreSQL",
    "works at Northwind",
    "left Northwind",
    "listens on port 8080",
    "serves the shop and nothing else",
    "使用 PostgreSQL",
    "不再使用 PostgreSQL，改用 MySQL",
    'datastore = "Aurora, \\"old\\" one"',
    'datastore = "S3"',
)
DATES = ("", "2026-01-05", "2026-06-02", "2026-06", "2025", "2026-06-02T10:00:00Z", "03/04/2026")
SOURCES = ("", "wiki", "runbook, class: primary", "notes, class: secondary")
ENDS = ("\n", "\r\n")

claims = st.sampled_from(CLAIMS)


@st.composite
def markdown_lines(draw: st.DrawFn) -> str:
    """Return one line without its end: a fact, or something else."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(
            st.sampled_from(["", "# Notes", "## web", "ledger:", "- **Globex**", "```", "---"])
        )
    bullet = draw(st.sampled_from(["", "- ", "* ", "  - ", "12. ", "\t- "]))
    entity = draw(st.sampled_from(["", *ENTITIES]))
    date = draw(st.sampled_from(DATES))
    source = draw(st.sampled_from(SOURCES))
    aka = draw(st.sampled_from(["", "", "", ' (aka "Books")']))
    tail = draw(st.sampled_from(["", "", " ", "  ", "\t"]))
    line = f"{bullet}{entity}: " if entity else bullet
    line += draw(claims)
    line += f" -- {date}" if date else ""
    line += f" (source: {source})" if source else ""
    return line + aka + tail


@st.composite
def markdown(draw: st.DrawFn) -> str:
    lines = draw(st.lists(markdown_lines(), min_size=1, max_size=12))
    text = "".join(line + draw(st.sampled_from(ENDS)) for line in lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text


@st.composite
def records(draw: st.DrawFn) -> dict[str, object]:
    record: dict[str, object] = {"entity": draw(st.sampled_from(ENTITIES))}
    if draw(st.booleans()):
        record["slot"] = draw(st.sampled_from(["tool", "port", "gateway"]))
        record["value"] = draw(
            st.sampled_from(["PostgreSQL 14", "MySQL 8", "redis 6", "redis 7", 8080])
        )
    else:
        record["claim"] = draw(claims)
    for key, values in (
        ("observed_at", [date for date in DATES if "/" not in date]),
        ("source", ["", "wiki"]),
        ("source_class", ["", "primary", "secondary"]),
        ("team", ["", "core"]),
    ):
        value = draw(st.sampled_from(values))
        if value:
            record[key] = value
    return record


@st.composite
def jsonl(draw: st.DrawFn) -> str:
    rows = draw(st.lists(records(), min_size=1, max_size=10))
    separators = draw(st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : ")]))
    text = "".join(
        json.dumps(row, ensure_ascii=draw(st.booleans()), separators=separators)
        + draw(st.sampled_from([*ENDS, "\n\n"]))
        for row in rows
    )
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text


@st.composite
def json_documents(draw: st.DrawFn) -> str:
    kind = draw(st.integers(0, 2))
    document: object
    if kind == 0:
        document = draw(st.lists(records(), min_size=1, max_size=8))
    elif kind == 1:
        document = {"facts": draw(st.lists(records(), min_size=1, max_size=8)), "_by": "us"}
    else:
        dated = st.builds(
            lambda claim, date: f"{claim} -- {date}" if date else claim,
            claims,
            st.sampled_from(DATES[:4]),
        )
        slots = st.dictionaries(st.sampled_from(["tool", "port"]), st.sampled_from(["redis", "S3"]))
        document = draw(
            st.dictionaries(
                st.sampled_from(ENTITIES),
                st.one_of(dated, st.lists(dated, max_size=4), slots),
                min_size=1,
            )
        )
    indent = draw(st.sampled_from([None, 2, "\t"]))
    text = json.dumps(document, ensure_ascii=draw(st.booleans()), indent=indent)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text + draw(st.sampled_from(["", "\n"]))


FILES = st.one_of(
    st.tuples(st.just("memory.md"), markdown()),
    st.tuples(st.just("store.jsonl"), jsonl()),
    st.tuples(st.just("facts.json"), json_documents()),
)
