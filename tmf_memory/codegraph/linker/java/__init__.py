"""Java: references to edges, by names, declared types and the hierarchy, never by bare name."""

from __future__ import annotations

from collections.abc import Callable

from tmf_memory.codegraph.linker.base import LinkedFile, Linker, Outward, SurfaceOf
from tmf_memory.codegraph.linker.java.changes import surface_changes
from tmf_memory.codegraph.linker.java.link import FileLinker
from tmf_memory.codegraph.linker.java.members import Members
from tmf_memory.codegraph.linker.java.memo import Memo
from tmf_memory.codegraph.linker.java.names import TypeNames
from tmf_memory.codegraph.linker.java.tree import TypeTree, module_names


def open_tree(
    paths: frozenset[str], surface_of: SurfaceOf, outward: Outward
) -> Callable[[str, object], LinkedFile]:
    """Return the function that links one file of the tree."""
    memo = Memo()
    tree = TypeTree(paths, surface_of, memo)
    members = Members(TypeNames(tree, memo), tree, memo)

    def link(path: str, body: object) -> LinkedFile:
        return FileLinker(members, tree, memo, path, body).link()

    return link


LINKER = Linker("java", open_tree, surface_changes, module_names, version=1)
