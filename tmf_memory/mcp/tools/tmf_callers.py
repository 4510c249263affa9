"""`tmf_callers`: what calls a function or class."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool(
    "callers",
    "Callers",
    "Who calls a function or class, with lines. Partial: dynamic calls are listed as unresolved.",
)
