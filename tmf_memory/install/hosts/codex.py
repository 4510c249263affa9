"""Codex: `config.toml` below `.codex`, of the project or of the user."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    plain_entry,
    project_folder,
)


def config(scope: Scope, around: Surroundings) -> Path:
    if scope is Scope.PROJECT:
        return around.project / ".codex" / "config.toml"
    return around.directory("CODEX_HOME", around.home / ".codex") / "config.toml"


HOST = Host(
    name="codex",
    title="Codex",
    syntax=Syntax.TOML,
    section=("mcp_servers",),
    config=config,
    entry=plain_entry,
    repository=project_folder,
    programs=("codex",),
    after={Scope.PROJECT: "Codex reads a project's config.toml only once the project is trusted."},
)
