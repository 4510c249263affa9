"""The server as a process: a pure stdout, and every way to end it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
SERVER = [sys.executable, "-m", "tests.faces.mcp.sample_process"]
PATIENCE_S = 30
OPENING = (
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)


def call(request_id: int, tool: str, **arguments: object) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}


def lines(*messages: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


@contextmanager
def running(command: list[str] = SERVER) -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as server:
        try:
            yield server
        finally:
            server.kill()


def outcome(sent: bytes, command: list[str] = SERVER) -> tuple[int, list[dict[str, Any]], str]:
    """Send everything, close the input, and return exit code, messages and stderr."""
    done = subprocess.run(
        command, input=sent, capture_output=True, cwd=ROOT, timeout=PATIENCE_S, check=False
    )
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, messages, done.stderr.decode()


def test_stray_output_goes_to_stderr_and_children_get_no_requests() -> None:
    sent = lines(*OPENING, call(1, "noisy"), call(2, "echo", text="still here"))
    code, messages, errors = outcome(sent)
    assert code == 0
    assert [message["id"] for message in messages] == [0, 1, 2]
    assert errors.splitlines() == ["a stray print", "a C library", "child ''"]


@pytest.mark.parametrize("sent", [b"", b"\n\n", lines(*OPENING)])
def test_end_of_input_ends_quietly(sent: bytes) -> None:
    code, messages, errors = outcome(sent)
    assert (code, errors) == (0, "")
    assert len(messages) == (1 if b"initialize" in sent else 0)


def test_input_that_ends_inside_a_line() -> None:
    code, messages, errors = outcome(lines(*OPENING) + lines(call(1, "echo", text="x"))[:-20])
    assert (code, [message["id"] for message in messages], errors) == (0, [0], "")


def test_last_line_needs_no_line_end() -> None:
    code, messages, _ = outcome(lines(*OPENING, call(1, "echo", text="x"))[:-1])
    assert (code, [message["id"] for message in messages]) == (0, [0, 1])


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 0), ("SIGHUP", 0), ("SIGINT", 130)])
@pytest.mark.parametrize("busy", [False, True])
def test_signal_ends_quietly(number: str, code: int, busy: bool) -> None:
    with running() as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdin.write(lines(*OPENING, *([call(1, "wait")] if busy else [])))
        server.stdin.flush()
        server.stdout.readline()
        server.send_signal(getattr(signal, number))
        assert server.wait(PATIENCE_S) == code
        assert server.stderr.read() == b""


def test_client_that_closes_its_end_ends_the_server() -> None:
    with running() as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdin.write(lines(*OPENING))
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(lines(call(1, "echo", text="x")))
        server.stdin.flush()
        assert server.wait(PATIENCE_S) == 0
        assert server.stderr.read() == b""


def test_client_that_stops_reading_can_still_end_the_server() -> None:
    with running() as server:
        assert server.stdin
        for number in range(2000):
            server.stdin.write(lines({"jsonrpc": "2.0", "id": number, "method": "initialize"}))
            server.stdin.write(lines(*OPENING))
        server.stdin.close()
        assert server.wait(PATIENCE_S) == 0


def test_line_of_fifty_megabytes_costs_little_memory() -> None:
    with running() as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(lines(*OPENING))
        server.stdin.write(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"')
        for _ in range(50):
            server.stdin.write(b"x" * 1_000_000)
        server.stdin.write(b'"}}\n')
        server.stdin.flush()
        server.stdout.readline()
        refused = json.loads(server.stdout.readline())
        assert (refused["id"], refused["error"]["code"]) == (7, -32700)
        if sys.platform == "linux":
            status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
            peak_kb = int(status.partition("VmHWM:")[2].split()[0])
            assert peak_kb < 60_000
