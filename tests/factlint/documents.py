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
            st.sampled_from(["", "# Notes", "## web", "ledger:", "- **Globex**", "```", "***"])
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


DAYS = ("2026-01-05T09:00:00Z", "2026-03-01", "2026-06-02T10:00:00+00:00")
SENTENCES = tuple(claim for claim in CLAIMS if '"' not in claim)


def _json_text(draw: st.DrawFn, document: object) -> str:
    indent = draw(st.sampled_from([None, 2, "\t"]))
    text = json.dumps(document, ensure_ascii=draw(st.booleans()), indent=indent)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text + draw(st.sampled_from(["", "\n"]))


def _text(draw: st.DrawFn, lines: list[str]) -> str:
    text = "".join(line + draw(st.sampled_from(ENDS)) for line in lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """Return a claim with the parts of the fact grammar behind it, or without."""
    date = draw(st.sampled_from(DATES))
    source = draw(st.sampled_from(SOURCES))
    tail = draw(st.sampled_from(["", "", "", " ; valid_to=2026-09-01", " ; valid_from=2026-02"]))
    text = draw(claims) + (f" -- {date}" if date else "")
    return text + (f" (source: {source})" if source else "") + tail


@st.composite
def mcp_graphs(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(["type", "_type"]))
    rows: list[dict[str, object]] = []
    for _ in range(draw(st.integers(1, 6))):
        name = draw(st.sampled_from(ENTITIES))
        if draw(st.integers(0, 3)):
            objects = st.fixed_dictionaries(
                {"text": sentences(), "timestamp": st.sampled_from(DAYS)}
            )
            observed = draw(st.lists(st.one_of(sentences(), objects), max_size=5))
            rows.append(
                {kind: "entity", "name": name, "entityType": "service", "observations": observed}
            )
        else:
            end = draw(st.sampled_from(ENTITIES))
            rows.append({kind: "relation", "from": name, "to": end, "relationType": "uses"})
    return _text(draw, [json.dumps(row, ensure_ascii=draw(st.booleans())) for row in rows])


@st.composite
def mem0_exports(draw: st.DrawFn) -> str:
    row = st.fixed_dictionaries(
        {
            "id": st.sampled_from(["a1", "b2"]),
            "memory": sentences(),
            "user_id": st.sampled_from(ENTITIES),
            "created_at": st.sampled_from(DAYS),
        },
        optional={
            "updated_at": st.sampled_from([None, *DAYS]),
            "expiration_date": st.sampled_from([None, "2026-09-01"]),
            "metadata": st.sampled_from([None, {"source": "wiki"}]),
        },
    )
    rows = draw(st.lists(row, min_size=1, max_size=8))
    document = draw(st.sampled_from([rows, {"results": rows, "count": len(rows)}]))
    return _json_text(draw, document)


@st.composite
def graphiti_graphs(draw: st.DrawFn) -> str:
    nodes = [{"uuid": f"n{at}", "name": name} for at, name in enumerate(ENTITIES)]
    edge = st.fixed_dictionaries(
        {
            "uuid": st.sampled_from(["e1", "e2"]),
            "name": st.just("USES"),
            "fact": st.sampled_from(SENTENCES),
            "source_node_uuid": st.sampled_from(["n0", "n1", "n2", "n3", "n4"]),
            "valid_at": st.sampled_from([None, *DAYS]),
        },
        optional={
            "invalid_at": st.sampled_from([None, "2026-09-01T00:00:00Z"]),
            "expired_at": st.sampled_from([None, "2026-09-01T00:00:00Z"]),
            "created_at": st.sampled_from(DAYS),
        },
    )
    edges = draw(st.lists(edge, min_size=1, max_size=8))
    return _json_text(draw, draw(st.sampled_from([edges, {"nodes": nodes, "edges": edges}])))


@st.composite
def claude_memories(draw: st.DrawFn) -> str:
    head = ["---", f"name: {draw(st.sampled_from(ENTITIES))}"]
    head += [f"description: {draw(sentences())}"]
    head += draw(st.sampled_from([["type: project"], ["metadata:", "  type: user"]]))
    head += draw(st.sampled_from([[], ["updated: 2026-03-01"], ["valid_to: 2026-09-01"]]))
    body = draw(st.lists(markdown_lines(), max_size=8))
    return _text(draw, [*head, "---", "", *body])


@st.composite
def codex_memories(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for name in draw(st.lists(st.sampled_from(ENTITIES), min_size=1, max_size=2)):
        lines += [f"# Task Group: {name}", "", "scope: all of it", ""]
        for number, day in enumerate(draw(st.lists(st.sampled_from(DAYS), max_size=2)), start=1):
            lines += [f"## Task {number}: change", "", "### rollout_summary_files", ""]
            lines += [f"- summaries/{number}.md (updated_at={day}, success)", ""]
        lines += ["## Reusable knowledge", ""]
        references = st.sampled_from(["", " [Task 1]", " [Task 1][Task 2]", " [ad-hoc note]"])
        stated = draw(st.lists(st.tuples(sentences(), references), max_size=6))
        lines += [f"- {text}{reference}" for text, reference in stated]
    return _text(draw, lines)


@st.composite
def basic_notes(draw: st.DrawFn) -> str:
    lines = ["---", f"title: {draw(st.sampled_from(ENTITIES))}", "permalink: notes/one", "---", ""]
    tags = st.sampled_from(["", " #db", " #db #store"])
    contexts = st.sampled_from(["", "", " (in production)", " (source: wiki)", " (2026-03-01)"])
    for text, tag, context in draw(st.lists(st.tuples(sentences(), tags, contexts), max_size=6)):
        lines.append(f"- [tech] {text}{tag}{context}")
    for target in draw(st.lists(st.sampled_from(ENTITIES), max_size=3)):
        lines.append(f"- part_of [[{target}]]")
    return _text(draw, [*lines, "", "It uses MySQL."])


@st.composite
def hermes_memories(draw: st.DrawFn) -> str:
    entry = st.tuples(sentences(), st.sampled_from(["", "", "and on nothing else"]))
    lines: list[str] = []
    for text, rest in draw(st.lists(entry, min_size=1, max_size=6)):
        lines += [text, *([rest] if rest else []), "§"]
    lines += draw(st.sampled_from([[], ["", "§"], ["the last entry"]]))
    return _text(draw, lines)


FILES = st.one_of(
    st.tuples(st.just("memory.md"), markdown()),
    st.tuples(st.just("store.jsonl"), jsonl()),
    st.tuples(st.just("facts.json"), json_documents()),
    st.tuples(st.just("graph.jsonl"), mcp_graphs()),
    st.tuples(st.just("mem0.json"), mem0_exports()),
    st.tuples(st.just("edges.json"), graphiti_graphs()),
    st.tuples(st.just("fact.md"), claude_memories()),
    st.tuples(st.just("groups.md"), codex_memories()),
    st.tuples(st.just("note.md"), basic_notes()),
    st.tuples(st.just("USER.md"), hermes_memories()),
)
