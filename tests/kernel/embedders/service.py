"""A loopback service that embeds, or misbehaves in a chosen way."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

Answer = Callable[[str, dict[str, object]], tuple[int, bytes]]


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Run a service on a free port while the block runs; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, data = answer(self.path, body)
            self.send_response(status)
            if status in (301, 302):
                self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ollama(vector_of: Callable[[str], list[float]]) -> Answer:
    """Answer like Ollama."""

    def answer(path: str, body: dict[str, object]) -> tuple[int, bytes]:
        assert path == "/api/embed"
        texts = body["input"]
        assert isinstance(texts, list)
        return 200, json.dumps({"embeddings": [vector_of(text) for text in texts]}).encode()

    return answer


def slow(answer: Answer, seconds: float) -> Answer:
    def late(path: str, body: dict[str, object]) -> tuple[int, bytes]:
        time.sleep(seconds)
        return answer(path, body)

    return late
