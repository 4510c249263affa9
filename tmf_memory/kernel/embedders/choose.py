"""Which embedder a run uses: what is named, else the bundled model, else Ollama."""

from __future__ import annotations

from collections.abc import Mapping

from tmf_memory.kernel.embedders import local
from tmf_memory.kernel.embedders.base import Embedder
from tmf_memory.kernel.embedders.ollama import DEFAULT_MODEL, DEFAULT_URL, OllamaEmbedder
from tmf_memory.kernel.embedders.openai import OpenAiEmbedder


def choose_embedder(environ: Mapping[str, str], *, timeout_s: float = 20.0) -> Embedder:
    """Return the embedder that the environment asks for.

    `EMBED_BASE_URL` names an OpenAI-compatible endpoint (with `EMBED_API_KEY`), `OLLAMA_BASE_URL`
    an Ollama; `EMBED_MODEL` the model of either. Without any of them the bundled model is used if
    it is installed, else Ollama at its usual address.
    """
    model = environ.get("EMBED_MODEL", "")
    endpoint = environ.get("EMBED_BASE_URL", "")
    if endpoint:
        key = environ.get("EMBED_API_KEY", "")
        return OpenAiEmbedder(endpoint, model or DEFAULT_MODEL, key, timeout_s=timeout_s)
    address = environ.get("OLLAMA_BASE_URL", "")
    if not address and not model and local.is_installed():
        return local.LocalEmbedder()
    return OllamaEmbedder(address or DEFAULT_URL, model or DEFAULT_MODEL, timeout_s=timeout_s)
