"""The server with real clients and real agents, offline."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faces.mcp.clients.places import Desk, node_modules, node_program, python_client
from tests.faces.mcp.clients.stand_in_model import GOODBYE, StandInModel, serving
from tests.faces.mcp.clients.transcripts import keep
from tmf_memory.install import hosts
from tmf_memory.install.documents import Document
from tmf_memory.install.hosts.base import Host, Scope, Surroundings
from tmf_memory.kernel.registry import discover
from tmf_memory.mcp import tools
from tmf_memory.mcp.tool import Tool

pytestmark = pytest.mark.clients

HERE = Path(__file__).parent
NAMES = sorted(discover(tools, "TOOL", Tool, key="name"))
HOSTS = discover(hosts, "HOST", Host, key="name")
CALLER = "shop/pricing.py"
CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("tmf_callers", {"qualname": "goods_total"}, CALLER),
    ("memory_lint", {"store": "."}, "contradicted_by_source"),
    ("tmf_context", {"question": "when is shipping free"}, "BUT MF030"),
]
INSPECTED = ["--tool-name", "tmf_callers", "--tool-arg"]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk.below(tmp_path)


def _configure(desk: Desk, host: str) -> None:
    """Write the entry that `tmf install` writes, around the recorded server."""
    around = Surroundings(desk.home, desk.shop)
    path = HOSTS[host].config(Scope.USER, around)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = path.read_bytes() if path.exists() else b""
    entry = HOSTS[host].entry(tuple(desk.server))
    document = Document(path.name, HOSTS[host].syntax, data)
    path.write_bytes(document.with_entry((*HOSTS[host].section, "tmf"), entry).data)


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        ("session", "2025-11-25"),
        ("legacy", "2025-11-25"),
        ("auto", "2026-07-28"),
        ("2026-07-28", "2026-07-28"),
    ],
)
def test_python_sdk(desk: Desk, kind: str, version: str) -> None:
    script = str(HERE / "python_client.py")
    seen = json.loads(desk.run([python_client(), script, kind, *desk.server]).splitlines()[0])
    assert seen["version"] == version
    assert seen["tools"] == NAMES
    assert seen["resources"] == ["tmf://status"]
    assert seen["prompts"] == ["verify-memory", "what-changed"]
    assert seen["warmed"] == seen["status"] > 10
    assert seen["progress"] == sorted(set(seen["progress"])) != []
    assert CALLER in json.dumps(seen["callers"])
    assert seen["refused"] == [True, "memory_lint: 'store' is required. Call it again. [usage]"]
    assert "Unknown tool: no_such_tool" in seen["unknown"]
    assert "since HEAD" in seen["prompt"]
    keep(desk, f"python-sdk-{kind}")


def test_fastmcp(desk: Desk) -> None:
    script = str(HERE / "python_client.py")
    seen = json.loads(desk.run([python_client(), script, "fastmcp", *desk.server]).splitlines()[0])
    assert seen["tools"] == NAMES
    assert CALLER in json.dumps(seen["callers"])
    assert "'store' is required" in seen["refused"]
    keep(desk, "fastmcp")


@pytest.mark.parametrize(
    ("kind", "version"),
    [("v1", ""), ("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")],
)
def test_typescript_sdks(desk: Desk, kind: str, version: str) -> None:
    script = str(HERE / "typescript_client.mjs")
    command = [node_program("node"), script, kind, *desk.server]
    seen = json.loads(desk.run(command, CLIENT_MODULES=str(node_modules())).splitlines()[0])
    assert seen["version"] == version
    assert seen["tools"] == NAMES
    assert seen["resources"] == ["tmf://status"]
    assert seen["prompts"] == ["verify-memory", "what-changed"]
    assert CALLER in json.dumps(seen["callers"])
    assert seen["refused"] == [True, "memory_lint: 'store' is required. Call it again. [usage]"]
    assert "Unknown tool: no_such_tool" in seen["unknown"]
    keep(desk, f"typescript-sdk-{kind}")


@pytest.mark.parametrize(
    ("method", "more", "expected"),
    [
        ("tools/list", [], "tmf_retrieve"),
        ("tools/call", [*INSPECTED, "qualname=goods_total"], CALLER),
        ("resources/read", ["--uri", "tmf://status"], "tmf://status"),
        ("prompts/list", [], "what-changed"),
    ],
)
def test_inspector(desk: Desk, method: str, more: list[str], expected: str) -> None:
    # The command of the server goes through a script: its options would be taken for the client's.
    server = desk.folder / "server.py"
    server.write_text(f"import os\nos.execv({desk.server[0]!r}, {desk.server!r})\n")
    inspector = [node_program("mcp-inspector"), "--cli", desk.server[0], str(server)]
    assert expected in desk.run([*inspector, "--method", method, *more])
    keep(desk, f"inspector-{method.replace('/', '-')}")


def test_claude_lists_the_server_as_connected(desk: Desk) -> None:
    _configure(desk, "claude")
    shown = desk.run([node_program("claude"), "mcp", "list"])
    assert re.search(r"^tmf: .* Connected$", shown, re.MULTILINE), shown
    keep(desk, "claude-mcp-list")


def test_gemini_lists_the_server_as_connected(desk: Desk) -> None:
    _configure(desk, "gemini")
    trusted = json.dumps({str(desk.shop): "TRUST_FOLDER"})
    (desk.home / ".gemini" / "trustedFolders.json").write_text(trusted, encoding="utf-8")
    shown = desk.run([node_program("gemini"), "mcp", "list"])
    assert re.search(r"tmf: .* Connected$", shown, re.MULTILINE), shown
    keep(desk, "gemini-mcp-list")


@pytest.mark.parametrize(("tool", "arguments", "expected"), CALLS)
def test_claude_calls_a_tool_and_its_result_reaches_the_model(
    desk: Desk, tool: str, arguments: dict[str, Any], expected: str
) -> None:
    _configure(desk, "claude")
    model = StandInModel(f"mcp__tmf__{tool}", arguments)
    command = [node_program("claude"), "-p", "hello", "--allowedTools", model.tool]
    with serving(model) as address:
        shown = desk.run(
            command,
            ANTHROPIC_BASE_URL=address,
            ANTHROPIC_API_KEY="stand-in",
            DISABLE_TELEMETRY="1",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
        )
    assert GOODBYE in shown
    assert {f"mcp__tmf__{name}" for name in NAMES} <= model.offered_tools()
    assert any(expected in result for result in model.tool_results())
    keep(desk, f"claude-{tool}")


@pytest.mark.parametrize(("tool", "arguments", "expected"), CALLS)
def test_codex_calls_a_tool_and_its_result_reaches_the_model(
    desk: Desk, tool: str, arguments: dict[str, Any], expected: str
) -> None:
    model = StandInModel(tool, arguments, namespace="mcp__tmf")
    with serving(model) as address:
        provider = f'name = "loop"\nbase_url = "{address}/v1"\nwire_api = "responses"\n'
        settings = f'model = "m"\nmodel_provider = "loop"\n\n[model_providers.loop]\n{provider}'
        (desk.home / ".codex").mkdir()
        (desk.home / ".codex" / "config.toml").write_text(settings, encoding="utf-8")
        _configure(desk, "codex")
        shown = desk.run([node_program("codex"), "exec", "--skip-git-repo-check", "hello"])
    assert GOODBYE in shown
    assert set(NAMES) <= model.offered_tools()
    assert any(expected in result for result in model.tool_results())
    keep(desk, f"codex-{tool}")


def test_codex_app_server_has_every_tool(desk: Desk) -> None:
    _configure(desk, "codex")
    script = str(HERE / "codex_app_server.py")
    shown = desk.run([sys.executable, script, node_program("codex")])
    assert json.loads(shown.splitlines()[0]) == {"tmf": NAMES}
    keep(desk, "codex-app-server")
