"""One measured share and the bar it must reach, as every evaluation prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

MISS, ABSENT = "BELOW THE BAR", "NOT MEASURED"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """A share, its bar, and how many decimals are shown of it."""

    name: str
    value: float
    bar: float
    decimals: int = 4

    @property
    def is_good(self) -> bool:
        return self.value >= self.bar

    def __str__(self) -> str:
        verdict = "" if self.is_good else f": {MISS}"
        return f"{self.name} {self.value:.{self.decimals}f} (bar {self.bar:.2f}){verdict}"


def printed(figures: Sequence[T]) -> list[T]:
    """Print figures, a line each, and give them back."""
    print("\n".join(map(str, figures)), end="\n\n")
    return list(figures)
