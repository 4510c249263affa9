"""Markdown: which lines are facts, whose they are, and what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.documents import markdown
from tests.factlint.formats.contract import run_format_contract
from tmf_memory.factlint.formats.base import SourceText
from tmf_memory.factlint.formats.markdown import FORMAT
from tmf_memory.factlint.model import Fact, Fidelity, Origin, SourceClass
from tmf_memory.factlint.reading import read_document


def facts(text: str, path: str = "notes/memory.md") -> list[Fact]:
    return list(FORMAT.read(SourceText(path, text)).facts)


def test_explicit_line_has_every_part() -> None:
    (fact,) = facts(
        '- billing-store: tool = "MySQL \\"8\\"" ; valid_from=2026-04-01 ; valid_to=2026-09 '
        '-- Jun 2, 2026 (source: infra-doc, class: primary) (aka "Billing DB", "bdb")\n'
    )
    assert fact.entity == "billing-store"
    assert (fact.slot, fact.value) == ("tool", 'MySQL "8"')
    assert (fact.observed_at, fact.valid_from, fact.valid_to) == (
        "2026-06-02",
        "2026-04-01",
        "2026-09",
    )
    assert (fact.source, fact.source_class) == ("infra-doc", SourceClass.PRIMARY)
    assert fact.aliases == ("Billing DB", "bdb")
    assert (fact.fidelity, fact.origin) == (Fidelity.FULL, Origin.LINE)


@pytest.mark.parametrize(
    "tail",
    [
        ' -- 2026-06-02 (source: ops) (aka "x") ; valid_from=2026-01-01',
        ' (aka "x") (source: ops) ; valid_from=2026-01-01 -- 2026-06-02',
        " ; valid_from=2026-01-01 (source: ops) -- 2026-06-02 (aka x)",
        "；valid_from＝2026-01-01（来源：ops）（又名 “x”）（观察于 2026年6月2日）",
        ' (source: ops) (observed 2026-06-02) ; valid_from=2026-01-01 (aka "x")',
    ],
)
def test_trailing_parts_come_in_any_order(tail: str) -> None:
    (fact,) = facts(f'ledger: tool = "MySQL"{tail}\n')
    assert (fact.value, fact.observed_at, fact.source) == ("MySQL", "2026-06-02", "ops")
    assert (fact.valid_from, fact.aliases) == ("2026-01-01", ("x",))


@pytest.mark.parametrize(
    ("line", "entity", "origin"),
    [
        ("billing-store: uses MySQL", "billing-store", Origin.LINE),
        ("**billing-store**: uses MySQL", "billing-store", Origin.LINE),
        ("- `billing-store`: uses MySQL -- 2026-01-01", "billing-store", Origin.LINE),
        ("- `billing-store`: uses MySQL", "memory", Origin.FILE),
        ("账单服务：使用 MySQL", "账单服务", Origin.LINE),
        ("ledger: left Northwind", "ledger", Origin.LINE),
        ("anything at all: goes here -- 2026-01-01", "anything at all", Origin.LINE),
        ("Language: TypeScript", "memory", Origin.FILE),
        ("Note: uses MySQL", "memory", Origin.FILE),
        ("See http://example.org: it uses MySQL daily", "memory", Origin.FILE),
    ],
)
def test_label_is_an_entity_only_when_the_rest_says_so(
    line: str, entity: str, origin: Origin
) -> None:
    found = facts(f"{line}\n")
    assert [(fact.entity, fact.origin) for fact in found] in ([(entity, origin)], [])
    if origin is Origin.LINE:
        assert found


NESTED = """\
# Title

## Globex

works at Northwind
- left Northwind

Umbra:
- runs on Hetzner
  and on nothing else

- **Ledger**
  - uses MySQL
  - Reports:
    - uses SQLite
