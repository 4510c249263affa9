"""What every generator promises: a JSON request in, a JSON answer or a named degradation out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tmf_memory.kernel.store.base import Json


@dataclass(frozen=True, slots=True)
class Degraded:
    """Why there is no answer; shown to the reader, never fatal."""

    reason: str


class Generator(Protocol):
    """A model, wherever it runs. Its answer is data: checked, bounded, never followed."""

    @property
    def name(self) -> str: ...
    def ask(self, request: Mapping[str, Json]) -> dict[str, Json] | Degraded: ...
