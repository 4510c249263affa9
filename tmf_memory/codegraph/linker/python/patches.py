"""What other modules put in the place of a function, a method, an attribute or a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from tmf_memory.codegraph.linker.python.exports import Exports
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.memo import RestsOn
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    REBOUND,
    Class,
    Display,
    Function,
    Instance,
    Module,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Views
from tmf_memory.codegraph.model import Json

REPLACED = "="
CHANGED = "["
ON_INSTANCE = "."
"""How a name is changed: replaced, changed inside, or replaced on one instance only."""

_TESTS = frozenset(
    ("tests", "test", "testing", "testdata", "fixtures", "examples", "example", "docs", "samples")
)


def is_test(path: str) -> bool:
    """Tell whether a file is run by tests only: what it changes in others lasts for a test."""
    *folders, name = path.split("/")
    return bool(_TESTS.intersection(folders)) or name.startswith(("test_", "conftest."))


class Patches(Exports):
    """Knows which attributes of modules and classes are changed by other files."""

    def __init__(self, tree: ModuleTree, views: Views, outward: Mapping[str, Json]) -> None:
        super().__init__(tree, views)
        self.patches: dict[str, dict[tuple[str, str], set[str]]] = {}
        for rows in outward.values():
            for path, name, how in cast("list[tuple[str, str, str]]", rows):
                last = name.rpartition(".")[2]
                self.patches.setdefault(last, {}).setdefault((path, name), set()).add(how)

    def evaluate(self, expression: Any, frame: Frame) -> Value:
        raise NotImplementedError

    def patched(self, owner: Module | Class, name: str, value: Value) -> Value:
        """Return `value`, which `owner` holds as `name`, or why it is something else by then."""
        full = f"{owner.qualname}.{name}" if isinstance(owner, Class) else name
        changes = self.patches[name].get((owner.path, full), set())
        if REPLACED in changes or (ON_INSTANCE in changes and isinstance(value, Function)):
            return REBOUND
        return DYNAMIC if CHANGED in changes and isinstance(value, Display) else value

    def changed_by(self, path: str) -> tuple[list[Json], RestsOn]:
        """Return what a file changes in others, as they know it, and what that rests on."""
        view = self.views.get(path)
        found: set[tuple[str, str, str]] = set()
        rests_on: RestsOn = []
        self.dependencies = rests_on
        for name, how, scope, base in () if view is None else view.patches:
            self.restart()
            owner = self.evaluate(base, self.frame_of(path, scope))
            if isinstance(owner, Module):
                found.add((owner.path, name, how))
            elif isinstance(owner, Class):
                found.add((owner.path, f"{owner.qualname}.{name}", how))
            elif isinstance(owner, Instance) and how == REPLACED:
                found.add((owner.of.path, f"{owner.of.qualname}.{name}", ON_INSTANCE))
            self.dependencies = rests_on
        return [list(one) for one in sorted(found)], rests_on


def outward_of(evaluator: Patches, paths: Iterable[str]) -> dict[str, Json]:
    """Return by path what files change in others; what tests change is left out."""
    found: dict[str, Json] = {}
    for path in paths:
        rows = [] if is_test(path) else evaluator.changed_by(path)[0]
        if rows:
            found[path] = rows
    return found
