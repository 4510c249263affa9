"""What people read: text, concise, markdown."""

from __future__ import annotations

from tests.factlint.reporters.report import CLEAN, REPORT
from tmf_memory.factlint.reporters.base import reporter_named


def render(name: str) -> str:
    return reporter_named(name).render(REPORT)


def test_text() -> None:
    assert render("text") == (
        "unresolved_alias       L0 ledger :: 'ledger' (form 'ledger') and 'ledgor' (form 'ledgor')"
        " differ by 1 edit(s), similarity 0.83 — NOT merged; confirm whether they are one entity\n"
        "contradicted_implicit  L2 ledger notes/a b.md:1 :: slot 'anchor:uses' value conflict"
        " ('postgresql' -> 'mysql')\n"
        "unsourced              L0 ledgor notes/a b.md:3 :: 'ledgor: port = \"1\"' has neither date"
        " nor source\n"
        "== 3 findings (contradicted_implicit=1, unresolved_alias=1, unsourced=1) | 3 facts"
        " | engine=heuristic\n"
    )


def test_text_of_nothing() -> None:
    assert reporter_named("text").render(CLEAN) == "clean: 1 facts, 0 findings (engine=heuristic)\n"


def test_concise() -> None:
    assert render("concise").splitlines()[1:] == [
        "notes/a b.md:1: MF002 contradicted_implicit [ledger] slot 'anchor:uses' value conflict"
        " ('postgresql' -> 'mysql')",
        "notes/a b.md:3: MF007 unsourced [ledgor] 'ledgor: port = \"1\"' has neither date"
        " nor source",
    ]
    assert reporter_named("concise").render(CLEAN) == ""


def test_markdown() -> None:
    text = render("markdown")
    assert text.startswith(
        "# memory-lint report\n\nEngine: `heuristic` | Facts scanned: 3 | Findings: 3\n"
    )
    assert "| `contradicted_implicit` | 1 | error |\n" in text
    assert text.endswith(
        '    new: ledger: tool = "PostgreSQL" ; valid_to=2026-06-02 -- 2026-01-05\n'
    )
    assert reporter_named("markdown").render(CLEAN).count("\n") == 3
