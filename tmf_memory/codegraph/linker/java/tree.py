"""Where the types of a repository are, by their full names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tmf_memory.codegraph.linker.base import SurfaceOf
from tmf_memory.codegraph.linker.java.declared import FileScope, Row, file_scope_of, types_of
from tmf_memory.codegraph.linker.java.jtypes import Key
from tmf_memory.codegraph.linker.java.memo import MISSING, Memo

IMPORTS = "<imports>"


class TypeTree:
    """Finds top-level types; a file is taken to hold the type that it is named after."""

    def __init__(self, paths: frozenset[str], surface_of: SurfaceOf, memo: Memo) -> None:
        self._surface_of = surface_of
        self._memo = memo
        self._scopes: dict[str, FileScope] = {}
        self._rows: dict[str, Mapping[str, Row]] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(paths):
            self._by_name[path.rpartition("/")[2].removesuffix(".java")].append(path)

    def rows(self, path: str) -> Mapping[str, Row]:
        found = self._rows.get(path)
        if found is None:
            found = self._rows[path] = types_of(self._surface_of(path))
        return found

    def scope(self, path: str) -> FileScope:
        """What the imports of a file say."""
        self._memo.dependencies.add((path, IMPORTS))
        return self._scope(path)

    def _scope(self, path: str) -> FileScope:
        found = self._scopes.get(path)
        if found is None:
            found = self._scopes[path] = file_scope_of(path, self._surface_of(path))
        return found

    def top_level(self, package: str, name: str, *, asking: str) -> Key | None:
        """The one type `package.name` that `asking` can mean."""
        dotted = f"{package}.{name}" if package else name
        self._memo.dependencies.add((MISSING, dotted))
        found = []
        for path in self._by_name.get(name, ()):
            self._memo.dependencies |= {(path, IMPORTS), (path, name)}
            if self._scope(path).package == package and name in self.rows(path):
                found.append(path)
        if len(found) > 1:
            root = self._root(asking)
            found = [path for path in found if self._root(path) == root]
        return (found[0], name) if len(found) == 1 else None

    def _root(self, path: str) -> str:
        """The source root: what is left of a file's folder without its package."""
        folder = path.rpartition("/")[0]
        package = self._scope(path).package.replace(".", "/")
        return folder.removesuffix(package) if package else folder


def module_names(path: str, paths: frozenset[str]) -> frozenset[str]:
    """The dotted names that a file may answer to: its path, less any number of leading folders."""
    parts = path.removesuffix(".java").split("/")
    return frozenset(".".join(parts[at:]) for at in range(len(parts)))
