"""What every output format declares: a report in, text out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tmf_memory.factlint import reporters
from tmf_memory.factlint.model import Report
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.registry import discover


@dataclass(frozen=True, slots=True)
class Reporter:
    """One output format. `render` is pure and byte-stable; it ends with a line feed."""

    name: str
    render: Callable[[Report], str]


def reporter_named(name: str) -> Reporter:
    """Return an output format by its name; raises UsageError that lists the known ones."""
    known = all_reporters()
    if name not in known:
        raise UsageError(f"no output format {name!r}; known are {', '.join(sorted(known))}")
    return known[name]


def all_reporters() -> dict[str, Reporter]:
    """Return every reporter by its name."""
    return discover(reporters, "REPORTER", Reporter, key="name")
