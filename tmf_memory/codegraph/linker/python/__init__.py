"""Python: references to edges, by names, types and value flow, never by bare name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tmf_memory.codegraph.linker.base import LinkedFile, Linker, Outward, SurfaceOf
from tmf_memory.codegraph.linker.python.changes import surface_changes
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.link import FileLinker
from tmf_memory.codegraph.linker.python.patches import outward_of
from tmf_memory.codegraph.linker.python.tree import ModuleTree, module_names
from tmf_memory.codegraph.linker.python.views import Views
from tmf_memory.codegraph.model import Json


def open_tree(
    paths: frozenset[str], surface_of: SurfaceOf, outward: Outward
) -> Callable[[str, object], LinkedFile]:
    """Return the function that links one file of the tree."""
    evaluator = Evaluator(ModuleTree(paths), Views(surface_of), outward)

    def link(path: str, body: object) -> LinkedFile:
        return FileLinker(evaluator, path, body).link()

    return link


def changes_others(surface: Json) -> bool:
    """Tell whether a file may change an attribute of something in another file."""
    return isinstance(surface, dict) and "P" in surface


def changed_elsewhere(
    paths: frozenset[str], surface_of: SurfaceOf, of: Iterable[str]
) -> dict[str, Json]:
    """Return by path what the files `of` change in others."""
    views = Views(surface_of)
    changing = [path for path in of if (view := views.get(path)) is not None and view.patches]
    if not changing:
        return {}
    return outward_of(Evaluator(ModuleTree(paths), views, {}), changing)


LINKER = Linker(
    "python",
    open_tree,
    surface_changes,
    module_names,
    version=6,
    changes_others=changes_others,
    outward_of=changed_elsewhere,
)
