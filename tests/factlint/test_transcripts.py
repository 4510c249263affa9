"""The transcripts of the reference, rebuilt from `examples/`, are what comes out."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.kernel.embedders.service import ollama, serving
from tmf_memory.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "examples"
    folder.mkdir()
    for path in (ROOT / "examples").iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    monkeypatch.chdir(tmp_path)
    return folder


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str]:
    code = main(["memory-lint", *command.split()])
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


@pytest.mark.usefixtures("examples")
def test_scan_shows_the_three_alias_rules_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "scan examples/aliases.md")
    assert code == 1
    assert out.splitlines() == [
        "unresolved_alias       L0 Acme Corp :: 'Acme Corp' (form 'acme') and 'Acma' (form 'acma')"
        " differ by 1 edit(s), similarity 0.75 — NOT merged; confirm whether they are one entity",
        "contradicted_explicit  L2 Acme Corp examples/aliases.md:1 :: newer fact has transition"
        " trigger 'left' on shared anchor 'globex'",
        "contradicted_implicit  L2 conf=1.0 billing examples/aliases.md:4 ::"
        " slot-equality: datastore 'self-hosted postgres 15 cluster' vs 'aurora mysql compatible"
        " cluster' (no observation order: undated and undated — the two canonical records"
        " disagree, neither is newer)",
        "== 3 findings (contradicted_explicit=1, contradicted_implicit=1, unresolved_alias=1)"
        " | 5 facts | engine=heuristic",
    ]


@pytest.mark.usefixtures("examples")
def test_grey_zone_is_clean_for_the_heuristics(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "scan examples/greyzone.md")
    assert (code, out) == (0, "clean: 2 facts, 0 findings (engine=heuristic)\n")


def test_grey_zone_is_hedged_by_similarity(
    examples: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del examples
    with serving(ollama(lambda text: GREY["MySQL" in text])) as url:
        monkeypatch.setenv("OLLAMA_BASE_URL", url)
        monkeypatch.delenv("EMBED_BASE_URL", raising=False)
        code, out = run(capsys, "scan examples/greyzone.md --engine embed")
    assert code == 1
    assert out.splitlines() == [
        "likely_conflict        L3 score=0.661 conf=0.505 billing-store examples/greyzone.md:1 ::"
        " moderate claim similarity (0.66) with prose-only: slot 'f:billing' value conflict"
        " ('postgres' -> 'mysql'); composite confidence 0.51 (cosine 0.66 + structured 0.35)",
        "== 1 findings (likely_conflict=1) | 2 facts | engine=embed",
    ]


def test_without_the_model_the_run_says_so_and_does_not_fail(
    examples: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del examples
    with serving(lambda path, body: (500, b"")) as url:
        monkeypatch.setenv("OLLAMA_BASE_URL", url)
        code, out = run(capsys, "scan examples/greyzone.md --engine embed")
    assert code == 0
    assert out.startswith(f"degraded               L3 engine :: {url}/api/embed answered with")
    assert out.endswith("== 1 findings (degraded=1) | 2 facts | engine=heuristic\n")


# The cosine of these two is the 0.661 that the transcript prints.
GREY = ([1.0, 0.0], [0.6606, 0.75074])

REPORT = """\
Engine: `heuristic` | Facts scanned: 15 | Findings: 7

| Class | Count | Severity |
|---|---|---|
| `contradicted_explicit` | 2 | error |
| `contradicted_implicit` | 3 | error |
| `duplicate` | 1 | info |
| `unsourced` | 1 | info |

## Findings

- **contradicted_implicit** — entity `billing-store` `examples/memory.md`:5: \
slot 'anchor:uses' value conflict ('postgresql' -> 'mysql')
  - flagged: "billing-store: uses PostgreSQL 14 for the billing store" (observed 2026-01-05)
  - survivor: "billing-store: uses MySQL 8 for the billing store" (observed 2026-06-02)
