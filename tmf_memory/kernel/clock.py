"""The one place that reads a clock; everything else takes a `Clock`."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from typing import Protocol


class Clock(Protocol):
    """Time as the package sees it; tests pass a `FakeClock`."""

    def now(self) -> datetime:
        """Return the aware time in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back, for durations and time limits."""
        ...

    def time_ns(self) -> int:
        """Return nanoseconds since the epoch, comparable with file times."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def monotonic(self) -> float:
        return time.monotonic()

    def time_ns(self) -> int:
        return time.time_ns()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
