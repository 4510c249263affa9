"""`tmf_subtypes`: classes derived from a class."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool("subtypes", "Subtypes", "Classes that extend or implement a class.")
