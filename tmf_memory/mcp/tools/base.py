"""What every module of this folder declares: `TOOL`, a `Tool`."""

from __future__ import annotations

from tmf_memory.mcp.tool import Tool

__all__ = ["Tool"]
