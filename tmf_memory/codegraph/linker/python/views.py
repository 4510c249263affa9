"""Surfaces made ready for look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tmf_memory.codegraph.linker.base import SurfaceOf
from tmf_memory.codegraph.model import Json

Entry = Mapping[str, Any]
"""One part of a surface as `extractors.python.surface` describes it; keys are its letters."""


def expanded(entry: Entry, prefix: str) -> dict[str, list[Any]]:
    """Return every binding of a module or class, the compact ones written out."""
    names: dict[str, list[Any]] = dict(entry.get("n", ()))
    for letter in "FC":
        if letter in entry:
            for name in entry[letter].split():
                names[name] = [letter.lower(), prefix + name]
    if "o" in entry:
        for name in entry["o"].split():
            names[name] = ["v", None]
    return names


class ModuleView:
    """The surface of one module."""

    __slots__ = (
        "_class_names",
        "classes",
        "declared",
        "exports",
        "functions",
        "names",
        "patches",
        "properties",
        "stars",
    )

    def __init__(self, surface: Entry) -> None:
        self.names = expanded(surface, "")
        self.functions: dict[str, Entry] = surface.get("f", {})
        self.classes: dict[str, Entry] = surface.get("c", {})
        self.stars: list[str] = surface.get("s", [])
        self.exports: list[str | None] | None = surface.get("a")
        self.patches: list[Any] = surface.get("P", [])
        self.declared = frozenset(surface.get("d", "").split())
        self.properties = frozenset(
            qualname for qualname, one in self.functions.items() if "p" in one.get("k", "")
        )
        self._class_names: dict[str, dict[str, list[Any]]] = {}

    def class_names(self, qualname: str) -> dict[str, list[Any]]:
        """Return what the body of a class binds."""
        found = self._class_names.get(qualname)
        if found is None:
            found = expanded(self.classes.get(qualname, {}), f"{qualname}.")
            self._class_names[qualname] = found
        return found


class Views:
    """The surfaces of a tree, loaded when they are first asked for."""

    def __init__(self, surface_of: SurfaceOf) -> None:
        self._surface_of = surface_of
        self._views: dict[str, ModuleView | None] = {}

    def get(self, path: str) -> ModuleView | None:
        if path not in self._views:
            surface: Json = self._surface_of(path)
            self._views[path] = ModuleView(surface) if isinstance(surface, dict) else None
        return self._views[path]
