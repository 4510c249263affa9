"""What real clients said, said again: every request of theirs is answered as their schema wants.

The recordings come from `clients/`; they hold only what the client sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faces.mcp.conversation import MODERN_VERSION
from tests.faces.mcp.schemas import validate_message
from tests.faces.mcp.shop import copied_shop, open_shop

FOLDER = Path(__file__).parent / "transcripts"
RECORDINGS = sorted(FOLDER.glob("*.jsonl"))
CLIENTS = {"claude", "codex", "gemini", "python", "typescript", "fastmcp", "inspector"}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    return copied_shop(tmp_path_factory.mktemp("transcripts"))


def test_every_client_is_recorded() -> None:
    assert {path.name.split("-")[0].removesuffix(".jsonl") for path in RECORDINGS} == CLIENTS


def _version(messages: list[dict[str, Any]]) -> str:
    opening = next((one for one in messages if one["method"] == "initialize"), None)
    return opening["params"]["protocolVersion"] if opening else MODERN_VERSION


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_recorded_client_gets_its_answers(path: Path, shop: Path) -> None:
    sent = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    requests = {message["id"]: message for message in sent if "id" in message}
    version = _version(sent)
    with open_shop(shop) as client:
        client.validates = False
        for message in sent:
            client.send_line(json.dumps(message).encode())
        answered = [message for message in client.end_input() if "id" in message]
    assert {message["id"] for message in answered} == requests.keys()
    for message in answered:
        request = requests[message["id"]]
        validate_message(message, version, request["method"])
        is_unknown = request.get("params", {}).get("name") == "no_such_tool"
        assert ("error" in message) is is_unknown
