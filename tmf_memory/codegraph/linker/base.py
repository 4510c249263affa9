"""What every linker promises: one file's body resolved against the surfaces of all files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.model import Edge, Json, Unresolved

SurfaceOf = Callable[[str], Json]
"""The surface of a path, or None when the path has none (not in the tree, or degraded)."""

Outward = Mapping[str, Json]
"""By path what files change in others (`Linker.outward_of`): every file that is linked sees it."""


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

    `open_tree(paths, surface_of, outward)` sees all paths of the language in the tree and returns
    the function `link(path, body) -> LinkedFile`. It loads surfaces lazily and may cache.
    `surface_changes(old, new)` gives the names (as in `consulted`) whose meaning differs;
    `None` stands for an absent surface. `module_names(path, paths)` gives the dotted names under
    which a path can be imported (for `missing_modules`). `version` changes whenever the same
    bodies and surfaces would give another outcome: it makes stored links outdated.

    `changes_others(surface)` tells whether a file may change something in others.
    `outward_of(paths, surface_of, of)` gives by path what each of the files `of` changes in others,
    such as a function that it puts in the place of another module's: rows that begin with the
    path and the name, as it is consulted. Whatever consulted such a name is linked again when the
    rows change, and what they rest on is part of what their own file consulted.
    """

    language: str
    open_tree: Callable[[frozenset[str], SurfaceOf, Outward], Callable[[str, object], LinkedFile]]
    surface_changes: Callable[[Json, Json], frozenset[str]]
    module_names: Callable[[str, frozenset[str]], frozenset[str]]
    version: int
    changes_others: Callable[[Json], bool] = lambda surface: False
    outward_of: Callable[[frozenset[str], SurfaceOf, Iterable[str]], dict[str, Json]] = (
        lambda paths, surface_of, of: {}
    )