- **contradicted_explicit** — entity `Globex` `examples/memory.md`:15: \
newer fact has transition trigger 'left' on shared anchor 'northwind'
"""
PLAN = """\
## Fix plan (dry-run — pass --apply --yes-i-know to execute)
"""
SUPERSEDED = """\
supersede examples/memory.md:15 — "works at Northwind" (valid_to 2026-05-01)
    new: Globex: employer = "Northwind" ; valid_to=2026-05-01 -- 2026-01-01 (source: profile)
"""
DELETED = (
    'delete examples/memory.md:11 — "cache-tier: uses redis 7" '
    "([duplicate] identical to 'cache-tier: uses redis 7' (normalized hash match))\n"
)


@pytest.mark.usefixtures("examples")
def test_report_over_two_formats(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "report examples/memory.md examples/facts.json")
    assert code == 1
    assert [
        part for part in (REPORT, PLAN, f"- {SUPERSEDED}", f"- {DELETED}") if part not in out
    ] == []


def test_apply_says_what_the_plan_said_and_undo_restores_it(
    examples: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (examples / "memory.md").read_bytes()
    monkeypatch.chdir(examples)
    _, planned = run(capsys, "report memory.md")
    code, out = run(capsys, "report memory.md --apply --yes-i-know")
    assert code == 0
    stamp = re.search(r"snapshot: memory\.md\.bak-(\d{8}-\d{6}-\d{6})\)", out)
    assert stamp is not None
    assert out.replace(stamp[1], "STAMP") == (
        "applied 4 fix(es) across 1 file(s):\n"
        '  supersede memory.md:5 — "billing-store: uses PostgreSQL 14 for the billing store"'
        " (valid_to 2026-06-02)\n"
        '    new: billing-store: tool = "PostgreSQL 14 for the billing store" ;'
        " valid_to=2026-06-02 -- 2026-01-05 (source: infra-doc)\n"
        '  delete memory.md:11 — "cache-tier: uses redis 7" ([duplicate] identical to'
        " 'cache-tier: uses redis 7' (normalized hash match))\n"
        '  supersede memory.md:15 — "works at Northwind" (valid_to 2026-05-01)\n'
        '    new: Globex: employer = "Northwind" ; valid_to=2026-05-01 -- 2026-01-01'
        " (source: profile)\n"
        '  supersede memory.md:17 — "project Helios is active" (valid_to 2026-07-15)\n'
        '    new: Umbra: project = "Helios is active" ; valid_to=2026-07-15 -- 2026-01-15'
        " (source: roadmap)\n"
        "  rewrote memory.md (backup: memory.md.bak, snapshot: memory.md.bak-STAMP)\n"
        "undo with: memory-lint undo <file>  (restores the newest snapshot)\n"
    )
    done = [line.strip() for line in out.splitlines()[1:-2]]
    assert done == [line.strip().removeprefix("- ") for line in planned.splitlines()[-len(done) :]]
    code, out = run(capsys, "undo memory.md")
    assert (code, out) == (0, f"restored memory.md from memory.md.bak-{stamp[1]}\n")
    assert (examples / "memory.md").read_bytes() == before


def test_undo_of_an_untouched_file_is_exit_2(
    examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memory-lint", "undo", str(examples / "aliases.md")]) == 2
    assert "[nothing-to-undo]" in capsys.readouterr().err


RECONCILE = """\
# memory-lint reconcile

Sources: 2 | Entities: 9 | Claims considered: 15

## Globex

| Source | Claim | Observed | Status | Verdict |
|---|---|---|---|---|
| examples/memory.md | left Northwind | 2026-05-01 | — | WINNER |

**Canonical**: left Northwind  *(observed 2026-05-01 | class unclassified | reliability 0.20)*
"""


@pytest.mark.usefixtures("examples")
def test_reconcile(capsys: pytest.CaptureFixture[str]) -> None:
    command = "reconcile examples/memory.md examples/facts.json --registry examples/registry.yaml"
    code, out = run(capsys, command)
    assert code == 0
    assert out.startswith(RECONCILE)


MARCH = """\
# memory-lint as-of 2026-03-01

