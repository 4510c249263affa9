"""A client in this process that checks everything the server sends."""

from __future__ import annotations

import json
import os
import queue
import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.faces.mcp.schemas import validate_message
from tmf_memory.mcp.catalog import Catalog
from tmf_memory.mcp.engines import Engines
from tmf_memory.mcp.server import Server
from tmf_memory.mcp.stdio import serve
from tmf_memory.mcp.tool import Tool
from tmf_memory.mcp.transport import Outbox

LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSION = "2026-07-28"
VERSIONS = (*LEGACY_VERSIONS, MODERN_VERSION)
PATIENCE_S = 20.0

Message = dict[str, Any]


def modern_meta(**more: object) -> Message:
    prefix = "io.modelcontextprotocol/"
    return {f"{prefix}protocolVersion": MODERN_VERSION, f"{prefix}clientCapabilities": {}, **more}


class Conversation:
    """Talks to a server of the given tools in one revision; `""` opens none."""

    def __init__(
        self,
        tools: Iterable[Tool],
        version: str = "",
        *,
        page_size: int = 100,
        root: Path = Path("/nowhere"),
    ) -> None:
        self.version = version
        self.validates = True
        self._next_id = 0
        self._methods: dict[object, str] = {}
        self._received: queue.Queue[Message | None] = queue.Queue()
        inside, self._writing = os.pipe()
        self._reading, outside = os.pipe()
        outbox = Outbox(outside)
        server = Server(Catalog(tools), Engines(lambda: root), outbox, page_size=page_size)

        def run() -> None:
            serve(inside, server)
            os.close(outside)

        self._serving = threading.Thread(target=run)
        self._serving.start()
        threading.Thread(target=self._listen, daemon=True).start()
        if version in LEGACY_VERSIONS:
            opened = self.ask("initialize", {"protocolVersion": version})
            assert opened["protocolVersion"] == version
            self.notify("notifications/initialized")

    def __enter__(self) -> Conversation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def send_line(self, line: bytes) -> None:
        os.write(self._writing, line + b"\n")

    def send(self, method: str, params: Message | None = None, **meta: object) -> int:
        """Send one request in this conversation's revision and return its id."""
        self._next_id += 1
        self._methods[self._next_id] = method
        sent = dict(params or {})
        if self.version == MODERN_VERSION:
            meta = modern_meta(**meta)
        if meta:
            sent["_meta"] = meta
        message: Message = {"jsonrpc": "2.0", "id": self._next_id, "method": method}
        if sent:
            message["params"] = sent
        self.send_line(json.dumps(message).encode())
        return self._next_id

    def notify(self, method: str, params: Message | None = None) -> None:
        message: Message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        self.send_line(json.dumps(message).encode())

    def receive(self) -> Message:
        """Return the next message, checked against the schema of the revision."""
        message = self._received.get(timeout=PATIENCE_S)
        assert message is not None, "the server ended instead of answering"
        self._check(message)
        return message

    def ask(self, method: str, params: Message | None = None, **meta: object) -> Message:
        """Return the result of a request that succeeds."""
        request_id = self.send(method, params, **meta)
        message = self.receive()
        assert message.get("id") == request_id
        result = message.get("result")
        assert isinstance(result, dict), message
        return result

    def ask_error(self, method: str, params: Message | None = None, **meta: object) -> Message:
        """Return the error of a request that fails."""
        request_id = self.send(method, params, **meta)
        message = self.receive()
        assert message.get("id") == request_id
        error = message.get("error")
        assert isinstance(error, dict), message
        return error

    def call(self, tool: str, /, **arguments: object) -> Message:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def end_input(self) -> list[Message]:
        """Close the server's input and return what it still says."""
        os.close(self._writing)
        self._writing = -1
        rest: list[Message] = []
        while (message := self._received.get(timeout=PATIENCE_S)) is not None:
            self._check(message)
            rest.append(message)
        return rest

    def close(self) -> None:
        if self._writing >= 0:
            self.end_input()
        self._serving.join(PATIENCE_S)
        assert not self._serving.is_alive()

    def _check(self, message: Message) -> None:
        if self.validates:
            method = self._methods.get(message.get("id"), "")
            validate_message(message, self.version or "2025-11-25", method)

    def _listen(self) -> None:
        with os.fdopen(self._reading, "rb") as stream:
            for line in stream:
                self._received.put(json.loads(line))
        self._received.put(None)
