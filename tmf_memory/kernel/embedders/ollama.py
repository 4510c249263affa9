"""Embeddings from a local Ollama."""

from __future__ import annotations

from collections.abc import Sequence

from tmf_memory.kernel.embedders._http import StatusError, post_json
from tmf_memory.kernel.embedders.base import Vector, checked
from tmf_memory.kernel.errors import EmbedderError

DEFAULT_URL = "http://localhost:11434"
DEFAULT_MODEL = "bge-m3"
_BATCH = 64


class OllamaEmbedder:
    """A model behind `POST /api/embed`, or `/api/embeddings` where that is all there is."""

    floor = 0.0

    def __init__(
        self, url: str = DEFAULT_URL, model: str = DEFAULT_MODEL, *, timeout_s: float = 20.0
    ) -> None:
        self.name = f"ollama:{model}"
        self._url = url.rstrip("/")
        self._model = model
        self._timeout_s = timeout_s
        self._is_old = False

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        found: list[object] = []
        for start in range(0, len(texts), _BATCH):
            found += self._batch(list(texts[start : start + _BATCH]))
        return checked(self.name, found, len(texts))

    def _batch(self, texts: list[str]) -> list[object]:
        if not self._is_old:
            try:
                return self._field(self._post("embed", {"input": texts}), "embeddings")
            except StatusError as error:
                if error.status not in (404, 405):
                    raise
                self._is_old = True
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> object:
        answer = self._post("embeddings", {"prompt": text})
        return answer.get("embedding")

    def _post(self, route: str, body: dict[str, object]) -> dict[str, object]:
        document = {"model": self._model, **body}
        answer = post_json(f"{self._url}/api/{route}", document, {}, timeout_s=self._timeout_s)
        if not isinstance(answer, dict):
            raise EmbedderError(f"{self.name} answered with something else than an object")
        return answer

    def _field(self, answer: dict[str, object], key: str) -> list[object]:
        value = answer.get(key)
        if not isinstance(value, list):
            raise EmbedderError(f"{self.name} answered without {key}")
        return value
