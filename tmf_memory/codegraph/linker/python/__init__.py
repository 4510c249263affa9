"""Python: references to edges, by names, types and value flow, never by bare name."""

from __future__ import annotations

from collections.abc import Callable

from tmf_memory.codegraph.linker.base import LinkedFile, Linker, SurfaceOf
from tmf_memory.codegraph.linker.python.changes import surface_changes
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.link import FileLinker
from tmf_memory.codegraph.linker.python.tree import ModuleTree, module_names
from tmf_memory.codegraph.linker.python.views import Views


def open_tree(paths: frozenset[str], surface_of: SurfaceOf) -> Callable[[str, object], LinkedFile]:
    """Return the function that links one file of the tree."""
    evaluator = Evaluator(ModuleTree(paths), Views(surface_of))

    def link(path: str, body: object) -> LinkedFile:
        return FileLinker(evaluator, path, body).link()

    return link


LINKER = Linker("python", open_tree, surface_changes, module_names, version=4)
