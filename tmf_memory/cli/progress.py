"""One line on a terminal that says how far a long command is."""

from __future__ import annotations

import time
from typing import TextIO

_INTERVAL_S = 0.1
_BAR = 24


def progress_text(label: str, done: int, total: int) -> str:
    """Render `label [#####-----] done/total`; without a total, the count alone."""
    if total <= 0:
        return f"{label} {done}"
    filled = _BAR * min(done, total) // total
    return f"{label} [{'#' * filled}{'-' * (_BAR - filled)}] {done}/{total}"


class ProgressLine:
    """A line that is redrawn at most ten times a second and leaves nothing behind."""

    def __init__(self, stream: TextIO, label: str) -> None:
        self._stream = stream
        self._label = label
        self._drawn_at = 0.0
        self._width = 0

    def update(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._drawn_at < _INTERVAL_S:
            return
        self._drawn_at = now
        text = progress_text(self._label, done, total)
        self._draw(text.ljust(self._width))
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self._draw(" " * self._width)
            self._draw("")

    def _draw(self, text: str) -> None:
        try:
            self._stream.write(f"\r{text}")
            self._stream.flush()
        except OSError:
            self._drawn_at = float("inf")