- runs on Fly
"""


def test_blocks_headings_and_labels_scope_their_lines() -> None:
    assert [(f.claim, f.entity, f.origin.value, f.scope) for f in facts(NESTED)] == [
        ("works at Northwind", "Globex", "heading", "Globex"),
        ("left Northwind", "Globex", "heading", "Globex"),
        ("runs on Hetzner and on nothing else", "Umbra", "block", "Globex > Umbra"),
        ("uses MySQL", "Ledger", "label", "Globex > Umbra > Ledger"),
        ("uses SQLite", "Reports", "label", "Globex > Umbra > Ledger > Reports"),
        ("runs on Fly", "Umbra", "block", "Globex > Umbra"),
    ]


def test_hard_wrapped_bullet_is_one_fact_with_its_lines() -> None:
    (fact,) = facts("- ledger: uses MySQL\n  for orders -- 2026-01-01\n")
    assert (fact.value, fact.observed_at) == ("MySQL for orders", "2026-01-01")
    assert (fact.place.line, fact.place.line_end) == (1, 2)


SKIPPED = [
    "---\nname: x\ndescription: uses MySQL\n---\n",
    '```\nledger: tool = "MySQL"\n```\n',
    "~~~\n```\nledger: uses MySQL\n~~~\n",
    "| ledger | uses MySQL |\n|---|---|\n",
    "<!-- ledger: uses MySQL -->\n",
    "<!--\nledger: uses MySQL\n-->\n",
    "> ledger: uses MySQL\n",
    "- [ ] ledger: uses MySQL\n",
    "- [x] ledger: uses MySQL\n",
    "- [Notes](notes.md) — what was noted\n",
    "- [Notes](notes.md)\n",
    "![diagram](a.png)\n",
    "@AGENTS.md\n",
    "- Never commit to main\n",
    "- Run `npm test` first\n",
    "- Always use MySQL\n",
    "- You must use MySQL\n",
    "- name: string\n",
    "- `retries?: number` — how often\n",
    "- src/main.py — the entry point\n",
    "- `src/main.py`: the entry point\n",
    "- `make build` builds\n"[:13] + "\n",
    "- npm run build\n",
    "- $ make build\n",
    "- ~~ledger: uses MySQL~~\n",
    "- 2026-01-05: ledger moved to MySQL\n",
    "- [2026-01-05] ledger moved to MySQL\n",
    "- Does ledger use MySQL?\n",
    "- 不要使用 MySQL\n",
    "- 请运行测试\n",
    "# A heading\n",
    "***\n",
    "## Changelog\n\n- ledger moved to MySQL\n",
    "## 2026-03-10\n\n- ledger moved to MySQL\n",
]


@pytest.mark.parametrize("text", SKIPPED)
def test_skipped_as_a_fact(text: str) -> None:
    assert facts(text) == []


def test_a_line_in_the_grammar_is_a_fact_even_in_a_log() -> None:
    assert [f.entity for f in facts("## Changelog\n\n- ledger: uses MySQL -- 2026-01-01\n")] == [
        "ledger"
    ]


def test_ambiguous_date_is_kept_but_orders_nothing() -> None:
    (fact,) = facts("ledger: uses MySQL -- 03/04/2026\n")
    assert (fact.observed_at, fact.extra) == ("", {"date": "03/04/2026"})


def test_bom_and_windows_line_ends() -> None:
    (first, second) = facts("\ufeffledger: uses MySQL -- 2026-01-01\r\nweb: uses S3\r\n")
    assert (first.entity, first.observed_at) == ("ledger", "2026-01-01")
    assert second.value == "S3"


def test_provenance_is_expected_only_where_it_is_the_habit() -> None:
    dated = "ledger: uses MySQL -- 2026-01-01\n"
    prose = "".join(f"- the part number {n} is red\n" for n in range(9))
    assert FORMAT.read(SourceText("m.md", dated)).uses_provenance
    assert not FORMAT.read(SourceText("m.md", dated + prose)).uses_provenance


@given(markdown())
def test_contract(text: str) -> None:
    run_format_contract(FORMAT, "memory.md", text)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    FORMAT.read(SourceText("memory.md", text))


@pytest.mark.parametrize("date", ["2026-06-02T10:00:00Z", "2026年6月2日", "2026-06-02"])
def test_a_line_that_ends_with_its_date_goes_on_nowhere(date: str) -> None:
    text = f"ledger: keeps the orders of all the shops in the north -- {date}\nuses S3\n"
    first, second = read_document("memory.md", text).facts
    assert (first.observed_at[:10], second.claim) == ("2026-06-02", "uses S3")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ledger\n======\n- uses S3\n", [("Ledger", "uses S3")]),
        ("Ledger\n---\n- uses S3\n", [("Ledger", "uses S3")]),
        ("2.1.0 (2026-01-05)\n------------------\n- Fixed the port of the proxy\n", []),
        ("web: uses S3\n---\nweb: runs on AWS\n", [("web", "uses S3"), ("web", "runs on AWS")]),
        ("The shop is small.\n---\n", [("memory", "The shop is small.")]),
        ("- uses S3\n---\n", [("memory", "uses S3")]),
    ],
)
def test_underlined_titles_are_headings(text: str, facts: list[tuple[str, str]]) -> None:
    found = read_document("memory.md", text).facts
    assert [(fact.entity, fact.claim) for fact in found] == facts
