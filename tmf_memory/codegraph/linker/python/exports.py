"""What modules offer: imports, re-exports, submodules and star imports."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.memo import Basis, Memo
from tmf_memory.codegraph.linker.python.tree import ModuleTree, Place
from tmf_memory.codegraph.linker.python.values import (
    AMBIGUOUS,
    CYCLE,
    DYNAMIC,
    NO_ATTRIBUTE,
    NO_STAR,
    NOTHING,
    REBOUND,
    Foreign,
    Module,
    Nothing,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import ModuleView, Views

BUILTINS = frozenset(dir(builtins))


def agree(values: Iterable[Value], otherwise: Unknown = AMBIGUOUS) -> Value:
    """Return the one value that all alternatives stand for; `None` and cycles do not count."""
    found: Value | None = None
    nothing = False
    for value in values:
        if isinstance(value, Nothing):
            nothing = True
        elif isinstance(value, Unknown):
            if value is not CYCLE:
                return value
        elif found is None:
            found = value
        elif found != value:
            return otherwise
    if found is not None:
        return found
    return NOTHING if nothing else DYNAMIC


class Exports(Memo):
    """Finds what an import binds, and what a module offers under a name."""

    def __init__(self, tree: ModuleTree, views: Views) -> None:
        super().__init__()
        self.tree = tree
        self.views = views
        self._exports: dict[Any, Any] = {}
        self._modules: dict[tuple[Place, str], tuple[Value, Basis]] = {}

    # What the other parts of the evaluator add.
    def frame_of(self, path: str, qualname: str) -> Frame:
        raise NotImplementedError

    def name(self, key: str, frame: Frame) -> Value:
        raise NotImplementedError

    patches: dict[str, dict[tuple[str, str], set[str]]]

    def patched(self, owner: Module, name: str, value: Value) -> Value:
        raise NotImplementedError

    def bound_anywhere(self, name: str, frame: Frame) -> Value:
        raise NotImplementedError

    def module(self, dotted: str, importer: str) -> Value:
        """Return the module of an absolute import."""
        self.site = None
        key = (self.tree.place(importer), dotted)
        known = self._modules.get(key)
        if known is None:
            parts = dotted.split(".")
            looked_for = Basis(accumulate(parts, "{}.{}".format))
            found = self.tree.absolute(key[0], parts)
            value = Foreign(dotted) if found is None else Module(found)
            known = self._modules[key] = (value, looked_for)
        self.dependencies.append(known[1])
        return known[0]

    def source_module(self, written: str, importer: str) -> Value:
        """Return the module that `from <written> import` names."""
        if not written.startswith("."):
            return self.module(written, importer)
        self.site = None
        found = self.tree.relative(importer, written)
        folders = importer.split("/")[: -(len(written) - len(written.lstrip(".")))]
        self._looked_for(found, ".".join(filter(None, [*folders, written.lstrip(".")])))
        return Foreign(written) if found is None else Module(found)

    def imported(self, written: str, name: str, importer: str) -> Value:
        """Return what `from <written> import <name>` binds."""
        source = self.source_module(written, importer)
        if isinstance(source, Foreign):
            return Foreign(f"{source.name}.{name}")
        if not isinstance(source, Module):
            return source
        if source.path == importer:  # `from . import x` in the package itself
            return self.submodule(source, name)
        return self.exported(source, name)

    def exported(self, module: Module, name: str) -> Value:
        """Return an attribute of a module: a name it binds, or a submodule."""
        if module.path.endswith("/"):
            return self.submodule(module, name)
        key = (module.path, name)
        value = self.remember(self._exports, key, lambda: self._export(module.path, name))
        if value == NO_ATTRIBUTE or value is CYCLE:
            site = self.site
            inner = self.submodule(module, name)
            if isinstance(inner, Module):
                return inner
            self.site = site
        return value

    def submodule(self, module: Module, name: str) -> Value:
        self.site = None
        found = self.tree.submodule(module.path, name)
        folder = module.path.rpartition("/")[0]
        self._looked_for(found, f"{folder}/{name}".strip("/").replace("/", "."))
        return NO_ATTRIBUTE if found is None else Module(found)

    def _looked_for(self, found: str | None, dotted: str) -> None:
        """Rest on a module: on the file that it is, else on what may become one of that name."""
        is_file = found is not None and not found.endswith("/")
        self.dependencies.append((found, "") if found and is_file else dotted)

    def _export(self, path: str, name: str) -> Value:
        self.dependencies.append((path, name))
        view = self.views.get(path)
        if view is None:
            return DYNAMIC
        if name in view.names:
            value = self.bound_anywhere(name, self.frame_of(path, ""))
            return self.patched(Module(path), name, value) if name in self.patches else value
        found = self.from_stars(name, path, view) if view.stars else NO_ATTRIBUTE
        if found == NO_ATTRIBUTE:
            self.dependencies.append((path, "__getattr__"))
            if "__getattr__" in view.names:
                return DYNAMIC
        return found

    def from_stars(self, name: str, path: str, view: ModuleView) -> Value:
        self.dependencies.append((path, "import *"))
        is_open = False
        for written in reversed(view.stars):
            source = self.source_module(written, path)
            if not isinstance(source, Module) or source.path.endswith("/"):
                is_open = True
                continue
            offered = self._offers(source.path, name)
            if offered is None:
                is_open = True
            elif offered:
                value = self.exported(source, name)
                if value != NO_ATTRIBUTE and value is not CYCLE:
                    return value
        self.site = None
        return NO_STAR if is_open and name not in BUILTINS else NO_ATTRIBUTE

    def starred_over(self, name: str, written: str, before: str, frame: Frame) -> Value:
        """Return what a name is after `import *`: what that gives, or what it was before."""
        source = self.source_module(written, frame.path)
        if not isinstance(source, Module) or source.path.endswith("/"):
            return NO_STAR
        offered = self._offers(source.path, name)
        if offered:
            value = self.exported(source, name)
            if value != NO_ATTRIBUTE and value is not CYCLE:
                return value
        return NO_STAR if offered is None else self.name(before, frame)

    def _offers(self, path: str, name: str) -> bool | None:
        """Tell whether `import *` from a module gives a name; None when it does not say."""
        self.dependencies.append((path, "__all__"))
        view = self.views.get(path)
        if view is None:
            return None
        if view.exports is None:
            return not name.startswith("_")
        if name in view.exports:
            return True
        return None if None in view.exports else False


def are_imports(keys: list[str], frame: Frame) -> bool:
    return all(frame.binds.get(key, ("",))[0] in {"i", "m"} for key in keys)


def joined_imports(values: list[Value]) -> Value:
    """Return what several imports of a name bind: one that the repository provides comes first."""
    found = agree(values, REBOUND)
    if not isinstance(found, Unknown):
        return found
    own = agree(one for one in values if not isinstance(one, Foreign))
    return found if isinstance(own, Unknown | Nothing) else own
