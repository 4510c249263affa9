"""Words for what may be believed: a clamped confidence, and text that a stranger wrote."""

from __future__ import annotations

from dataclasses import dataclass


class Confidence(float):
    """A number that is always between 0 and 1; what is not a number counts as 0."""

    __slots__ = ()

    def __new__(cls, value: float) -> Confidence:
        number = float(value)
        # NaN compares false with everything, so it falls through to 0.
        return super().__new__(cls, min(number, 1.0) if number > 0.0 else 0.0)


@dataclass(frozen=True, slots=True)
class UntrustedText:
    """Text from source, memory files, models or the network; `kernel.render.quote` opens it.

    It has no useful `str()`, so that a forgotten `quote()` shows a placeholder, never the text.
    """

    unquoted: str

    def __str__(self) -> str:
        return f"<untrusted text, {len(self.unquoted)} characters>"

    __repr__ = __str__
