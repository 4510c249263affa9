"""Codex: `config.toml` below `.codex`, of the project or of the user."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    Trust,
    inner,
    plain_entry,
    project_folder,
)
from tmf_memory.kernel.toml import TomlError, loads


def config(scope: Scope, around: Surroundings) -> Path:
    if scope is Scope.PROJECT:
        return around.project / ".codex" / "config.toml"
    return around.directory("CODEX_HOME", around.home / ".codex") / "config.toml"


def _is_trusted(texts: tuple[str, ...], around: Surroundings) -> bool:
    for text in texts:
        with suppress(TomlError):
            place = inner(loads(text), "projects", str(around.project), "trust_level")
            if place == "trusted":
                return True
    return False


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
    trust={
        Scope.PROJECT: Trust(
            lambda around: (config(Scope.USER, around),),
            _is_trusted,
            "start codex here and trust the folder, or tmf install codex --scope user",
        )
    },
)
