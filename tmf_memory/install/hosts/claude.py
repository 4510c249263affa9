"""Claude Code: `.mcp.json` in the project, `~/.claude.json` for the user."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    project_folder,
    typed_entry,
)


def config(scope: Scope, around: Surroundings) -> Path:
    if scope is Scope.PROJECT:
        return around.project / ".mcp.json"
    return around.directory("CLAUDE_CONFIG_DIR", around.home) / ".claude.json"


HOST = Host(
    name="claude",
    title="Claude Code",
    syntax=Syntax.JSON,
    section=("mcpServers",),
    config=config,
    entry=typed_entry,
    repository=project_folder,
    programs=("claude",),
    after={Scope.PROJECT: "Claude Code asks once whether to trust this server; say yes."},
)
