"""`tmf_writers`: what writes a constant or attribute."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool("writers", "Writers", "Who assigns a constant, attribute or setting.")
