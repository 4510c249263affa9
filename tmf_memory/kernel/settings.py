"""Every environment variable and per-user directory the package knows, in one typed place."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; read once by a face, then passed down.

    A directory is None when the user has no home directory. A variable that is not set is None.
    """

    state_home: Path | None = None
    owner_memory: Path | None = None
    model_command: str | None = None
    router_command: str | None = None
    embed_command: str | None = None
    no_color: bool = False
    force_color: bool = False

    @property
    def key_file(self) -> Path | None:
        """Return where the per-user key lives."""
        return None if self.state_home is None else self.state_home / "tmf" / "key"


def read_settings(
    environ: Mapping[str, str] | None = None, *, platform: str = sys.platform
) -> Settings:
    """Return the settings of this process, or of a given environment."""
    variables = os.environ if environ is None else environ
    home = _home(variables, platform)
    return Settings(
        state_home=_state_home(variables, home, platform),
        owner_memory=_directory(variables, "TMCRA_HOME") or _below(home, ".tmcra"),
        model_command=variables.get("TMF_MODEL_COMMAND") or None,
        router_command=variables.get("TMF_ROUTER_COMMAND") or None,
        embed_command=variables.get("TMF_EMBED_COMMAND") or None,
        no_color=bool(variables.get("NO_COLOR")),
        force_color=variables.get("FORCE_COLOR", "") not in {"", "0", "false"},
    )


def _home(variables: Mapping[str, str], platform: str) -> Path | None:
    return _directory(variables, "USERPROFILE" if platform == "win32" else "HOME")


def _state_home(variables: Mapping[str, str], home: Path | None, platform: str) -> Path | None:
    if platform == "win32":
        return _directory(variables, "LOCALAPPDATA") or _below(home, "AppData", "Local")
    return _directory(variables, "XDG_STATE_HOME") or _below(home, ".local", "state")


def _directory(variables: Mapping[str, str], name: str) -> Path | None:
    """Return the directory a variable names; the XDG rule: a relative path is ignored."""
    path = Path(variables.get(name, ""))
    return path if path.is_absolute() else None


def _below(home: Path | None, *parts: str) -> Path | None:
    return None if home is None else home.joinpath(*parts)
