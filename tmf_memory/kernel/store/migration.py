"""Bringing documents of an older schema version up to date while they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tmf_memory.kernel.errors import NewerSchemaError, RegistrationError
from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.store.envelope import SCHEMA_VERSION, Sealed


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One step: `upgrade(name, data)` turns a document of the version before into `to_version`."""

    to_version: int
    upgrade: Callable[[str, Json], Json]


def shipped_upgrades() -> Mapping[str, Upgrade]:
    """Return the steps in `upgrades/`, by the version they lead to."""
    # Only older state pays for these imports.
    from tmf_memory.kernel.registry import discover
    from tmf_memory.kernel.store import upgrades

    return discover(upgrades, "UPGRADE", Upgrade, key="to_version")


@dataclass(frozen=True, slots=True)
class Schema:
    """The version that is written, and how older ones get there."""

    version: int = SCHEMA_VERSION
    upgrades: Callable[[], Mapping[str, Upgrade]] = shipped_upgrades

    def check(self, found: int) -> None:
        """Refuse state of a version that is not known yet; raises NewerSchemaError."""
        if found > self.version:
            raise NewerSchemaError(found, self.version)

    def current(self, name: str, sealed: Sealed) -> Json:
        """Return the data of a document in the form of this version."""
        if sealed.schema_version == self.version:
            return sealed.data
        self.check(sealed.schema_version)
        steps = self.upgrades()
        data = sealed.data
        for version in range(sealed.schema_version + 1, self.version + 1):
            step = steps.get(str(version))
            if step is None:
                raise RegistrationError(f"{name}: no upgrade leads to schema version {version}")
            data = step.upgrade(name, data)
        return data
