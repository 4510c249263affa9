"""Four servers and the command line on one repository, with edits going on: all tell the truth."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.faces.mcp.shop import copied_shop

ROOT = Path(__file__).parents[3]
BOOT = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    "from tmf_memory.__main__ import main; sys.exit(main())"
)
TMF = [sys.executable, "-I", "-c", BOOT]
SERVERS = 4


class Server:
    """A server process and the questions to it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._next_id = 0
        self._ask("initialize", {"protocolVersion": "2025-06-18"})

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = self._ask("tools/call", {"name": tool, "arguments": arguments})
        assert result["isError"] is False, result
        return result["structuredContent"]

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())["result"]


@contextmanager
def open_servers(shop: Path) -> Iterator[list[Server]]:
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen([*TMF, "mcp", "--repo", str(shop)], stdin=pipe, stdout=pipe)
        for _ in range(SERVERS)
    ]
    try:
        yield [Server(process) for process in processes]
    finally:
        for process in processes:
            process.communicate(timeout=30)


def _edit(shop: Path, number: int) -> set[str]:
    """Change a value in place, and who calls `goods_total`; return the callers there are now."""
    pricing = shop / "shop" / "pricing.py"
    text = pricing.read_text(encoding="utf-8")
    head, _, tail = text.partition("SHIPPING_CENTS = ")
    pricing.write_text(f"{head}SHIPPING_CENTS = {number}\n{tail.partition(chr(10))[2]}")
    extra = shop / "shop" / f"extra_{number % 3}.py"
    if extra.exists():
        extra.unlink()
    else:
        extra.write_text(
            "from shop.pricing import goods_total\n\n\n"
            f"def extra_{number}(order):\n    return goods_total(order)\n"
        )
    names = {"discount", "shipping_cost", "order_total"}
    for path in (shop / "shop").glob("extra_*.py"):
        names.add(path.read_text().partition("def ")[2].partition("(")[0])
    return names


def _question(server: Server, number: int, callers: set[str]) -> None:
    found = server.call("tmf_callers", qualname="goods_total")["callers"]
    assert {one["qualname"] for one in found} == callers
    assert all(one["fresh"] for one in found)
    claim = server.call("tmf_explain", qualname="SHIPPING_CENTS")["claim"]
    assert claim["fresh"]
    assert f"`{number}`" in claim["claim"]
    server.call("tmf_feedback", claim_id=claim["id"], verdict="usage", note=f"round {number}")


def _warm(shop: Path) -> None:
    subprocess.run([*TMF, "warm", "--repo", str(shop)], check=True, capture_output=True)


def _work_together(shop: Path, rounds: int) -> None:
    with open_servers(shop) as servers, ThreadPoolExecutor(SERVERS + 1) as pool:
        for number in range(rounds):
            callers = _edit(shop, number)
            asked = [pool.submit(_question, one, number, callers) for one in servers]
            asked.append(pool.submit(_warm, shop))
            for one in asked:
                one.result()
        claim = servers[0].call("tmf_explain", qualname="SHIPPING_CENTS", full=True)["claim"]
        assert len(claim["feedback_events"]) == SERVERS * rounds
        assert servers[0].call("tmf_status").get("damage", []) == []


@pytest.mark.slow
def test_servers_tell_the_truth_after_every_edit(tmp_path: Path) -> None:
    _work_together(copied_shop(tmp_path), rounds=4)


@pytest.mark.full
def test_servers_tell_the_truth_for_a_long_time(tmp_path: Path) -> None:
    _work_together(copied_shop(tmp_path), rounds=40)
