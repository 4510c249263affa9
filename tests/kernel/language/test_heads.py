"""The head of a value decides whether two values are of one thing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tmf_memory.kernel.language.conditions import condition_of, place_of, setting_of
from tmf_memory.kernel.language.heads import head_of, numbers_of
from tmf_memory.kernel.language.rivals import are_companions, are_rivals
from tmf_memory.kernel.language.status import status_verb_of


@pytest.mark.parametrize(
    ("value", "head"),
    [
        ("PostgreSQL 14 for the billing store", "postgresql"),
        ("the platform team", "platform"),
        ("provider Acme", "acme"),
        ("02:00 UTC", "<time>"),
        ("at 02:00", "<time>"),
        ("v1.2", "<version>"),
        ("3.12", "<version>"),
        ("8080", "8080"),
        ("3 replicas", "replicas"),
        ("1978-05-12", "1978"),
        ("5000-10000", "5000"),
        ("self-hosted postgres", "self-hosted"),
        ("us-east-1", "us-east-1"),
        ("北风公司", "北风公司"),
        ("Fly.io", "fly"),
        ("", ""),
        ("!!", "!!"),
    ],
)
def test_heads(value: str, head: str) -> None:
    assert head_of(value) == head


def test_numbers() -> None:
    assert numbers_of("PostgreSQL v14.2 on 3 nodes at 02:00") == ("14.2", "3", "02:00")
    assert numbers_of("no numbers") == ()


@given(st.text(max_size=60))
@example("0:B-")
def test_case_does_not_matter(value: str) -> None:
    assert head_of(value) == head_of(value.casefold())


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("uses SQLite in dev", "dev"),
        ("runs locally", "locally"),
        ("port 8080 (staging)", "staging"),
        ("runs in eu-west-1", "eu-west-1"),
        ("uses X when offline", "when offline"),
        ("uses X before the migration", "before the migration"),
        ("使用 SQLite（测试环境）", "测试环境"),
        ("uses MySQL since June 2026", ""),
        ("uses PostgreSQL", ""),
    ],
)
def test_conditions(text: str, condition: str) -> None:
    assert condition_of(text) == condition


def test_places_and_settings() -> None:
    assert place_of("stopped using redis in staging after the outage") == "staging"
    assert setting_of("Backend > Production") == "backend; production"
    assert setting_of("Ledger") == ""


def test_rivals_and_companions() -> None:
    assert are_rivals("postgresql", "mysql")
    assert are_companions("postgresql", "redis")
    assert not are_rivals("postgresql", "frobnicator")
    assert not are_companions("postgresql", "frobnicator")


@pytest.mark.parametrize(
    ("claim", "verb"),
    [("project Helios is active", "active"), ("was canceled", "cancelled"), ("left", ""),
     ("服务已停用", "停用")],
)  # fmt: skip
def test_status_verbs(claim: str, verb: str) -> None:
    assert status_verb_of(claim) == verb
