"""Which commands of the user's may add claims to an answer."""

from __future__ import annotations

from dataclasses import dataclass

from tmf_memory.kernel.generators.base import Generator


@dataclass(frozen=True, slots=True)
class Suggesters:
    """A router chooses by the question, an embedder by similarity; None is not configured."""

    router: Generator | None = None
    embedder: Generator | None = None

    def __bool__(self) -> bool:
        return self.router is not None or self.embedder is not None


NO_SUGGESTERS = Suggesters()
