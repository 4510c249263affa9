"""What every linker promises: one file's body resolved against the surfaces of all files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.model import Edge, Json, Unresolved

SurfaceOf = Callable[[str], Json]
"""The surface of a path, or None when the path has none (not in the tree, or degraded)."""


@dataclass(frozen=True, slots=True)
class LinkedFile:
    """The outcome of linking one file.

    `consulted` names every fact about *other* files that the outcome rests on, found or missing:
    `{path: {names}}`, where a name is a top-level name or `Class.attribute` of that file's surface
    (`"*"` when the whole surface matters). `missing_modules` are dotted module names that were
    looked for and do not exist in the repository. When any of these changes the file is linked
    again; nothing else can change its edges.
    """

    edges: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]
    consulted: Mapping[str, frozenset[str]]
    missing_modules: frozenset[str]


@dataclass(frozen=True, slots=True)
class Linker:
    """The linker of one language.

    `open_tree(paths, surface_of)` sees all paths of the language in the tree and returns the
    function `link(path, body) -> LinkedFile`. It loads surfaces lazily and may cache across calls.
    `surface_changes(old, new)` gives the names (as in `consulted`) whose meaning differs;
    `None` stands for an absent surface. `module_names(path, paths)` gives the dotted names under
    which a path can be imported (for `missing_modules`). `version` changes whenever the same
    bodies and surfaces would give another outcome: it makes stored links outdated.
    """

    language: str
    open_tree: Callable[[frozenset[str], SurfaceOf], Callable[[str, object], LinkedFile]]
    surface_changes: Callable[[Json, Json], frozenset[str]]
    module_names: Callable[[str, frozenset[str]], frozenset[str]]
    version: int
