"""What requirement strings and the paths of well-known keys mean, in every format alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tmf_memory.codegraph.extractors._config import ConfigKey
from tmf_memory.codegraph.model import Json

_REQUIREMENT = re.compile(
    r"\s*(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?P<extras>\[[^\]]*\])?\s*"
    r"(?:@\s*(?P<url>\S+)|(?P<version>\(?\s*(?:[<>=!~][^;#]*)?))\s*(?:;.*)?(?:\s#.*)?"
)
_SEPARATORS = re.compile(r"[-_.]+")
_SCRIPT_TABLES = frozenset({"scripts", "gui-scripts"})


@dataclass(frozen=True, slots=True)
class Requirement:
    """One dependency: the name as written, and the version constraint or URL as written."""

    name: str
    version: str

    @property
    def normalized(self) -> str:
        """The name as package indexes compare it."""
        return _SEPARATORS.sub("-", self.name).lower()

    @property
    def detail(self) -> Mapping[str, Json]:
        return {"name": self.name, "version": self.version}


def requirement_of(text: str) -> Requirement | None:
    """Return what a PEP 508 line requires; None when it is something else."""
    found = _REQUIREMENT.fullmatch(" ".join(text.split()))  # long gaps would be tried many ways
    if found is None:
        return None
    version = found["url"] or (found["version"] or "").strip().strip("()")
    return Requirement(found["name"], version)


def as_requirement(key: ConfigKey) -> ConfigKey:
    """Return a key that holds a requirement under the name of what it requires."""
    found = requirement_of(key.value) if isinstance(key.value, str) else None
    if found is None:
        return key
    # The place in the list is no part of its identity.
    path = key.path[:-1] if key.path and isinstance(key.path[-1], int) else key.path
    return replace(key, path=(*path, found.normalized), kind="dependency", extra=found.detail)


def as_dependency(key: ConfigKey, name: str) -> ConfigKey:
    if not isinstance(key.value, str):
        return key
    return replace(key, kind="dependency", extra={"name": name, "version": key.value})


def labelled(key: ConfigKey) -> ConfigKey:
    """Return the key with its meaning, by where it stands: dependency, script, or plain key."""
    path = key.path
    if len(path) < 2:
        return key
    last, parent = path[-1], path[-2]
    if isinstance(last, int):
        return as_requirement(key) if _lists_requirements(path[:-1]) else key
    if parent in _SCRIPT_TABLES:
        return replace(key, kind="script")
    if _holds_dependencies(parent):
        return as_dependency(key, last)
    is_version = last == "version" and len(path) > 2 and _holds_dependencies(path[-3])
    return as_dependency(key, str(parent)) if is_version else key


def _lists_requirements(parents: tuple[str | int, ...]) -> bool:
    return (
        parents == ("build-system", "requires")
        or _holds_dependencies(parents[-1])
        or (len(parents) > 1 and _holds_dependencies(parents[-2]))
        or parents[0] == "dependency-groups"
    )


def _holds_dependencies(part: str | int) -> bool:
    """`dependencies`, `dev-dependencies`, `optional-dependencies`, `peerDependencies`, …"""
    return isinstance(part, str) and part.lower().endswith("dependencies")
