"""`tmf_implementors`: classes that implement an interface."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool("implementors", "Implementors", "Classes that implement an interface.")
