"""Dates as people write them: read exactly, ordered only when they prove an order."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.kernel.dates import is_ambiguous, is_before, order_key, parse_date, span_of


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2026-01-05", "2026-01-05"),
        ("2026-1-5", "2026-01-05"),
        ("2026-03", "2026-03"),
        ("2026", "2026"),
        ("2026/03/01", "2026-03-01"),
        ("2026.3.1", "2026-03-01"),
        ("20260301", "2026-03-01"),
        ("2026-01-05T10:00", "2026-01-05T10:00:00"),
        ("2026-01-05 10:00:07Z", "2026-01-05T10:00:07Z"),
        ("2026-01-05T10:00:07.123456Z", "2026-01-05T10:00:07Z"),
        ("2026-01-05T10:00:07+0530", "2026-01-05T10:00:07+05:30"),
        ("Jan 5, 2026", "2026-01-05"),
        ("January 5 2026", "2026-01-05"),
        ("Sept. 3rd, 2026", "2026-09-03"),
        ("5 January 2026", "2026-01-05"),
        ("1st of nothing 2026", ""),
        ("March 2026", "2026-03"),
        ("2026年3月1日", "2026-03-01"),
        ("2026 年 3 月", "2026-03"),
        ("2026年", "2026"),
        ("  2026-01-05 ", "2026-01-05"),
    ],
)
def test_written_forms(written: str, iso: str) -> None:
    assert parse_date(written) == iso


@pytest.mark.parametrize(
    "written",
    [
        "",
        "yesterday",
        "03/04/2026",
        "3.4.2026",
        "2026-13-01",
        "2026-02-30",
        "2026-00-10",
        "0000-01-01",
        "2026-01-05T25:00",
        "2026-01-05T10:61",
        "Feb 30, 2026",
        "1.2.3",
        "2026-01-05-06",
        "12345",
    ],
)
def test_what_is_no_date_is_none(written: str) -> None:
    assert parse_date(written) == ""


@pytest.mark.parametrize("written", ["03/04/2026", "3/4/26", "03.04.2026"])
def test_day_and_month_may_be_swapped(written: str) -> None:
    assert is_ambiguous(written)
    assert parse_date(written) == ""


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2026-01-05", "2026-01-06"),
        ("2026-01", "2026-02-01"),
        ("2025", "2026-01"),
        ("2026-01-05", "2026-01-06T00:00:00Z"),
        ("2026-01-05T10:00:00Z", "2026-01-05T10:00:01Z"),
        ("2026-01-05T23:30:00+02:00", "2026-01-05T22:00:00Z"),
    ],
)
def test_order(earlier: str, later: str) -> None:
    assert is_before(earlier, later)
    assert not is_before(later, earlier)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-01-05", "2026-01-05"),
        ("2026-01", "2026-01-17"),
        ("2026", "2026-06"),
        ("2026-01-05", "2026-01-05T10:00:00Z"),
        ("", "2026-01-05"),
        ("2026-01-05T12:00:00+02:00", "2026-01-05T10:00:00Z"),
    ],
)
def test_no_order_is_proven(one: str, other: str) -> None:
    assert not is_before(one, other)
    assert not is_before(other, one)


def test_spans() -> None:
    assert span_of("2024-02") == ("2024-02-01T00:00:00", "2024-02-29T23:59:59")
    assert span_of("2026") == ("2026-01-01T00:00:00", "2026-12-31T23:59:59")
    assert order_key("") < order_key("0001")


DAYS = st.dates(min_value=date(1, 1, 2), max_value=date(9999, 12, 30))


@given(DAYS, DAYS)
def test_days_are_ordered_like_days(left: date, right: date) -> None:
    assert is_before(left.isoformat(), right.isoformat()) == (left < right)


@given(DAYS)
def test_iso_reads_back(day: date) -> None:
    assert parse_date(day.isoformat()) == day.isoformat()
    assert parse_date(f"{day.year:04d}年{day.month}月{day.day}日") == day.isoformat()
    assert is_before(day.isoformat(), (day + timedelta(days=1)).isoformat())


@given(st.text(max_size=30))
def test_any_text_is_read(text: str) -> None:
    iso = parse_date(text)
    if iso:
        assert parse_date(iso) == iso
        assert span_of(iso)[0] <= span_of(iso)[1]
