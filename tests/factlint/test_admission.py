"""The write gate says what `scan` would say, and never decides blind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.factlint.documents import records
from tmf_memory.factlint.admission import CANDIDATE, candidate_of
from tmf_memory.factlint.linter import Input, admit, decode_document, scan
from tmf_memory.factlint.model import Fact

BLOCKING = {"contradicted_explicit", "contradicted_implicit", "stale"}


def stored(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.slow
@given(st.lists(records(), max_size=8), records())
@settings(max_examples=300)
def test_gate_and_linter_cannot_disagree(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], fact: dict[str, Any]
) -> None:
    path = stored(tmp_path_factory.mktemp("store") / "store.jsonl", *rows)
    candidate = candidate_of(fact)
    assert isinstance(candidate, Fact)
    known = {each.id for each in decode_document("store.jsonl", path.read_bytes()).facts}
    verdict = admit(fact, path)
    if candidate.id in known:
        assert verdict.already_present
        assert verdict.is_accepted
        return
    report = scan([Input("store.jsonl", path), Input("new.json", data=json.dumps([fact]).encode())])
    against = set()
    for finding in report.findings:
        sides = [side.id for side in (finding.flagged, finding.survivor) if side is not None]
        if finding.name in BLOCKING and candidate.id in sides:
            against.update(each for each in sides if each != candidate.id)
    assert set(verdict.conflict_ids) == against
    assert verdict.status == ("requires_review" if against else "accepted")


@pytest.mark.slow
@given(st.lists(records(), max_size=6), records())
@settings(max_examples=150)
def test_admitting_twice_is_admitting_once(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], fact: dict[str, Any]
) -> None:
    path = tmp_path_factory.mktemp("store") / "store.jsonl"
    first = admit(fact, stored(path, *rows))
    assume(first.is_accepted and first.record is not None)
    again = admit(fact, stored(path, *rows, dict(first.record or {})))
    assert again.is_accepted
    assert again.already_present


WEB: dict[str, Any] = {"entity": "web", "slot": "gateway", "value": "kong", "date": "2026-02-01"}


def test_accepted_fact_comes_back_as_the_canonical_record(tmp_path: Path) -> None:
    verdict = admit({**WEB, "team": "core", "aliases": ["site"]}, stored(tmp_path / "store.jsonl"))
    assert verdict.status == "accepted"
    assert verdict.record == {
        "id": verdict.record["id"] if verdict.record else "",
        "entity": "web",
        "slot": "gateway",
        "value": "kong",
        "claim": 'gateway = "kong"',
        "observed_at": "2026-02-01",
        "valid_from": None,
        "valid_to": None,
        "source": None,
        "source_class": "unclassified",
        "fidelity": "FULL",
        "status_verb": None,
        "aliases": ["site"],
        "team": "core",
    }


def test_credential_needs_review_and_is_not_echoed(tmp_path: Path) -> None:
    token = "ghp_9fK2mQ7xZs4Lr8Vb1Nc6Td3Wy5Ge0HjPuAiO"
    fact = {"entity": "deploy", "claim": f"the token is {token}"}
    verdict = admit(fact, stored(tmp_path / "store.jsonl", WEB))
    assert verdict.status == "requires_review"
    assert verdict.reason == "GitHub token ghp_… (40 characters)"
    assert verdict.conflict_ids == []


def test_older_candidate_is_the_one_to_supersede(tmp_path: Path) -> None:
    store = stored(tmp_path / "store.jsonl", {**WEB, "value": "envoy", "date": "2026-05-01"})
    verdict = admit(WEB, store)
    assert verdict.supersede is not None
    assert verdict.supersede["target_is_candidate"] is True
    assert verdict.supersede["target_shape"] == "candidate"
    assert verdict.supersede["valid_to"] == "2026-05-01"


def test_history_cannot_block(tmp_path: Path) -> None:
    row = {**WEB, "value": "envoy", "date": "2026-01-01", "valid_to": "2026-02-01"}
    assert admit(WEB, stored(tmp_path / "store.jsonl", row)).is_accepted


def test_hedge_is_a_warning(tmp_path: Path) -> None:
    store = tmp_path / "memory.md"
    store.write_text("ledger: uses PostgreSQL\n", encoding="utf-8")
    verdict = admit({"entity": "ledger", "claim": "uses MySQL"}, store)
    assert verdict.is_accepted
    assert verdict.warnings[0].startswith("[likely_conflict] prose-only: slot 'anchor:uses'")


def test_misspelt_entity_is_a_warning(tmp_path: Path) -> None:
    store = stored(tmp_path / "store.jsonl", {**WEB, "entity": "payments"})
    verdict = admit({**WEB, "entity": "paymants", "value": "envoy"}, store)
    assert verdict.is_accepted
    assert verdict.warnings == [
        "[unresolved_alias] 'paymants' and 'payments' differ by 1 edit(s) — NOT merged; "
        "confirm whether they are one entity"
    ]


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        ({"slot": "port", "value": "1"}, "no entity"),
        ({"entity": "web"}, "neither value nor claim"),
        ({"entity": "web", "slot": "port", "value": {"a": 1}}, "value must be text"),
        ({"entity": "web", "claim": "is up", "observed_at": "soon"}, "no unambiguous date"),
    ],
)
def test_what_cannot_be_normalized_is_rejected(
    tmp_path: Path, fact: dict[str, Any], reason: str
) -> None:
    verdict = admit(fact, stored(tmp_path / "store.jsonl", WEB))
    assert verdict.status == "rejected"
    assert reason in verdict.reason


def test_missing_store_is_rejected_unless_it_may_be_made(tmp_path: Path) -> None:
    assert admit(WEB, tmp_path / "none.jsonl").status == "rejected"
    assert admit(WEB, tmp_path / "none.jsonl", create=True).is_accepted
    assert list(tmp_path.iterdir()) == []


def test_empty_store_is_a_store(tmp_path: Path) -> None:
    assert admit(WEB, stored(tmp_path / "store.jsonl")).is_accepted


@pytest.mark.parametrize(
    "data",
    [b'{"entity": "web", "slot": "ga\n', b"\xff\xfe{}", b"{}\0"],
    ids=["torn", "not UTF-8", "NUL"],
)
def test_unreadable_store_is_rejected(tmp_path: Path, data: bytes) -> None:
    store = tmp_path / "store.jsonl"
    store.write_bytes(data)
    verdict = admit(WEB, store)
    assert verdict.status == "rejected"
    assert "cannot be read" in verdict.reason


def test_candidate_has_no_place_on_disk() -> None:
    candidate = candidate_of(WEB)
    assert isinstance(candidate, Fact)
    assert candidate.place.path == CANDIDATE


def test_a_rejection_names_the_store_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "store.jsonl").write_text('{"entity": "a"', encoding="utf-8")
    fact = {"entity": "ledger", "claim": "uses S3"}
    missing = admit(fact, "none.jsonl", base=tmp_path)
    torn = admit(fact, "store.jsonl", base=tmp_path)
    assert missing.reason == "no store at none.jsonl"
    assert torn.reason.startswith("store.jsonl:1 cannot be read: ")
