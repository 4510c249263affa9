"""What differs between two surfaces of one file, in the names that linking consults."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.frames import name_of
from tmf_memory.codegraph.linker.python.views import Entry, expanded
from tmf_memory.codegraph.model import Json

_WHOLE = {"s": "import *", "a": "__all__"}


def surface_changes(old: Json, new: Json) -> frozenset[str]:
    """Return the names whose meaning differs; None stands for an absent surface."""
    before, after = _meanings(old), _meanings(new)
    changed = frozenset(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    # A star import may bind any name, also one that was looked for in vain before.
    return changed | {"*"} if _WHOLE["s"] in changed else changed


def _meanings(surface: Json) -> dict[str, list[Any]]:
    """Return everything that a surface says, under the name by which it is asked for."""
    meanings: dict[str, list[Any]] = {}
    if not isinstance(surface, dict):
        return {"": [None]}
    entry: Entry = surface
    for key, name in _WHOLE.items():
        if key in entry:
            meanings.setdefault(name, []).append(entry[key])
    _add_names(meanings, expanded(entry, ""), "")
    for qualname, function in entry.get("f", {}).items():
        meanings.setdefault(qualname, []).append(["f", function])
    for qualname, one in entry.get("c", {}).items():
        _add_class(meanings, qualname, one)
    for name in entry.get("d", "").split():
        meanings.setdefault(name, []).append("declared")
    return meanings


def _add_names(meanings: dict[str, list[Any]], names: dict[str, list[Any]], prefix: str) -> None:
    for key in sorted(names):
        name = name_of(key)
        meanings.setdefault(prefix + name, []).append([key, names[key]])


def _add_class(meanings: dict[str, list[Any]], qualname: str, entry: Entry) -> None:
    own = {key: entry[key] for key in ("b", "k", "D", "x") if key in entry}
    meanings.setdefault(qualname, []).append(["c", own])
    prefix = f"{qualname}."
    _add_names(meanings, expanded(entry, prefix), prefix)
    for name, assigned in entry.get("a", {}).items():
        meanings.setdefault(prefix + name, []).append(["a", assigned])
    for name in entry.get("u", "").split():
        meanings.setdefault(prefix + name, []).append("unknown")
    # Whoever looked for a name in vain asked for it as `.name`, in any class of the file.
    for name in [one for one in meanings if one.startswith(prefix)]:
        last = name[len(prefix) :]
        if "." not in last:
            meanings.setdefault(f".{last}", []).append(qualname)
