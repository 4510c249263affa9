"""The real tools on a copy of the example repository."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.faces.mcp.conversation import Conversation
from tmf_memory.kernel.registry import discover
from tmf_memory.mcp import tools
from tmf_memory.mcp.tool import Tool

EXAMPLE = Path(__file__).parents[3] / "examples" / "shop"
TOOLS: dict[str, Tool] = discover(tools, "TOOL", Tool, key="name")


def copied_shop(folder: Path) -> Path:
    """Return a fresh copy of the example, warmed by nobody."""
    ignored = shutil.ignore_patterns(".tmf", ".tmcra", "__pycache__")
    return Path(shutil.copytree(EXAMPLE, folder / "shop", ignore=ignored))


def open_shop(root: Path, version: str = "") -> Conversation:
    return Conversation(TOOLS.values(), version, root=root)
