"""Embeddings from any endpoint that speaks the OpenAI dialect."""

from __future__ import annotations

from collections.abc import Sequence

from tmf_memory.kernel.embedders._http import post_json
from tmf_memory.kernel.embedders.base import Vector, checked
from tmf_memory.kernel.errors import EmbedderError

_BATCH = 64


class OpenAiEmbedder:
    """A model behind `POST <base>/embeddings`; the key is sent as a bearer token."""

    floor = 0.0

    def __init__(self, url: str, model: str, key: str = "", *, timeout_s: float = 20.0) -> None:
        self.name = f"openai:{model}"
        self._url = url.rstrip("/")
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._timeout_s = timeout_s

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        found: list[object] = []
        for start in range(0, len(texts), _BATCH):
            found += self._batch(list(texts[start : start + _BATCH]))
        return checked(self.name, found, len(texts))

    def _batch(self, texts: list[str]) -> list[object]:
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        answer = post_json(
            f"{self._url}/embeddings", body, self._headers, timeout_s=self._timeout_s
        )
        rows = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise EmbedderError(f"{self.name} answered without data")
        # The dialect allows any order; the index says which text a vector belongs to.
        indexes = [row.get("index", position) for position, row in enumerate(rows)]
        if sorted(map(str, indexes)) != sorted(map(str, range(len(texts)))):
            raise EmbedderError(f"{self.name} answered for other texts than those it was given")
        ordered = dict(zip(map(str, indexes), rows, strict=True))
        return [ordered[str(position)].get("embedding") for position in range(len(texts))]
