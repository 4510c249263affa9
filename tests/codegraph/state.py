"""What a store says, free of numbering and layout, so that two stores can be compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tmf_memory.codegraph.derive import derive_surface
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.records import LEFT_OUT
from tmf_memory.codegraph.table_keys import DEPENDENTS, ELSEWHERE, REVERSE, TABLES


def logical_state(memory: CodeMemory) -> dict[str, Any]:
    """Entries, links, tables and the text index, with paths instead of numbers."""
    claims = memory.claims
    paths = sorted(claims.manifest.files)
    groups = set(memory.text.groups())
    return {
        "files": {
            path: (row.blob, row.language, row.degraded, row.symbols, row.edges, row.unresolved)
            for path, row in claims.manifest.files.items()
        },
        "gaps": claims.manifest.gaps,
        "entries": {path: _entry(memory, path) for path in paths},
        "links": {path: _links(memory, path) for path in paths},
        "tables": {name: _table(memory, name) for name in TABLES},
        "groups": groups,
        "text": memory.text.dump(),
    }


def _entry(memory: CodeMemory, path: str) -> Any:
    """An entry with its surface, also when that is not stored because nobody rests on it."""
    entry = memory.claims.entry(path)
    if entry is None or entry.surface != LEFT_OUT:
        return entry
    blob, surface = derive_surface(memory.worktree, path, memory.languages)
    assert blob in {entry.blob, memory.claims.derived_blob(path)}
    return replace(entry, surface=surface)


def _links(memory: CodeMemory, path: str) -> Any:
    links = memory.claims.links(path)
    return (
        set(links.edges),
        sorted((one.source, one.expression, one.line, one.reason) for one in links.unresolved),
        set(memory.claims.consulted(path)),
    )


def _table(memory: CodeMemory, name: str) -> dict[str, set[str]]:
    path_of = memory.claims.path_of
    found = {}
    for key, numbers in memory.claims.table(name).items().items():
        number, colon, rest = key.partition(":")
        if name in {REVERSE, DEPENDENTS, ELSEWHERE}:
            key = f"{path_of(int(number))}{colon}{rest}"
        found[key] = {path_of(number) for number in numbers}
    return found
