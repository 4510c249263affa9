"""`--engine embed` over loopback services: what cannot be had degrades the run, never breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel.embedders.service import Answer, serving, slow
from tmf_memory.factlint.linter import LintRequest, lint
from tmf_memory.factlint.model import Report
from tmf_memory.kernel.embedders.base import Embedder
from tmf_memory.kernel.embedders.ollama import OllamaEmbedder
from tmf_memory.kernel.embedders.openai import OpenAiEmbedder

STORE = """\
billing-store: billing sits on Postgres in its own cluster -- 2026-01-05 (source: wiki)
billing-store: MySQL now handles billing -- 2026-06-02 (source: wiki)
cache: uses redis 6 -- 2026-01-05 (source: wiki)
cache: uses redis 7 -- 2026-06-02 (source: wiki)
"""
Vectors = Callable[[list[str]], list[list[float]]]


def near(texts: list[str]) -> list[list[float]]:
    return [[1.0, 0.1 * at] for at, _ in enumerate(texts)]


def uneven(texts: list[str]) -> list[list[float]]:
    return [[1.0] * (at + 1) for at, _ in enumerate(texts)]


def too_few(texts: list[str]) -> list[list[float]]:
    return near(texts)[1:]


def ollama(vectors_of: Vectors) -> Answer:
    def answer(path: str, body: dict[str, object]) -> tuple[int, bytes]:
        texts = body["input"]
        assert isinstance(texts, list)
        return 200, json.dumps({"embeddings": vectors_of(texts)}).encode()

    return answer


def openai(vectors_of: Vectors) -> Answer:
    def answer(path: str, body: dict[str, object]) -> tuple[int, bytes]:
        texts = body["input"]
        assert isinstance(texts, list)
        rows = [{"index": at, "embedding": row} for at, row in enumerate(vectors_of(texts))]
        return 200, json.dumps({"data": rows}).encode()

    return answer


BACK_ENDS = [
    pytest.param(ollama, lambda url: OllamaEmbedder(url, "m", timeout_s=0.3), id="ollama"),
    pytest.param(openai, lambda url: OpenAiEmbedder(url, "m", "", timeout_s=0.3), id="openai"),
]
Served = Callable[[Vectors], Answer]
Opened = Callable[[str], Embedder]


def linted(folder: Path, embedder: Embedder) -> Report:
    (folder / "memory.md").write_text(STORE, encoding="utf-8")
    return lint(LintRequest(("memory.md",), folder, embedder=embedder))


def assert_degraded(report: Report) -> None:
    names = [finding.name for finding in report.findings]
    assert (names, report.engine) == (["degraded", "stale"], "heuristic")


@pytest.mark.parametrize(("served", "opened"), BACK_ENDS)
def test_a_service_that_answers_proposes(served: Served, opened: Opened, tmp_path: Path) -> None:
    with serving(served(near)) as url:
        report = linted(tmp_path, opened(url))
    assert [finding.name for finding in report.findings] == ["likely_conflict", "stale"]
    assert report.engine == "embed"


@pytest.mark.parametrize(("served", "opened"), BACK_ENDS)
@pytest.mark.parametrize("vectors_of", [uneven, too_few, lambda texts: [[] for _ in texts]])
def test_vectors_of_a_wrong_shape(
    vectors_of: Vectors, served: Served, opened: Opened, tmp_path: Path
) -> None:
    with serving(served(vectors_of)) as url:
        assert_degraded(linted(tmp_path, opened(url)))


@pytest.mark.parametrize(("served", "opened"), BACK_ENDS)
@pytest.mark.parametrize(
    "data", [b"", b"<html>", b"[]", b'{"data": 1}', b'{"embeddings": [["x"], ["y"]]}', b"\xff"]
)
def test_rubbish(data: bytes, served: Served, opened: Opened, tmp_path: Path) -> None:
    del served
    with serving(lambda path, body: (200, data)) as url:
        assert_degraded(linted(tmp_path, opened(url)))


@pytest.mark.parametrize(("served", "opened"), BACK_ENDS)
def test_nobody_there_and_too_slow(served: Served, opened: Opened, tmp_path: Path) -> None:
    with serving(slow(served(near), 1.0)) as url:
        assert_degraded(linted(tmp_path, opened(url)))
    assert_degraded(linted(tmp_path, opened(url)))
