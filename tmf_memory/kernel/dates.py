"""Dates as people write them, normalised to ISO text that can be ordered without guessing.

A date is stored as ISO text (`2026`, `2026-03`, `2026-03-01`, `2026-03-01T10:00:00Z`). Two dates
are ordered only when their spans do not overlap: `2026-03` and `2026-03-15` are not.
"""

from __future__ import annotations

import calendar
import re
from datetime import datetime, timedelta, timezone
from functools import lru_cache

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = (
    "(?P<month_name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|"
    "aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?"
)
_ISO = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2})"
    r"(?:[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d{1,9})?)?"
    r"\s?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?)?)?",
    re.ASCII | re.IGNORECASE,
)
_COMPACT = re.compile(r"(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})", re.ASCII)
_SLASHED = re.compile(r"(?P<year>\d{4})[/.](?P<month>\d{1,2})[/.](?P<day>\d{1,2})", re.ASCII)
_CHINESE = re.compile(
    r"(?P<year>\d{4})\s*年\s*(?:(?P<month>\d{1,2})\s*月\s*(?:(?P<day>\d{1,2})\s*[日号])?)?",
    re.ASCII,
)
_MONTH_FIRST = re.compile(
    rf"{_MONTH}\s+(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<year>\d{{4}})",
    re.ASCII | re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(?P<year>\d{{4}})",
    re.ASCII | re.IGNORECASE,
)
_AMBIGUOUS = re.compile(r"\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})", re.ASCII)
_FORMS = (_ISO, _SLASHED, _COMPACT, _CHINESE, _MONTH_FIRST, _DAY_FIRST)

DATE_PATTERN = (
    r"\d{4}-\d{1,2}-\d{1,2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}-\d{1,2}|\d{4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?)?"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?,?\s+\d{4}"
)
"""A regular-expression source that matches every written form, to find dates inside a line."""


def is_ambiguous(text: str) -> bool:
    """Tell whether the text is a day/month form that two readers read differently."""
    return _AMBIGUOUS.fullmatch(text.strip()) is not None


@lru_cache(maxsize=4096)
def parse_date(text: str) -> str:
    """Return the ISO form of a written date, or "" when it is none, impossible or ambiguous."""
    stripped = text.strip()
    for form in _FORMS:
        match = form.fullmatch(stripped)
        if match:
            return _iso(match)
    return ""


def _iso(match: re.Match[str]) -> str:
    parts = match.groupdict()
    name = parts.get("month_name")
    month = str(_MONTHS[name.lower().rstrip(".")]) if name else parts.get("month")
    pieces = [parts["year"]]
    if month:
        pieces.append(month.zfill(2))
    if month and parts.get("day"):
        pieces.append(str(parts["day"]).zfill(2))
    date = "-".join(pieces)
    if not _exists(pieces):
        return ""
    if not parts.get("hour"):
        return date
    clock = _clock(parts)
    return date + clock if clock else ""


def _exists(pieces: list[str]) -> bool:
    year, month, day = (int(piece) for piece in (*pieces, "1", "1")[:3])
    return year > 0 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def _clock(parts: dict[str, str]) -> str:
    hour, minute, second = parts["hour"], parts["minute"], parts.get("second") or "00"
    if int(hour) > 23 or int(minute) > 59 or int(second) > 59:
        return ""
    zone = (parts.get("zone") or "").upper()
    if zone and zone != "Z" and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"T{hour}:{minute}:{second}{zone}"


@lru_cache(maxsize=16384)
def span_of(iso: str) -> tuple[str, str]:
    """Return the first and the last instant an ISO date may mean, as comparable UTC text.

    A date that carries no zone is read as UTC.
    """
    if "T" in iso:
        instant = _utc(iso)
        return instant, instant
    pieces = iso.split("-")
    first = "-".join((*pieces, "01", "01")[:3])
    if len(pieces) == 3:
        last = iso
    elif len(pieces) == 2:
        last = f"{iso}-{calendar.monthrange(int(pieces[0]), int(pieces[1]))[1]:02d}"
    else:
        last = f"{iso}-12-31"
    return f"{first}T00:00:00", f"{last}T23:59:59"


def _utc(iso: str) -> str:
    clock = iso[11:19]
    zone = iso[19:]
    if zone in ("", "Z"):
        return f"{iso[:10]}T{clock}"
    sign = 1 if zone[0] == "+" else -1
    offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6])) * sign
    local = datetime.strptime(f"{iso[:10]}T{clock}", "%Y-%m-%dT%H:%M:%S").replace(
        tzinfo=timezone.utc
    )
    try:
        return (local - offset).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        return f"{iso[:10]}T{clock}"


def is_before(earlier: str, later: str) -> bool:
    """Tell whether one ISO date lies wholly before another; a missing date orders nothing."""
    if not earlier or not later:
        return False
    return span_of(earlier)[1] < span_of(later)[0]


def order_key(iso: str) -> str:
    """Return what sorts dates by their latest possible meaning; no date sorts first."""
    return span_of(iso)[0] if iso else ""
