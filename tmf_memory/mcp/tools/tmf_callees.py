"""`tmf_callees`: what a function calls."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool("callees", "Callees", "What a function calls, with lines.")
