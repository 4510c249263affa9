"""Which tools a server offers, and how each revision describes them."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.registry import discover
from tmf_memory.mcp.messages import INVALID_PARAMS, Json, Object, RpcError
from tmf_memory.mcp.protocol import Era
from tmf_memory.mcp.tool import GROUPS, Tool

PAGE_SIZE = 100


class Catalog:
    """The tools one server offers, in a fixed order."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = {tool.name: tool for tool in tools}

    @classmethod
    def discovered(
        cls, package: ModuleType, *, selection: str = "", read_only: bool = False
    ) -> Catalog:
        """Return the tools of a package that `--tools` and `--read-only` leave.

        A selection names groups (`code,lint`), single tools, or both.
        """
        found = discover(package, "TOOL", Tool, key="name")
        wanted = _wanted(selection, found)
        return cls(
            tool
            for name, tool in found.items()
            if (name in wanted or tool.group in wanted) and (tool.is_read_only or not read_only)
        )

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    def has_group(self, group: str) -> bool:
        return any(tool.group == group for tool in self._tools.values())

    def named(self, name: str) -> Tool:
        """Return a tool; an unknown one is a malformed request."""
        tool = self._tools.get(name)
        if tool is None:
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {name[:100]}")
        return tool

    def described(self, era: Era) -> list[Object]:
        return [describe(tool, era) for tool in self._tools.values()]


def describe(tool: Tool, era: Era) -> Object:
    """Return what one revision lets a server say about a tool."""
    described: Object = {"name": tool.name}
    if era.has_structured_content:
        described["title"] = tool.title
    described["description"] = tool.description
    described["inputSchema"] = tool.input_schema
    if era.has_structured_content:
        described["outputSchema"] = tool.output_schema
    if era.has_annotations:
        described["annotations"] = tool.annotations
    return described


def page(items: list[Object], key: str, params: Object, size: int) -> Object:
    """Return one page of a list, and the cursor of the next when there is one."""
    start = _offset(params.get("cursor"), len(items))
    shown: list[Json] = [*items[start : start + size]]
    result: Object = {key: shown}
    if start + size < len(items):
        result["nextCursor"] = f"from:{start + size}"
    return result


def _offset(cursor: Json, count: int) -> int:
    if cursor is None:
        return 0
    digits = cursor.removeprefix("from:") if isinstance(cursor, str) else ""
    if not digits.isdecimal() or len(digits) > 9 or not 0 < int(digits) < count:
        raise RpcError(INVALID_PARAMS, "Invalid params: unknown cursor")
    return int(digits)


def _wanted(selection: str, found: dict[str, Tool]) -> set[str]:
    wanted = {word.strip() for word in selection.split(",") if word.strip()}
    unknown = sorted(wanted - set(GROUPS) - found.keys())
    if unknown:
        raise UsageError(f"no tools are called {', '.join(unknown)}; groups: {', '.join(GROUPS)}")
    return wanted or set(GROUPS)
