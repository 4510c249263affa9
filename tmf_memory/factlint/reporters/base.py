"""What every output format declares: a report in, text out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tmf_memory.factlint import reporters
from tmf_memory.factlint.model import Report
from tmf_memory.kernel.registry import discover


@dataclass(frozen=True, slots=True)
class Reporter:
    """One output format. `render` is pure and byte-stable; it ends with a line feed."""

    name: str
    render: Callable[[Report], str]


def all_reporters() -> dict[str, Reporter]:
    """Return every reporter by its name."""
    return discover(reporters, "REPORTER", Reporter, key="name")