Store: examples/timeline.jsonl | facts read: 7 | in effect: 4 | entities: 3
Conflicts resolved at this date: 1

## billing-store

| Slot | Value | Observed | Class | Reliability | Verdict |
|---|---|---|---|---|---|
| tool | PostgreSQL 14 | 2026-01-05 | primary | 0.70 | CURRENT |

## edge-proxy

| Slot | Value | Observed | Class | Reliability | Verdict |
|---|---|---|---|---|---|
| gateway | haproxy | 2026-02-01 | unclassified | 0.20 | CAPPED |
| gateway | kong | 2026-03-01 | primary | 0.70 | CURRENT |

- **CAPPED** gateway = 'haproxy' (id `c1ab7a22a4dcb381`) — unclassified claim, removed from the \
ranking by the primary-source fact `a7cbc633c4d1bdf6`

## nightly-sync

| Slot | Value | Observed | Class | Reliability | Verdict |
|---|---|---|---|---|---|
| schedule | 02:00 UTC | 2026-01-01 | primary | 0.70 | CURRENT |

## Not in effect on 2026-03-01

| Entity | Value | Reason |
|---|---|---|
| nightly-sync | 23:30 UTC | not_yet_valid |
| billing-store | MySQL 8 | not_yet_valid |

## Unanchored (no date, no validity window)

- Initech: 'grafana' (id `145a8166667a9e33`)
"""
JULY = (
    """\
# memory-lint as-of 2026-07-01

Store: examples/timeline.jsonl | facts read: 7 | in effect: 4 | entities: 3
Conflicts resolved at this date: 1

## billing-store

| Slot | Value | Observed | Class | Reliability | Verdict |
|---|---|---|---|---|---|
| tool | MySQL 8 | 2026-06-02 | primary | 0.70 | CURRENT |
""",
    """\
## Not in effect on 2026-07-01

| Entity | Value | Reason |
|---|---|---|
| nightly-sync | 02:00 UTC | expired |
| billing-store | PostgreSQL 14 | expired |
""",
)


@pytest.mark.usefixtures("examples")
def test_as_of_answers_differently_on_two_dates(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "as-of 2026-03-01 examples/timeline.jsonl") == (0, MARCH)
    code, out = run(capsys, "as-of 2026-07-01 examples/timeline.jsonl")
    assert code == 0
    assert [part for part in JULY if part not in out] == []


VERDICT = """\
status: requires_review | reason: conflicts with 1 stored fact(s)
conflict_ids: ['8a0ccbab525e5078']
supersede: {
  "action": "supersede",
  "target_id": "8a0ccbab525e5078",
  "target_is_candidate": false,
  "target_shape": "jsonl",
  "valid_to": "2026-07-01",
  "new_line": "billing-store: tool = \\"MySQL 8\\" ; valid_to=2026-07-01 -- 2026-06-02 \
(source: infra-doc)",
  "reason": "[contradicted_implicit] slot 'anchor:uses' value conflict ('mysql' -> 'mariadb')"
}
"""


@pytest.mark.usefixtures("examples")
def test_admit(capsys: pytest.CaptureFixture[str]) -> None:
    fact = (
        '{"entity":"billing-store","slot":"tool","value":"MariaDB",'
        '"date":"2026-07-01","source":"ops"}'
    )
    assert run(capsys, f"admit examples/store.jsonl --fact {fact}") == (1, VERDICT)


@pytest.mark.usefixtures("examples")
def test_store_has_two_findings(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "scan examples/store.jsonl")
    assert out.splitlines()[-1] == (
        "== 2 findings (contradicted_explicit=1, stale=1) | 6 facts | engine=heuristic"
    )
