"""The MCP server's start-up and answers: `python -m bench.mcp_server [--project NAME] [--imports]`.

Start-up is the time from starting the process to having read both answers, of `initialize` and
`tools/list` for a legacy client, of `server/discover` and `tools/list` for a modern one, beside the
bare interpreter. Queries are asked of one running server on a warmed copy of a real project.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.corpus import PINNED, project

ROOT = Path(__file__).parents[1]
BOOT = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    "from tmf_memory.__main__ import main; sys.exit(main())"
)
SERVER = [sys.executable, "-I", "-c", BOOT, "mcp"]
ENGINES = ("codegraph", "factlint", "recall", "flows", "workspace")
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
LEGACY = (
    ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}}),
    ("tools/list", {}),
)
MODERN = (("server/discover", {"_meta": META}), ("tools/list", {"_meta": META}))
QUERIES: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "django": (
        ("tmf_retrieve", {"query": "how does the autoreloader restart the server"}),
        ("tmf_callers", {"path": "django/utils/text.py", "qualname": "slugify"}),
        ("tmf_explain", {"path": "django/db/models/query.py", "qualname": "QuerySet.filter"}),
        ("tmf_context", {"question": "how does the autoreloader restart the server"}),
    ),
    "flask": (
        ("tmf_retrieve", {"query": "how are blueprints registered"}),
        ("tmf_callers", {"path": "src/flask/helpers.py", "qualname": "url_for"}),
        ("tmf_explain", {"path": "src/flask/app.py", "qualname": "Flask.wsgi_app"}),
        ("tmf_context", {"question": "how are blueprints registered"}),
    ),
}
SIZED = (
    *("tmf_callees", "tmf_readers", "tmf_writers", "tmf_subtypes", "tmf_implementors"),
    *("tmf_impact", "tmf_fragment"),
)
"""What is asked of the symbol of `tmf_callers`, and of its class where there is one, for size."""


class Client:
    """One running server and the requests to it."""

    def __init__(self, folder: Path) -> None:
        pipe = subprocess.PIPE
        self._server = subprocess.Popen(SERVER, stdin=pipe, stdout=pipe, cwd=folder)
        self._next_id = 0

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self._server.stdin
        assert self._server.stdout
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        self._server.stdin.write(json.dumps(message).encode() + b"\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())

    def call(self, tool: str, arguments: dict[str, Any]) -> str:
        params = {"name": tool, "arguments": arguments}
        result = self.ask("tools/call", params)["result"]
        if result["isError"]:
            raise SystemExit(f"{tool}: {result['content'][0]['text']}")
        return result["content"][0]["text"]

    def close(self) -> None:
        assert self._server.stdin
        self._server.stdin.close()
        self._server.wait()


def median_ms(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken) * 1000


def start_up(opening: Sequence[tuple[str, dict[str, Any]]], folder: Path, times: int) -> float:
    """Measure from starting the process to having read every answer of the opening."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        client = Client(folder)
        for method, params in opening:
            client.ask(method, params)
        taken.append(time.perf_counter() - started)
        client.close()
    return statistics.median(taken) * 1000


def imported_modules(folder: Path) -> list[str]:
    """Return what `-X importtime` says was imported until the tools were listed."""
    sent = "".join(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
        for number, (method, params) in enumerate(LEGACY)
    )
    command = [sys.executable, "-X", "importtime", *SERVER[1:]]
    done = subprocess.run(
        command, input=sent, capture_output=True, text=True, cwd=folder, check=True
    )
    return [row.split("|")[2].strip() for row in done.stderr.splitlines() if row.count("|") == 2]


def measure_start_up(folder: Path, times: int) -> None:
    bare = median_ms(lambda: subprocess.run([sys.executable, "-I", "-c", ""], check=True), times)
    print(f"interpreter alone                {bare:7.0f} ms")
    print(f"initialize + tools/list          {start_up(LEGACY, folder, times):7.0f} ms")
    print(f"server/discover + tools/list     {start_up(MODERN, folder, times):7.0f} ms")
    modules = imported_modules(folder)
    ours = [name for name in modules if name.startswith("tmf_memory")]
    engines = [name for name in ours if name.split(".")[1:2] and name.split(".")[1] in ENGINES]
    print(f"modules imported by then         {len(modules):7} ({len(ours)} ours)")
    print(f"engines among them               {', '.join(engines) or 'none':>7}")


def measure_queries(name: str, times: int) -> None:
    with tempfile.TemporaryDirectory() as work:
        folder = Path(shutil.copytree(project(name), Path(work) / name))
        client = Client(folder)
        client.ask(*LEGACY[0])
        started = time.perf_counter()
        client.call("tmf_warm", {})
        print(f"\n{name}: first warm                {time.perf_counter() - started:7.1f} s")
        edited = next(folder.rglob("text.py"), None) or next(folder.rglob("*.py"))
        for tool, arguments in QUERIES[name]:
            size = len(client.call(tool, arguments))
            again = median_ms(lambda t=tool, a=arguments: client.call(t, a), times)
            after = median_ms(lambda t=tool, a=arguments: _edited(client, edited, t, a), times // 3)
            print(f"{tool:<24} {again:7.1f} ms, after an edit {after:7.1f} ms, {size} characters")
        for tool in SIZED:
            sizes = [len(client.call(tool, arguments)) for _, arguments in QUERIES[name][1:3]]
            print(f"{tool:<24} {' and '.join(map(str, sizes))} characters")
        for tool in ("tmf_status", "tmf_diff"):
            print(f"{tool:<24} {len(client.call(tool, {}))} characters")
        client.close()


def _edited(client: Client, path: Path, tool: str, arguments: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as source:
        source.write("\n# one more line\n")
    client.call(tool, arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", choices=sorted(QUERIES.keys() & PINNED.keys()))
    parser.add_argument("--times", type=int, default=21)
    parser.add_argument("--imports", action="store_true", help="list every module imported")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_start_up(Path(folder), arguments.times)
        if arguments.imports:
            print("\n".join(imported_modules(Path(folder))))
    if arguments.project:
        measure_queries(arguments.project, arguments.times)


if __name__ == "__main__":
    main()
