"""Hostile input: whatever arrives, the server answers what can be answered and goes on."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest

from tests.faces.mcp import sample_tools
from tests.faces.mcp.conversation import VERSIONS, Conversation, modern_meta

METHODS = (
    "initialize",
    "ping",
    "server/discover",
    "subscriptions/listen",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "notifications/cancelled",
    "notifications/initialized",
    "no/such/method",
)
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "x", "echo", "\0", "\ud800", [], {}, [[]], {"a": {}},
    "tmf://status", "../../etc/passwd", "2025-06-18", "from:1", {"name": "echo"}, {"text": "x"},
)  # fmt: skip
KEYS = ("name", "arguments", "uri", "cursor", "_meta", "protocolVersion", "requestId", "odd")


def _message(source: random.Random) -> dict[str, Any]:
    params = {source.choice(KEYS): source.choice(ODD) for _ in range(source.randrange(4))}
    if source.random() < 0.5:
        params["_meta"] = modern_meta(progressToken=source.choice(ODD))
    if source.random() < 0.3:
        arguments = {"text": source.choice(ODD), "times": source.choice(ODD)}
        params |= {"name": source.choice(("echo", "count", "refuse")), "arguments": arguments}
    message = {"jsonrpc": "2.0", "method": source.choice(METHODS), "params": params}
    if source.random() < 0.9:
        message["id"] = source.choice([source.randrange(50), str(source.randrange(50)), *ODD])
    if source.random() < 0.1:
        message[source.choice(tuple(message))] = source.choice(ODD)
    return message


def _mutated(line: bytes, source: random.Random) -> bytes:
    cut = source.randrange(len(line) + 1)
    garbage = source.randbytes(source.randrange(6)).replace(b"\n", b"")
    match source.randrange(5):
        case 0:
            return line[:cut]
        case 1:
            return line[:cut] + garbage + line[cut:]
        case 2:
            return line[:cut] + garbage + line[cut + len(garbage) :]
        case 3:
            return line[:cut] + line
        case _:
            return b"[" + line + b"]"


def _line(source: random.Random) -> bytes:
    kind = source.random()
    if kind < 0.1:
        return source.randbytes(source.randrange(200)).replace(b"\n", b"")
    if kind < 0.12:
        return source.choice((b"[", b'{"a":')) * 20_000
    line = json.dumps(_message(source)).encode()
    return _mutated(line, source) if kind < 0.5 else line


def _survive(seed: int, count: int, version: str) -> None:
    source = random.Random(seed)
    with Conversation(sample_tools.TOOLS, version) as client:
        client.validates = False  # ids repeat, so an answer no longer tells its method
        for _ in range(count):
            client.send_line(_line(source))
        client.send_line(b'{"jsonrpc":"2.0","id":"the last","method":"ping"}')
        while (message := client.receive()).get("id") != "the last":
            assert message["jsonrpc"] == "2.0"
            assert ("result" in message) + ("error" in message) + ("method" in message) == 1
        assert message["result"] == {}


@pytest.mark.parametrize("version", ["", *VERSIONS])
def test_random_and_mutated_lines(version: str) -> None:
    _survive(seed=len(version), count=300, version=version)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_and_mutated_lines(seed: int) -> None:
    _survive(seed=seed, count=10_000, version=("", *VERSIONS)[seed % 6])


def _interleave(rounds: int, seed: int) -> None:
    """Start, cancel and ping in random order: each call is answered at most once, or cancelled."""
    source = random.Random(seed)
    release = threading.Event()
    release.set()
    tools = [sample_tools.waiting(release), sample_tools.COUNT, sample_tools.ECHO]
    with Conversation(tools, "2025-06-18") as client:
        sent: list[int] = []
        cancelled: set[int] = set()
        for _ in range(rounds):
            action = source.random()
            if action < 0.6:
                tool = source.choice(("wait", "count"))
                sent.append(client.send("tools/call", {"name": tool}, progressToken=len(sent)))
            elif action < 0.9 and sent:
                cancelled.add(source.choice(sent))
                client.notify("notifications/cancelled", {"requestId": max(cancelled)})
            else:
                client.notify("notifications/cancelled", {"requestId": source.choice(ODD)})
        answered = [message["id"] for message in client.end_input() if "id" in message]
        assert len(answered) == len(set(answered))
        assert set(sent) - cancelled <= set(answered) <= set(sent)


def test_interleaved_cancellations() -> None:
    _interleave(rounds=300, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(5))
def test_many_interleaved_cancellations(seed: int) -> None:
    _interleave(rounds=5000, seed=seed)
