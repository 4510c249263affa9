"""What every agent host declares: where its configuration is, and what an entry looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from tmf_memory.install.documents import Syntax
from tmf_memory.install.jsonc import Json, NotJsonError, read

WORKSPACE = "${workspaceFolder}"
"""What editors replace with the folder that is open."""


class Scope(str, Enum):
    """Whose configuration: every project of this user, or one project."""

    USER = "user"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The machine as an installer sees it."""

    home: Path
    project: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    platform: str = "linux"

    def directory(self, variable: str, default: Path) -> Path:
        """Return the directory that a variable names, else the default."""
        named = Path(self.variables.get(variable, ""))
        return named if named.is_absolute() else default


@dataclass(frozen=True, slots=True)
class Trust:
    """How to see whether a host trusts our entry: the files to look at, and what to look for.

    `given` gets the text of those files that exist. A host that is not in doubt has no `Trust`.
    """

    files: Callable[[Surroundings], tuple[Path, ...]]
    given: Callable[[tuple[str, ...], Surroundings], bool]
    mend: str


@dataclass(frozen=True, slots=True)
class Host:
    """One agent host.

    `section` leads to the table of servers. `entry` turns a command line into what stands there.
    `repository` is what `--repo` gets per scope; nothing means the folder the host starts it in.
    `programs` are names of its executable. `after` says what a person still has to do.
    """

    name: str
    title: str
    syntax: Syntax
    section: tuple[str, ...]
    config: Callable[[Scope, Surroundings], Path]
    entry: Callable[[tuple[str, ...]], dict[str, Json]]
    repository: Callable[[Scope, Surroundings], str]
    programs: tuple[str, ...]
    after: Mapping[Scope, str] = field(default_factory=dict)
    trust: Mapping[Scope, Trust] = field(default_factory=dict)


def plain_entry(command: tuple[str, ...]) -> dict[str, Json]:
    """Return the entry most hosts take."""
    return {"command": command[0], "args": list(command[1:])}


def typed_entry(command: tuple[str, ...]) -> dict[str, Json]:
    """Return the entry of hosts that also want the transport named."""
    return {"type": "stdio", **plain_entry(command)}


def project_folder(scope: Scope, around: Surroundings) -> str:
    """Name the project in its own file; a user's file serves whichever project is open."""
    return str(around.project) if scope is Scope.PROJECT else ""


def open_folder(scope: Scope, around: Surroundings) -> str:
    return WORKSPACE


def parsed_objects(texts: tuple[str, ...]) -> list[dict[str, Json]]:
    """Return the JSON objects among some texts; what cannot be read says nothing."""
    objects: list[dict[str, Json]] = []
    for text in texts:
        with suppress(NotJsonError):
            value = read(text).decoded
            if isinstance(value, dict):
                objects.append(value)
    return objects


def inner(value: Json, *names: str) -> Json:
    """Follow names through objects; None where they lead nowhere."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
