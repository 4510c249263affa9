"""The light table of commands: what `tmf --help` needs without importing any command.

A structure test holds it equal to the modules of `cli/commands`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One command as `tmf --help` lists it; its module is named like it, `-` written as `_`."""

    name: str
    summary: str

    @property
    def module(self) -> str:
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Catalog:
    """The commands of one package of command modules, in the order the help shows them."""

    package: str
    entries: tuple[Entry, ...]

    def find(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)


CATALOG = Catalog(
    "tmf_memory.cli.commands",
    (),
)
