"""Cursor: `mcp.json` below `.cursor`, of the project or of the user."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    open_folder,
    typed_entry,
)


def config(scope: Scope, around: Surroundings) -> Path:
    base = around.project if scope is Scope.PROJECT else around.home
    return base / ".cursor" / "mcp.json"


HOST = Host(
    name="cursor",
    title="Cursor",
    syntax=Syntax.JSON,
    section=("mcpServers",),
    config=config,
    entry=typed_entry,
    repository=open_folder,
    programs=("cursor", "cursor-agent"),
    after={Scope.PROJECT: "Cursor shows a new server switched off; switch it on in its settings."},
)
