"""`tmf_readers`: what reads a constant or attribute."""

from __future__ import annotations

from tmf_memory.mcp.relations import relation_tool

TOOL = relation_tool("readers", "Readers", "Who reads a constant, attribute or setting.")
