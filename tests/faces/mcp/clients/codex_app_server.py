"""Ask `codex app-server` which tools it has of its MCP servers: prints their names."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


def main(codex: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([codex, "app-server"], stdin=pipe, stdout=pipe) as server:
        assert server.stdin
        assert server.stdout

        def send(message: dict[str, Any]) -> None:
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()

        def answer(request_id: int) -> dict[str, Any]:
            for line in server.stdout:
                message = json.loads(line)
                if message.get("id") == request_id:
                    return message["result"]
            raise EOFError

        client = {"name": "tour", "version": "1"}
        send({"id": 1, "method": "initialize", "params": {"clientInfo": client}})
        answer(1)
        send({"method": "initialized"})
        send({"id": 2, "method": "mcpServerStatus/list", "params": {}})
        servers = {one["name"]: sorted(one["tools"]) for one in answer(2)["data"]}
        sys.stdout.write(json.dumps(servers) + "\n")
        server.kill()


if __name__ == "__main__":
    main(sys.argv[1])
