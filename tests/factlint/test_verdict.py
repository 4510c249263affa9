"""Reliability is capped by provenance; rank has five keys."""

from __future__ import annotations

from typing import Any

import pytest

from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.model import Fact, Place, SourceClass
from tmf_memory.factlint.records import draft_of
from tmf_memory.factlint.registry import override_weights
from tmf_memory.factlint.verdict import best_of, cap_of, decide
from tmf_memory.factlint.weights import DEFAULT
from tmf_memory.kernel.errors import UsageError


def fact(claim: str, **fields: Any) -> Fact:
    return make_fact(draft_of({"entity": "ledger", "claim": claim, **fields}, Place("s.jsonl")))


@pytest.mark.parametrize(
    ("claim", "source_class", "reliability"),
    [
        ("we verified the billing store moved", "primary", 1.00),
        ("we verified the billing store moved", "unclassified", 0.20),
        ("we verified the billing store moved", "secondary", 0.60),
        ("we verified the billing store moved", "derived", 0.40),
        ("rumor has it the billing store moved", "primary", 0.20),
        ("the billing store moved", "primary", 0.70),
        ("据说账单服务已迁移", "primary", 0.20),
        ("已验证账单服务已迁移", "primary", 1.00),
        ("probably verified", "primary", 0.20),
        ("the unverifiedness of rumorous things", "primary", 0.70),
    ],
)
def test_reliability_is_the_lowest_ceiling(
    claim: str, source_class: str, reliability: float
) -> None:
    assert DEFAULT.reliability(fact(claim, source_class=source_class)) == reliability


def test_residual_prose_is_capped() -> None:
    residual = fact("is verified", source_class="primary", fidelity="RESIDUAL")
    assert DEFAULT.reliability(residual) == 0.5


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ({"date": "2026-01-01"}, {"date": "2026-02-01"}),
        ({"date": "2026-02-01"}, {"date": "2026-02-01", "source_class": "secondary"}),
        ({}, {"date": "2020-01-01"}),
    ],
)
def test_rank(weaker: dict[str, Any], stronger: dict[str, Any]) -> None:
    low, high = fact("is up", **weaker), fact("is down", **stronger)
    assert best_of([low, high], DEFAULT) is high
    assert best_of([high, low], DEFAULT) is high


def test_rank_then_reliability_then_status_then_source_order() -> None:
    plain = fact("moves", source_class="primary")
    rumour = fact("rumor has it that it moves", source_class="primary")
    assert best_of([plain, rumour], DEFAULT) is plain
    stated = fact("is active", source_class="primary")
    assert best_of([stated, plain], DEFAULT) is stated
    again = fact("moves", source_class="primary", source="b")
    assert best_of([plain, again], DEFAULT) is again


def test_unclassified_facts_leave_the_pool_beside_a_primary_one() -> None:
    primary = fact("is up", source_class="primary", date="2026-01-01")
    junk = fact("is down", date="2026-06-01")
    verdict = decide([primary, junk], DEFAULT, cap_of([primary, junk], DEFAULT))
    assert verdict.winner is primary
    assert verdict.capped == (junk,)
    assert decide([junk], DEFAULT, primary).winner is junk


def test_registry_overrides_single_rows_nested_or_dotted() -> None:
    weights = override_weights(
        DEFAULT,
        {
            "cues": {"hearsay": 0.1},
            "cues.benchmarked": 1.0,
            "class.primary": 0.9,
            "fidelity": {"RESIDUAL": 0.3},
            "sources": {"runbook*": "primary"},
        },
        "registry.yaml",
    )
    assert weights.wording("hearsay says so") == 0.1
    assert weights.wording("it was benchmarked") == 1.0
    assert weights.wording("it was verified") == 1.0
    assert weights.classes[SourceClass.PRIMARY] == 0.9
    assert weights.class_of("runbook-7", SourceClass.UNCLASSIFIED) is SourceClass.PRIMARY
    assert weights.class_of("runbook-7", SourceClass.DERIVED) is SourceClass.DERIVED
    assert weights.class_of("wiki", SourceClass.UNCLASSIFIED) is SourceClass.UNCLASSIFIED


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"weights": {}},
        {"cues": 3},
        {"cues": {"a": "b"}},
        {"cues": {"a": 2}},
        {"cues": {"a": True}},
        {"class": {"royal": 1}},
        {"fidelity": {"HALF": 1}},
        {"sources": {"a": "royal"}},
    ],
)
def test_bad_registry_is_named(document: Any) -> None:
    with pytest.raises(UsageError, match=r"registry\.yaml"):
        override_weights(DEFAULT, document, "registry.yaml")
