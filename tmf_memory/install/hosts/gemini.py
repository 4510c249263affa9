"""Gemini CLI: `settings.json` below `.gemini`, of the project or of the user."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.hosts.base import (
    Host,
    Scope,
    Surroundings,
    Trust,
    parsed_objects,
    plain_entry,
    project_folder,
)


def config(scope: Scope, around: Surroundings) -> Path:
    if scope is Scope.PROJECT:
        return around.project / ".gemini" / "settings.json"
    return around.directory("GEMINI_CLI_HOME", around.home) / ".gemini" / "settings.json"


def _files(around: Surroundings) -> tuple[Path, ...]:
    return (config(Scope.USER, around).parent / "trustedFolders.json",)


def _is_trusted(texts: tuple[str, ...], around: Surroundings) -> bool:
    for document in parsed_objects(texts):
        for folder, verdict in document.items():
            place = Path(folder).parent if verdict == "TRUST_PARENT" else Path(folder)
            is_around = place == around.project or place in around.project.parents
            if is_around and verdict in ("TRUST_FOLDER", "TRUST_PARENT"):
                return True
    return False


_TRUST = Trust(_files, _is_trusted, "start gemini here and trust the folder")


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
    trust=dict.fromkeys(Scope, _TRUST),
)
