"""Gemini CLI: `settings.json` below `.gemini`, of the project or of the user."""

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
        return around.project / ".gemini" / "settings.json"
    return around.directory("GEMINI_CLI_HOME", around.home) / ".gemini" / "settings.json"


HOST = Host(
    name="gemini",
    title="Gemini CLI",
    syntax=Syntax.JSON,
    section=("mcpServers",),
    config=config,
    entry=plain_entry,
    repository=project_folder,
    programs=("gemini",),
    after=dict.fromkeys(Scope, "Gemini CLI starts servers only in a folder that it trusts."),
)
