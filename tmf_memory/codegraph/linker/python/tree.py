"""Which file a dotted module name means, seen from the file that imports it."""

from __future__ import annotations

import sys
from posixpath import dirname

_SOURCE_ROOT_NAMES = frozenset(("src", "lib", "python"))
_SIDE_NAMES = frozenset(
    [
        *("tests", "test", "testing", "examples", "example", "docs", "doc", "samples", "demo"),
        *("fixtures", "testdata", "benchmarks", "vendor", "_vendor", "third_party", "scripts"),
    ]
)
_STANDARD = frozenset(sys.stdlib_module_names)
_SUFFIXES = (".py", ".pyi")
Place = tuple[str, frozenset[str]]


class ModuleTree:
    """All modules of one repository.

    A module is a path; a namespace package is its folder with a trailing slash (`""` the root).
    """

    def __init__(self, paths: frozenset[str]) -> None:
        self._paths = paths
        self._folders: set[str] = set()
        self._packages: set[str] = set()
        for path in paths:
            folder = dirname(path)
            if path.rpartition("/")[2].rpartition(".")[0] == "__init__":
                self._packages.add(folder)
            while folder not in self._folders:
                self._folders.add(folder)
                folder = dirname(folder)
        self._packages.discard("")  # nothing lies above the root: it is where imports start
        self._roots = self._find_roots()
        self._places: dict[str, Place] = {}
        self._tops: dict[str, list[str]] = {}

    def _find_roots(self) -> list[str]:
        """Return the folders that imports may start from: above packages, and `src` and such."""
        roots = {""}
        for package in self._packages:
            roots.add(self._root_of(package))
        for folder in self._folders:
            if folder.rpartition("/")[2] in _SOURCE_ROOT_NAMES and folder not in self._packages:
                roots.add(folder)
        return sorted(roots)

    def _root_of(self, folder: str) -> str:
        while folder in self._packages:
            folder = dirname(folder)
        return folder

    def child(self, folder: str, name: str) -> str | None:
        """Return the module `name` in `folder`: a package, a file or a namespace folder."""
        inner = f"{folder}/{name}" if folder else name
        if inner in self._packages:
            for suffix in _SUFFIXES:
                if f"{inner}/__init__{suffix}" in self._paths:
                    return f"{inner}/__init__{suffix}"
        for suffix in _SUFFIXES:
            if inner + suffix in self._paths:
                return inner + suffix
        return f"{inner}/" if inner in self._folders else None

    def submodule(self, module: str, name: str) -> str | None:
        """Return the module `name` inside of a package or a namespace folder."""
        if module.endswith("/"):
            return self.child(module[:-1], name)
        folder, _, file_name = module.rpartition("/")
        return self.child(folder, name) if file_name.startswith("__init__.") else None

    def descend(self, folder: str, parts: list[str]) -> str | None:
        """Return the module that `parts` lead to from `folder`."""
        module: str | None = f"{folder}/" if folder else "/"
        for part in parts:
            if module is None:
                return None
            module = self.child("", part) if module == "/" else self.submodule(module, part)
        return module

    def relative(self, importer: str, written: str) -> str | None:
        """Return what a relative import names, such as `.x` or `..`."""
        name = written.lstrip(".")
        folder = dirname(importer)
        for _ in range(len(written) - len(name) - 1):
            if not folder:
                return None
            folder = dirname(folder)
        if name:
            return self.descend(folder, name.split("."))
        for suffix in _SUFFIXES:
            path = f"{folder}/__init__{suffix}" if folder else f"__init__{suffix}"
            if path in self._paths:
                return path
        return f"{folder}/" if folder in self._folders else None

    def place(self, importer: str) -> Place:
        """Return what decides where absolute imports of a file lead: its root, its side folders."""
        found = self._places.get(importer)
        if found is None:
            folder = dirname(importer)
            sides = frozenset(folder.split("/")) & _SIDE_NAMES
            found = self._places[importer] = (self._root_of(folder), sides)
        return found

    def absolute(self, place: Place, parts: list[str]) -> str | None:
        """Return the module of an absolute import, or None: not here, or not certain which."""
        own, sides = place
        if parts[0] in _STANDARD:
            # A repository may well have its own `profile.models`, hardly its own `profile`.
            return self.descend(own, parts) if len(parts) > 1 else None
        above = own
        while True:
            found = self.descend(above, parts)
            if found is not None and not found.endswith("/"):
                return found
            if not above:
                break
            above = dirname(above)
        return self._elsewhere(sides, parts) or found

    def _elsewhere(self, sides: frozenset[str], parts: list[str]) -> str | None:
        found: set[str] = set()
        for root in self._roots_with(parts[0]):
            if any(one in _SIDE_NAMES and one not in sides for one in root.split("/")):
                continue
            module = self.descend(root, parts)
            if module is not None and not module.endswith("/"):
                found.add(module)
        return found.pop() if len(found) == 1 else None

    def _roots_with(self, name: str) -> list[str]:
        known = self._tops.get(name)
        if known is None:
            known = [root for root in self._roots if self.child(root, name) is not None]
            self._tops[name] = known
        return known


def module_names(path: str, paths: frozenset[str]) -> frozenset[str]:
    """Return every dotted name under which some file could import `path`."""
    parts = path.rpartition(".")[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return frozenset(".".join(parts[index:]) for index in range(len(parts) or 1))
