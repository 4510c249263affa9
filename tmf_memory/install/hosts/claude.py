"""Claude Code: `.mcp.json` in the project, `~/.claude.json` for the user."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    Trust,
    inner,
    parsed_objects,
    project_folder,
    typed_entry,
)


def config(scope: Scope, around: Surroundings) -> Path:
    if scope is Scope.PROJECT:
        return around.project / ".mcp.json"
    return around.directory("CLAUDE_CONFIG_DIR", around.home) / ".claude.json"


def _files(around: Surroundings) -> tuple[Path, ...]:
    settings = around.project / ".claude"
    return (
        config(Scope.USER, around),
        settings / "settings.json",
        settings / "settings.local.json",
    )


def _is_approved(texts: tuple[str, ...], around: Surroundings) -> bool:
    for document in parsed_objects(texts):
        for place in (document, inner(document, "projects", str(around.project))):
            servers = inner(place, "enabledMcpjsonServers")
            if inner(place, "enableAllProjectMcpServers") is True:
                return True
            if isinstance(servers, list) and "tmf" in servers:
                return True
    return False


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
    trust={
        Scope.PROJECT: Trust(_files, _is_approved, "start claude here and approve the server tmf")
    },
)
