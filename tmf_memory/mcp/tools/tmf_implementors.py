"""`tmf_implementors`: what implements a type or overrides a method."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool(
    "implementors", "Implementors", "What implements a type, or overrides a method."
)
