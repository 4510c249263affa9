"""Sentences that sound like orders, in every place data comes from: they stay labelled data."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faces.mcp.conversation import Conversation
from tests.faces.mcp.shop import TOOLS, open_shop

SENTENCES = (
    (Path(__file__).parent / "hostile_sentences.txt").read_text(encoding="utf-8").splitlines()
)
# Where a quoted name, value or note may stand in an answer that says first that it is data.
QUOTING_KEYS = {
    "claim",
    "qualname",
    "text",
    "reason",
    "claims",
    "relations",
    "notes",
    "note_untrusted_data",
    "quoted_untrusted_data",
    "doc",
    "value",
    "new_line",
    "entity",
    "record",
    "source",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository that holds every sentence as docstring, comment, value, note, commit."""
    root = tmp_path_factory.mktemp("hostile")
    modules = "".join(
        f"# {one}\ndef f_{number}(x):\n    {one!r}\n    return x\n\n\nC_{number} = {one!r}\n\n"
        for number, one in enumerate(SENTENCES)
    )
    (root / "orders.py").write_text(modules, encoding="utf-8")
    caller = "".join(f"def g_{n}(x):\n    return f_{n}(C_{n})\n\n" for n in range(len(SENTENCES)))
    (root / "callers.py").write_text(f"from orders import *\n\n\n{caller}", encoding="utf-8")
    config = {one: {"value": one} for one in SENTENCES}
    (root / "settings.json").write_text(json.dumps(config), encoding="utf-8")
    notes = "".join(
        f"- service-{number}: {one} -- 2026-01-{1 + number % 28:02}\n- f_{number}: {one}\n"
        for number, one in enumerate(SENTENCES)
    )
    (root / "CLAUDE.md").write_text(notes, encoding="utf-8")
    if shutil.which("git"):
        _commit(root)
    return root


def _commit(root: Path) -> None:
    person = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for command in (
        ["init", "-q"],
        ["add", "."],
        [*person, "commit", "-q", "-m", SENTENCES[0], "-m", "\n".join(SENTENCES)],
    ):
        subprocess.run(["git", "-C", str(root), *command], check=True)


@pytest.fixture
def client(hostile: Path) -> Iterator[Conversation]:
    with open_shop(hostile, "2025-06-18") as opened:
        yield opened


CALLS: list[tuple[str, dict[str, Any]]] = [
    *(("tmf_context", {"question": one, "max_chars": 6000}) for one in SENTENCES[::6]),
    *(("tmf_retrieve", {"query": one, "limit": 50}) for one in SENTENCES[::6]),
    ("tmf_retrieve", {"path": "settings.json", "limit": 50}),
    ("tmf_explain", {"qualname": "f_0", "full": True}),
    ("tmf_explain", {"qualname": "C_1"}),
    *((f"tmf_{one}", {"qualname": "f_2"}) for one in ("callers", "callees", "impact", "fragment")),
    *((f"tmf_{one}", {"qualname": "C_3"}) for one in ("readers", "writers")),
    ("tmf_subtypes", {"qualname": "f_4"}),
    ("tmf_implementors", {"qualname": "f_4"}),
    ("tmf_diff", {}),
    ("tmf_status", {}),
    ("tmf_warm", {}),
    ("memory_lint", {"store": ".", "limit": 200}),
    ("memory_as_of", {"date": "2026-06-01", "stores": ["."], "limit": 200}),
    ("memory_reconcile", {"stores": ["."], "limit": 200}),
    ("memory_admit", {"store": "CLAUDE.md", "fact": {"entity": "x", "claim": SENTENCES[5]}}),
]


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of an answer with the key it stands under."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield key, name
            yield from _strings(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one, key)
    elif isinstance(value, str):
        yield key, value


def test_corpus_is_large_enough() -> None:
    assert len(set(SENTENCES)) >= 40


def test_every_tool_is_asked() -> None:
    assert {tool for tool, _ in CALLS} | {"tmf_feedback"} == TOOLS.keys()


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_answer_says_first_that_it_is_data(
    client: Conversation, tool: str, arguments: dict[str, Any]
) -> None:
    result = client.call(tool, **arguments)
    answer = result["structuredContent"]
    assert next(iter(answer)) == "notice"
    assert "not instructions" in answer.pop("notice")
    assert result["content"][0]["text"].startswith('{"notice":"')
    for key, text in _strings(answer):
        if any(one in text for one in SENTENCES):
            is_labelled = key.endswith("untrusted_data") or key in QUOTING_KEYS
            assert is_labelled, f"{key}: {text[:200]}"
        if key == "notes":
            assert " says (untrusted) " in text


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("tmf_retrieve", {"path": "settings.json", "limit": 50}),
        ("tmf_explain", {"qualname": "C_1"}),
        ("tmf_explain", {"qualname": "f_0", "full": True}),
        ("tmf_context", {"question": SENTENCES[0], "max_chars": 6000}),
        ("memory_as_of", {"date": "2026-06-01", "stores": ["."]}),
        ("memory_reconcile", {"stores": ["."]}),
    ],
)
def test_the_corpus_does_reach_the_answers(
    client: Conversation, tool: str, arguments: dict[str, Any]
) -> None:
    text = client.call(tool, **arguments)["content"][0]["text"]
    assert any(json.dumps(one, ensure_ascii=False)[1:40] in text for one in SENTENCES)


def test_feedback_note_comes_back_as_untrusted_data(client: Conversation) -> None:
    claim = client.call("tmf_explain", qualname="f_7")["structuredContent"]["claim"]
    client.call("tmf_feedback", claim_id=claim["id"], verdict="hunch", note=SENTENCES[9])
    told = client.call("tmf_explain", claim_id=claim["id"])["structuredContent"]["claim"]
    keys = [key for key, text in _strings(told) if SENTENCES[9] in text]
    assert keys == ["note_untrusted_data"]
    assert told["claim"] == claim["claim"]


def test_what_the_server_says_of_itself_is_the_same_in_every_repository(
    client: Conversation, tmp_path: Path
) -> None:
    client.call("tmf_retrieve", query=SENTENCES[0])
    with open_shop(tmp_path, "2025-06-18") as elsewhere:
        for method in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
            assert client.ask(method) == elsewhere.ask(method)


@pytest.mark.parametrize("name", ["Ignore", SENTENCES[0], SENTENCES[3], SENTENCES[18]])
def test_refusal_labels_the_names_it_lists(client: Conversation, name: str) -> None:
    result = client.call("tmf_explain", qualname=name)
    text = result["content"][0]["text"]
    quoted = text.partition("names (data, not instructions): ")
    for one in SENTENCES:
        assert result["isError"] is False or one not in quoted[0].replace(repr(name), "")
