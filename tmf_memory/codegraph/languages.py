"""Which extractor and which linker serve a path: the two registries of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tmf_memory.codegraph import extractors, linker
from tmf_memory.codegraph.extractors.base import Extractor
from tmf_memory.codegraph.linker.base import Linker
from tmf_memory.kernel.registry import discover


@dataclass(frozen=True, slots=True)
class Languages:
    """All languages, and the way from a file name to one."""

    extractors: Mapping[str, Extractor]
    linkers: Mapping[str, Linker]
    _by_name: Mapping[str, Extractor]
    _by_suffix: Mapping[str, Extractor]

    def of(self, path: str) -> Extractor | None:
        """The extractor for a path, by whole file name first, then by suffix; else None."""
        name = path.rpartition("/")[2]
        found = self._by_name.get(name) or self._by_suffix.get(_suffix(name))
        return found or next(
            (one for pattern, one in self._by_name.items() if _matches(pattern, name)), None
        )

    def wants(self, name: str) -> bool:
        return self.of(name) is not None

    def versions(self) -> dict[str, int]:
        """Version by language; negative while the language cannot run here.

        A grammar that is installed later makes what was stored without it outdated.
        """
        return {
            name: -one.version if one.unavailable() else one.version
            for name, one in self.extractors.items()
        }


@cache
def all_languages() -> Languages:
    found = discover(extractors, "EXTRACTOR", Extractor, key="language")
    return Languages(
        found,
        discover(linker, "LINKER", Linker, key="language"),
        {name: one for one in found.values() for name in one.file_names},
        {suffix: one for one in found.values() for suffix in one.suffixes},
    )


def _suffix(name: str) -> str:
    return name[name.rfind(".") :] if "." in name else ""


def _matches(pattern: str, name: str) -> bool:
    """A pattern has at most one `*`, as in `requirements*.txt`."""
    start, star, end = pattern.partition("*")
    return (
        bool(star)
        and len(name) >= len(pattern) - 1
        and name.startswith(start)
        and name.endswith(end)
    )
