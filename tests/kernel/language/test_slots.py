"""What prose asserts, and what it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.kernel.language.slots import Slot, frame_of
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary


@pytest.mark.parametrize(
    ("claim", "key", "value"),
    [
        ("uses PostgreSQL 14 for the billing store", "uses", "PostgreSQL 14 for the billing store"),
        ("now uses MySQL 8.", "uses", "MySQL 8"),
        ("the service relies on Kafka", "uses", "Kafka"),
        ("switched to MySQL", "uses", "MySQL"),
        ("works at Northwind", "employer", "Northwind"),
        ("joined Globex", "employer", "Globex"),
        ("runs on Fly.io", "runs_on", "Fly.io"),
        ("is hosted on AWS", "runs_on", "AWS"),
        ("runs nightly at 02:00", "schedule", "nightly at 02:00"),
        ("runs at 02:00 UTC", "schedule", "at 02:00 UTC"),
        ("is scheduled for 04:00", "schedule", "04:00"),
        ("stored in S3", "storage", "S3"),
        ("deployed to Fly", "deploy", "Fly"),
        ("is owned by the platform team", "owner", "the platform team"),
        ("listens on port 8080", "port", "8080"),
        ("listens on 8080", "port", "8080"),
        ("version 2.1", "version", "2.1"),
        ("is at version 2.1", "version", "2.1"),
        ("lives in Berlin", "location", "Berlin"),
        ("project Helios is active", "project", "Helios is active"),
        ("使用 PostgreSQL 14", "uses", "PostgreSQL 14"),
        ("已改用 MySQL", "uses", "MySQL"),
        ("在北风公司工作", "employer", "北风公司"),
        ("运行在 AWS 上", "runs_on", "AWS"),
        ("由张三负责", "owner", "张三"),
        ("监听 8080 端口", "port", "8080"),
        ("部署到阿里云", "deploy", "阿里云"),
        ("存储在 S3 中", "storage", "S3"),
        ("每天 02:00 执行", "schedule", "每天 02:00"),
    ],
)
def test_wordings(claim: str, key: str, value: str) -> None:
    assertion = STANDARD.assertion_of(claim)
    assert assertion is not None
    assert (assertion.key, assertion.value) == (f"anchor:{key}", value)


@pytest.mark.parametrize(
    "claim",
    [
        "will use Kafka",
        "might use Kafka",
        "does not use Kafka",
        "no longer uses Kafka",
        "was using Kafka",
        "previously used Kafka",
        "uses Kafka?",
        "plans to be hosted on AWS",
        "is fast",
        "abuses nothing",
        "the user left",
        "计划使用 Kafka",
        "不再使用 Kafka",
        "曾使用 Kafka",
        "用户很多",
        "",
    ],
)
def test_plans_doubts_denials_and_the_past_assert_nothing(claim: str) -> None:
    assert STANDARD.assertion_of(claim) is None


def test_subject_inside_the_claim_is_kept() -> None:
    assertion = STANDARD.assertion_of("the client uses React")
    assert assertion is not None
    assert (assertion.subject, assertion.value) == ("the client", "React")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("tool", "anchor:uses"),
        ("uses", "anchor:uses"),
        ("anchor:uses", "anchor:uses"),
        ("Listen port", "anchor:port"),
        ("owned-by", "anchor:owner"),
        ("datastore", "datastore"),
        ("Favourite Colour", "favourite_colour"),
    ],
)
def test_slot_names_share_a_key(name: str, key: str) -> None:
    assert STANDARD.key_of(name) == key


@pytest.mark.parametrize("name", ["languages", "backends", "ports", "environments", "hobbies"])
def test_plural_slots(name: str) -> None:
    assert STANDARD.is_plural(name)


@pytest.mark.parametrize("name", ["tool", "port", "owner", "status", "address"])
def test_single_slots(name: str) -> None:
    assert not STANDARD.is_plural(name)


@pytest.mark.parametrize(
    ("claim", "key", "value"),
    [
        ("billing is on Postgres", "f:billing", "Postgres"),
        ("billing sits on Postgres in its own cluster", "f:billing", "Postgres in its own cluster"),
        ("MySQL handles billing", "f:billing", "MySQL"),
        ("MySQL for billing", "f:billing", "MySQL"),
        ("the default branch is main", "f:branch", "main"),
    ],
)
def test_frames_are_weak(claim: str, key: str, value: str) -> None:
    frame = frame_of(claim)
    assert frame is not None
    assert (frame.key, frame.value, frame.is_weak) == (key, value, True)


def test_project_adds_its_own_words() -> None:
    words = Vocabulary(
        slots=[Slot("anchor:broker", "broker", "publishes through")],
        triggers=["waved goodbye to"],
        single=["hobbies"],
        multiple=["gateway", "tool"],
    )
    assertion = words.assertion_of("publishes through NATS")
    assert assertion is not None
    assert (assertion.key, assertion.value) == ("anchor:broker", "NATS")
    transition = words.transition_of("waved goodbye to NATS last year")
    assert transition is not None
    assert (transition.trigger, transition.departed) == ("waved goodbye to", "NATS")
    assert words.is_single("hobbies")
    assert not words.is_plural("hobbies")
    assert words.is_plural("gateway")
    assert words.is_plural("anchor:uses")


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    assertion = STANDARD.assertion_of(text)
    assert assertion is None or assertion.value.strip()
    transition = STANDARD.transition_of(text)
    assert transition is None or transition.departed
