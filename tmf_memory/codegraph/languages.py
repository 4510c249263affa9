"""Which extractor and which linker serve a path; each is imported when it is first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Generic, TypeVar

from tmf_memory.codegraph.catalog import CATALOG, LanguageRow
from tmf_memory.codegraph.extractors.base import Extractor
from tmf_memory.codegraph.linker.base import Linker
from tmf_memory.kernel.errors import RegistrationError

_HERE = "tmf_memory.codegraph"
_LINKERS_PER_EXTRACTOR = 1000  # more versions of one linker than there will ever be
PlugIn = TypeVar("PlugIn", Extractor, Linker)


class OnDemand(Mapping[str, PlugIn], Generic[PlugIn]):
    """Plug-ins by language, imported one by one as they are looked up."""

    def __init__(self, modules: Mapping[str, str], attribute: str, kind: type[PlugIn]) -> None:
        self._modules = modules
        self._attribute = attribute
        self._kind: type[PlugIn] = kind
        self._loaded: dict[str, PlugIn] = {}

    def __getitem__(self, language: str) -> PlugIn:
        if language not in self._loaded:
            name = self._modules[language]
            declared = getattr(importlib.import_module(name), self._attribute, None)
            if not isinstance(declared, self._kind):
                raise RegistrationError(f"{name} must declare {self._attribute}")
            self._loaded[language] = declared
        return self._loaded[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, language: object) -> bool:
        return language in self._modules


@dataclass(frozen=True, slots=True)
class Languages:
    """All languages, and the way from a file name to one."""

    rows: Mapping[str, LanguageRow]
    extractors: Mapping[str, Extractor]
    linkers: Mapping[str, Linker]
    _by_suffix: Mapping[str, str]
    _by_name: Mapping[str, str]
    _by_pattern: tuple[tuple[str, str, str], ...]

    def language_of(self, path: str) -> str:
        """The language of a path, by whole file name first, then by suffix; empty when none."""
        name = path.rpartition("/")[2]
        dot = name.rfind(".")
        found = self._by_name.get(name) or (self._by_suffix.get(name[dot:]) if dot >= 0 else None)
        return found or self._patterned(name)

    def of(self, path: str) -> Extractor | None:
        language = self.language_of(path)
        return self.extractors[language] if language else None

    def wants(self, name: str) -> bool:
        return bool(self.language_of(name))

    def tier(self, language: str) -> str:
        row = self.rows.get(language)
        return row.tier if row else ""

    def versions(self) -> dict[str, int]:
        """Version of extractor and linker by language; negative while it cannot run here.

        A grammar that is installed later makes what was stored without it outdated.
        """
        return {
            name: _version(row) if all(map(find_spec, row.needs)) else -_version(row)
            for name, row in self.rows.items()
        }

    def _patterned(self, name: str) -> str:
        for start, end, language in self._by_pattern:
            if len(name) >= len(start) + len(end) and name.startswith(start) and name.endswith(end):
                return language
        return ""


def _version(row: LanguageRow) -> int:
    return row.version * _LINKERS_PER_EXTRACTOR + row.linker


@cache
def all_languages() -> Languages:
    rows = {row.language: row for row in CATALOG}
    names = {name: row.language for row in CATALOG for name in row.file_names}
    patterns = [(*name.split("*", 1), language) for name, language in names.items() if "*" in name]
    return Languages(
        rows,
        OnDemand({name: f"{_HERE}.extractors.{row.module}" for name, row in rows.items()},
                 "EXTRACTOR", Extractor),
        OnDemand({name: f"{_HERE}.linker.{row.module}" for name, row in rows.items() if row.linker},
                 "LINKER", Linker),
        {suffix: row.language for row in CATALOG for suffix in row.suffixes},
        names,
        tuple((start, end, language) for start, end, language in patterns),
    )  # fmt: skip
