"""VS Code: `.vscode/mcp.json` in the project, `mcp.json` in the user's profile."""

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
    if scope is Scope.PROJECT:
        return around.project / ".vscode" / "mcp.json"
    return _profile(around) / "Code" / "User" / "mcp.json"


def _profile(around: Surroundings) -> Path:
    if around.platform == "win32":
        return around.directory("APPDATA", around.home / "AppData" / "Roaming")
    if around.platform == "darwin":
        return around.home / "Library" / "Application Support"
    return around.directory("XDG_CONFIG_HOME", around.home / ".config")


HOST = Host(
    name="vscode",
    title="VS Code",
    syntax=Syntax.JSON,
    section=("servers",),
    config=config,
    entry=typed_entry,
    repository=open_folder,
    programs=("code",),
    after={Scope.PROJECT: "VS Code asks once whether to trust this server; say yes."},
)
