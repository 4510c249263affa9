"""Start a configured server the way a host does, and see what it answers."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PATIENCE_S = 20.0
_OPENING = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "tmf-doctor", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of starting a server; `problem` is empty when it answered."""

    startup_ms: int = 0
    tools: tuple[str, ...] = ()
    version: str = ""
    problem: str = ""


def probe(command: Sequence[str], folder: Path) -> Probe:
    """Start a server in `folder`, list its tools, and end it."""
    sent = b"".join(json.dumps(message).encode() + b"\n" for message in _OPENING)
    pipe = subprocess.PIPE
    started = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        try:
            server = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, cwd=folder)
        except OSError as error:
            return Probe(problem=f"{command[0]} cannot be started: {error.strerror}")
        with server:
            deadline = threading.Timer(_PATIENCE_S, server.kill)
            deadline.start()
            try:
                answers = _exchange(server, sent)
                taken_ms = round((time.monotonic() - started) * 1000)
                _end(server)
            finally:
                deadline.cancel()
        errors.seek(0)
        said = errors.read(4000).decode("utf-8", "replace").strip().splitlines()
    if len(answers) < 2:
        return Probe(problem=_why_silent(said, taken_ms))
    return _read(answers, taken_ms)


def _exchange(server: subprocess.Popen[bytes], sent: bytes) -> list[bytes]:
    answers: list[bytes] = []
    if server.stdin is None or server.stdout is None:
        return answers
    try:
        server.stdin.write(sent)
        server.stdin.flush()
        for line in server.stdout:
            answers.append(line)
            if len(answers) == 2:
                break
    except OSError:
        return answers
    return answers


def _end(server: subprocess.Popen[bytes]) -> None:
    """Close the input, which ends a well-behaved server; the timer ends any other."""
    with suppress(OSError):
        if server.stdin is not None:
            server.stdin.close()
    server.wait()


def _why_silent(said: list[str], taken_ms: int) -> str:
    reason = said[-1][:300] if said else "it said nothing"
    return f"the server did not answer within {taken_ms} ms: {reason}"


def _read(answers: list[bytes], taken_ms: int) -> Probe:
    try:
        opened, listed = (json.loads(line)["result"] for line in answers)
        names = tuple(str(tool["name"]) for tool in listed["tools"])
        return Probe(taken_ms, names, str(opened["serverInfo"]["version"]))
    except (ValueError, KeyError, TypeError):
        return Probe(taken_ms, problem="the server's answers are not those of an MCP server")
