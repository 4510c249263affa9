"""A stand-in for the model, on the loopback interface: asks for one tool, then says goodbye.

It speaks the streamed Responses protocol (Codex) and the streamed Messages protocol (Claude Code),
and keeps every request body, so that a test can see what reached the model.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOODBYE = "That is all."
Event = dict[str, Any]


class StandInModel:
    """What the stand-in asks for, and what it was told."""

    def __init__(self, tool: str, arguments: dict[str, Any], namespace: str = "") -> None:
        self.tool = tool
        self.arguments = json.dumps(arguments)
        self.namespace = namespace
        self.bodies: list[dict[str, Any]] = []

    def tool_results(self) -> list[str]:
        """Return the results of tools that reached the model, as text."""
        found: list[str] = []
        for body in self.bodies:
            for item in body.get("input", []):
                if item.get("type") == "function_call_output":
                    found.append(_text(item["output"]))
            for message in body.get("messages", []):
                content = message["content"]
                for block in content if isinstance(content, list) else []:
                    if block.get("type") == "tool_result":
                        found.append(_text(block["content"]))
        return found

    def offered_tools(self) -> set[str]:
        """Return the names of all tools that the model was offered."""
        names: set[str] = set()
        for body in self.bodies:
            for tool in body.get("tools", []):
                names |= {
                    str(inner["name"])
                    for inner in [tool, *tool.get("tools", [])]
                    if "name" in inner
                }
        return names

    def responses(self, body: dict[str, Any]) -> list[Event]:
        asked = any(item.get("type") == "function_call_output" for item in body.get("input", []))
        item: Event = {
            "type": "message",
            "role": "assistant",
            "id": "msg_1",
            "content": [{"type": "output_text", "text": GOODBYE, "annotations": []}],
        }
        if not asked:
            item = {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "call_1",
                "name": self.tool,
                "namespace": self.namespace,
                "arguments": self.arguments,
            }
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        details = {"input_tokens_details": None, "output_tokens_details": None}
        done = {"id": "resp_1", "output": [item], "usage": {**usage, **details}}
        return [
            {"type": "response.created", "response": {"id": "resp_1"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": done},
        ]

    def messages(self, body: dict[str, Any]) -> list[Event]:
        offers = any(tool.get("name") == self.tool for tool in body.get("tools", []))
        if offers and '"tool_result"' not in json.dumps(body):
            block = {"type": "tool_use", "id": "toolu_1", "name": self.tool, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": self.arguments}
            return self._message(block, delta, "tool_use")
        delta = {"type": "text_delta", "text": GOODBYE}
        return self._message({"type": "text", "text": ""}, delta, "end_turn")

    def _message(self, block: Event, delta: Event, stop: str) -> list[Event]:
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "stand-in",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        ending = {"stop_reason": stop, "stop_sequence": None}
        return [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 3}},
            {"type": "message_stop"},
        ]


class _Server(ThreadingHTTPServer):
    """Knows the model that its handlers speak for."""

    def __init__(self, model: StandInModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model


class _Handler(BaseHTTPRequestHandler):
    """Answers what the two agents ask for."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
        """Say nothing."""

    def do_GET(self) -> None:
        self._send(b'{"data": [], "models": []}', "application/json")

    def do_POST(self) -> None:
        body = json.loads(self._body() or b"{}")
        model = self.server.model
        kinds = {"responses": model.responses, "messages": model.messages}
        answer = kinds.get(self.path.partition("?")[0].rpartition("/")[2])
        if answer is None:
            self._send(b"{}", "application/json")
            return
        model.bodies.append(body)
        events = answer(body)
        text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
        self._send(text.encode(), "text/event-stream")

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving(model: StandInModel) -> Iterator[str]:
    """Serve the stand-in and yield its address."""
    server = _Server(model)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content)
