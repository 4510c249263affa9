"""Which names of a surface mean something else now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tmf_memory.codegraph.linker.java.declared import Row, types_of
from tmf_memory.codegraph.linker.java.tree import IMPORTS
from tmf_memory.codegraph.model import Json

_HEADER = ("kind", "flags", "typevars", "extends", "implements", "outer")
_MEMBERS = ("fields", "methods")
_IMPORTS = ("package", "imports", "wildcards", "static", "static_wildcards")


def surface_changes(old: Json, new: Json) -> frozenset[str]:
    """`Type` for its head, `Type.member` for what it declares, `<imports>` for the file's head."""
    changed = {IMPORTS} if _part(old, _IMPORTS) != _part(new, _IMPORTS) else set()
    before, after = types_of(old), types_of(new)
    for name in before.keys() | after.keys():
        changed |= _type_changes(name, before.get(name), after.get(name))
    return frozenset(changed)


def _part(surface: Json, keys: tuple[str, ...]) -> list[Json]:
    return [surface.get(key) for key in keys] if isinstance(surface, dict) else []


def _type_changes(name: str, old: Row | None, new: Row | None) -> set[str]:
    changed = set()
    if old is None or new is None or any(old.get(key) != new.get(key) for key in _HEADER):
        changed.add(name)
    for key in _MEMBERS:
        before = cast("Mapping[str, Json]", (old or {}).get(key, {}))
        after = cast("Mapping[str, Json]", (new or {}).get(key, {}))
        changed |= {
            f"{name}.{member}"
            for member in before.keys() | after.keys()
            if before.get(member) != after.get(member)
        }
    return changed
