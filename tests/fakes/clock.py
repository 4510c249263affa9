"""A clock that only moves when it is told to, or when somebody sleeps."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)


class FakeClock:
    """Time that a test controls; `sleep` returns at once and moves it."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start
        self._monotonic = 0.0

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    def time_ns(self) -> int:
        since_epoch = self._now - datetime(1970, 1, 1, tzinfo=timezone.utc)
        return since_epoch // timedelta(microseconds=1) * 1000

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds
