"""Drive a server with `mcp` or `fastmcp`: `python_client.py KIND COMMAND...` prints what it saw."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any


async def with_session(command: list[str]) -> dict[str, Any]:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    parameters = StdioServerParameters(command=command[0], args=command[1:])
    async with (
        stdio_client(parameters) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        opened = await session.initialize()
        return {"version": opened.protocol_version, **await tour(session)}


async def with_client(command: list[str], mode: str) -> dict[str, Any]:
    from mcp import StdioServerParameters
    from mcp.client.client import Client

    parameters = StdioServerParameters(command=command[0], args=command[1:])
    async with Client(parameters, mode=mode) as client:
        return {"version": client.protocol_version, **await tour(client)}


async def tour(client: Any) -> dict[str, Any]:
    """Ask for one of everything."""
    progress: list[float] = []

    async def note(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    warmed = await client.call_tool("tmf_warm", {}, progress_callback=note)
    found = await client.call_tool("tmf_callers", {"qualname": "goods_total"})
    refused = await client.call_tool("memory_lint", {})
    try:
        await client.call_tool("no_such_tool", {})
        unknown = ""
    except Exception as error:  # noqa: BLE001  each client has an error class of its own
        unknown = str(error)
    status = await client.read_resource("tmf://status")
    prompt = await client.get_prompt("what-changed", {"since": "HEAD"})
    return {
        "tools": [tool.name for tool in (await client.list_tools()).tools],
        "resources": [str(one.uri) for one in (await client.list_resources()).resources],
        "prompts": [one.name for one in (await client.list_prompts()).prompts],
        "warmed": warmed.structured_content["files"],
        "progress": progress,
        "callers": found.structured_content["callers"],
        "refused": [refused.is_error, refused.content[0].text],
        "unknown": unknown,
        "status": json.loads(status.contents[0].text)["files"],
        "prompt": prompt.messages[0].content.text,
    }


async def with_fastmcp(command: list[str]) -> dict[str, Any]:
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    async with Client(StdioTransport(command=command[0], args=command[1:])) as client:
        tools = await client.list_tools()
        found = await client.call_tool("tmf_callers", {"qualname": "goods_total"})
        try:
            await client.call_tool("memory_lint", {})
            refused = ""
        except Exception as error:  # noqa: BLE001  of a class of its own
            refused = str(error)
        return {
            "tools": [tool.name for tool in tools],
            "callers": found.structured_content["callers"],
            "refused": refused,
        }


def main(kind: str, command: list[str]) -> None:
    if kind == "session":
        seen = asyncio.run(with_session(command))
    elif kind == "fastmcp":
        seen = asyncio.run(with_fastmcp(command))
    else:
        seen = asyncio.run(with_client(command, kind))
    sys.stdout.write(json.dumps(seen) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
