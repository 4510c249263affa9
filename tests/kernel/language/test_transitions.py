"""Words that say that something ended."""

from __future__ import annotations

import pytest

from tmf_memory.kernel.language.transitions import transition_of


@pytest.mark.parametrize(
    ("claim", "trigger", "departed"),
    [
        ("left Northwind", "left", "Northwind"),
        ("left Northwind for Globex", "left", "Northwind"),
        ("migrated off provider Acme", "migrated off", "provider Acme"),
        ("has moved away from Heroku", "has moved away from", "Heroku"),
        ("moved from PostgreSQL to MySQL", "moved from", "PostgreSQL"),
        ("switched from npm to pnpm", "switched from", "npm"),
        ("no longer uses redis", "no longer uses", "redis"),
        ("no longer works at Initech", "no longer works at", "Initech"),
        ("replaced PostgreSQL with MySQL", "replaced", "PostgreSQL"),
        ("PostgreSQL was replaced by MySQL", "was replaced by", "PostgreSQL"),
        ("stopped using Jenkins in favour of CircleCI", "stopped using", "Jenkins"),
        ("deprecated the v1 API", "deprecated", "v1 API"),
        ("Jenkins is deprecated", "is deprecated", "Jenkins"),
        ("project Helios was cancelled", "was cancelled", "Helios"),
        ("不再使用 PostgreSQL，改用 MySQL", "不再使用", "PostgreSQL"),
        ("从 PostgreSQL 迁移到 MySQL", "迁移到", "PostgreSQL"),
        ("已离开北风公司", "已离开", "北风公司"),
        ("PostgreSQL 已被 MySQL 取代", "已被 mysql 取代", "PostgreSQL"),
        ("弃用了 Jenkins", "弃用了", "Jenkins"),
    ],
)
def test_what_ended(claim: str, trigger: str, departed: str) -> None:
    transition = transition_of(claim)
    assert transition is not None
    assert (transition.trigger, transition.departed) == (trigger, departed)


@pytest.mark.parametrize(
    "claim",
    [
        "uses PostgreSQL",
        "moved to MySQL",
        "will be migrated off Heroku",
        "might drop PostgreSQL",
        "plans to stop using Jenkins",
        "considering whether it should be replaced by MySQL",
        "if Heroku is shut down, deploys fail",
        "never left Northwind",
        "the left pane shows the tree",
        "改用 MySQL",
        "计划不再使用 PostgreSQL",
        "可能弃用 Jenkins",
    ],
)
def test_arrivals_plans_and_doubts_end_nothing(claim: str) -> None:
    assert transition_of(claim) is None
