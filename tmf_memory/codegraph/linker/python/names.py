"""Names to values: scopes, imports, re-exports and star imports."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any

from tmf_memory.codegraph.linker.python.frames import CLASS, FUNCTION, MODULE, Frame, keys_of
from tmf_memory.codegraph.linker.python.memo import Memo, RestsOn, Site
from tmf_memory.codegraph.linker.python.tree import ModuleTree, Place
from tmf_memory.codegraph.linker.python.values import (
    AMBIGUOUS,
    CYCLE,
    DYNAMIC,
    NO_ATTRIBUTE,
    NO_NAME,
    NO_STAR,
    NOTHING,
    PARAMETER,
    REBOUND,
    Class,
    Foreign,
    Instance,
    Module,
    Nothing,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Entry, ModuleView, Views

BUILTINS = frozenset(dir(builtins))
_NO_FUNCTION: Entry = {}


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


class Names(Memo):
    """Finds what a name stands for."""

    def __init__(self, tree: ModuleTree, views: Views) -> None:
        super().__init__()
        self.tree = tree
        self.views = views
        self._frames: dict[tuple[str, str], Frame] = {}
        self._exports: dict[Any, Any] = {}
        self._modules: dict[tuple[Place, str], tuple[Value, RestsOn]] = {}
        self._classes: dict[tuple[str, str], Class] = {}

    def class_of(self, path: str, qualname: str) -> Class:
        """Return the one object that stands for a class."""
        key = (path, qualname)
        found = self._classes.get(key)
        if found is None:
            found = self._classes[key] = Class(path, qualname)
        return found

    # What the other parts of the evaluator add.
    def evaluate(self, expression: Any, frame: Frame) -> Value:
        raise NotImplementedError

    def type_value(self, expression: Any, frame: Frame) -> Value:
        raise NotImplementedError

    def decorated(self, qualname: str, frame: Frame) -> Value:
        raise NotImplementedError

    def narrowed(self, value: Value, kind: Value) -> Value:
        raise NotImplementedError

    # --- frames

    def frame_of(self, path: str, qualname: str) -> Frame:
        """Return the frame of a scope as its surface tells it, without any certain call."""
        key = (path, qualname)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = self._new_frame(path, qualname)
        return frame

    def _new_frame(self, path: str, qualname: str) -> Frame:
        view = self.views.get(path)
        if view is None:
            return Frame(path, qualname, MODULE, {}, None)
        if not qualname:
            return Frame(path, "", MODULE, view.names, None)
        parent = self.frame_of(path, qualname.rpartition(".")[0])
        if qualname in view.classes:
            return Frame(path, qualname, CLASS, view.class_names(qualname), parent)
        entry = view.functions.get(qualname, _NO_FUNCTION)
        frame = Frame(path, qualname, FUNCTION, entry.get("l", {}), parent)
        frame.parameters = tuple(one.lstrip("*=") for one in entry.get("p", "").split())
        return frame

    def function_entry(self, path: str, qualname: str) -> Entry:
        """Return the summary of a function, empty when there is nothing to say."""
        self.dependencies.append((path, qualname))
        view = self.views.get(path)
        return _NO_FUNCTION if view is None else view.functions.get(qualname, _NO_FUNCTION)

    # --- names

    def name(self, key: str, frame: Frame) -> Value:
        """Return what the key of a name stands for in `frame`."""
        if key[0] == "^":
            return self._outer_name(key[1:], frame)
        if key in frame.binds:
            return self.bound(key, frame)
        if key in frame.parameters:
            return self.remember(frame.memo, key, lambda: self.parameter(key, frame))
        return self._outer_name(key, frame)

    def _outer_name(self, name: str, frame: Frame) -> Value:
        outer = frame.parent
        while outer is not None:
            if outer.kind != CLASS:
                if name in outer.binds:
                    return self.bound_anywhere(name, outer)
                if name in outer.parameters:
                    return self.name(name, outer)
                if outer.kind == MODULE:
                    break
            outer = outer.parent
        return self._starred_or_builtin(name, frame)

    def _starred_or_builtin(self, name: str, frame: Frame) -> Value:
        self.site = None
        view = self.views.get(frame.path)
        if view is not None and view.stars:
            found = self._from_stars(name, frame.path, view)
            if found != NO_ATTRIBUTE:
                return found
        return Foreign(name, builtin=True) if name in BUILTINS else NO_NAME

    def bound_anywhere(self, name: str, frame: Frame) -> Value:
        """Return what a name of another scope stands for: all its bindings must agree."""
        keys = keys_of(frame.binds, name)
        if len(keys) == 1:
            return self.bound(name, frame)
        return self.remember(frame.memo, (name,), lambda: self._merged(keys, frame))

    def _merged(self, keys: list[str], frame: Frame) -> Value:
        for key in keys:
            binding = frame.binds[key]
            if binding[0] == "v" and len(binding) > 2 and binding[2] is not None:
                return self.bound(key, frame)  # an annotation speaks for all of them
        keys = self._implementations(keys, frame)
        values = (self.bound(key, frame) for key in keys)
        found = _import(list(values)) if _are_imports(keys, frame) else agree(values, REBOUND)
        self.site = self._site_of(keys[0], frame)
        return found

    def _site_of(self, key: str, frame: Frame) -> Site | None:
        """Return where the first of several bindings of a name is."""
        binding = frame.binds[key]
        if binding[0] in {"f", "c"}:
            return (frame.path, binding[1])
        if binding[0] == "v":
            return (frame.path, f"{frame.qualname}.{key}" if frame.qualname else key)
        return None

    def _implementations(self, keys: list[str], frame: Frame) -> list[str]:
        """Leave out `typing.overload` declarations when there is an implementation."""
        kept = [
            key
            for key in keys
            if frame.binds[key][0] != "f"
            or "o" not in self.function_entry(frame.path, frame.binds[key][1]).get("k", "")
        ]
        return kept or keys[-1:]

    def bound(self, key: str, frame: Frame) -> Value:
        """Return what one binding of a name gives."""
        binding = frame.binds[key]
        if frame.kind == MODULE and not frame.is_own:
            name = key if "~" not in key else key.partition("~")[0].lstrip(":&")
            self.dependencies.append((frame.path, name))
        tag = binding[0]
        if tag == "c":
            self.site = (frame.path, binding[1])
            return self.class_of(frame.path, binding[1])
        if tag == "m":
            return self.imported(binding[1], binding[2], frame.path)
        return self.remember(frame.memo, key, lambda: self._binding(key, binding, frame))

    def _binding(self, key: str, binding: list[Any], frame: Frame) -> Value:
        tag = binding[0]
        if tag == "v":
            return self._assigned(key, binding, frame)
        if tag == "f":
            value = self.decorated(binding[1], frame)
            self.site = (frame.path, binding[1])
            return value
        if tag == "c":
            return self.class_of(frame.path, binding[1])
        return self._other_binding(tag, key, binding, frame)

    def _assigned(self, key: str, binding: list[Any], frame: Frame) -> Value:
        value: Value = DYNAMIC
        if len(binding) > 2 and binding[2] is not None:
            value = self.type_value(binding[2], frame)
        if isinstance(value, Unknown | Nothing):
            value = self.evaluate(binding[1], frame)
        name = key.partition("~")[0].lstrip(":")
        self.site = (frame.path, f"{frame.qualname}.{name}" if frame.qualname else name)
        return value

    def _other_binding(self, tag: str, key: str, binding: list[Any], frame: Frame) -> Value:
        match tag:
            case "m":
                return self.imported(binding[1], binding[2], frame.path)
            case "i":
                return self.module(binding[1], frame.path)
            case "p":
                return self.parameter(key, frame)
            case "phi":
                return self._joined(binding[1], frame)
            case "n":
                value = self.evaluate(binding[1], frame)
                return self.narrowed(value, self.evaluate(binding[2], frame))
            case "o":
                inner = self.frame_of(frame.path, binding[1])
                return self._binding(key, binding[2], inner)
            case _:
                return DYNAMIC

    def _joined(self, keys: list[str], frame: Frame) -> Value:
        values = (self.name(key, frame) for key in keys)
        return _import(list(values)) if _are_imports(keys, frame) else agree(values, REBOUND)

    def parameter(self, name: str, frame: Frame) -> Value:
        """Return what a parameter holds: what was passed, its annotation, or its receiver."""
        self.site = None
        entry = self.function_entry(frame.path, frame.qualname)
        if frame.arguments is not None and name in frame.arguments:
            expression, place = frame.arguments[name]
            value = self.evaluate(expression, place)
            if not isinstance(value, Unknown):
                return value
        annotation = entry.get("a", {}).get(name)
        if annotation is not None and frame.parent is not None:
            value = self.type_value(annotation, frame.parent)
            if not isinstance(value, Unknown | Nothing):
                return value
        return self._receiver(name, frame, entry)

    def _receiver(self, name: str, frame: Frame, entry: Entry) -> Value:
        names = frame.parameters
        parent = frame.parent
        if not names or names[0] != name or parent is None or parent.kind != CLASS:
            return PARAMETER
        flags = entry.get("k", "")
        if "s" in flags:
            return PARAMETER
        if frame.receiver is not None:
            return frame.receiver
        own = self.class_of(parent.path, parent.qualname)
        return own if "c" in flags else Instance(own)

    # --- imports

    def module(self, dotted: str, importer: str) -> Value:
        """Return the module of an absolute import."""
        self.site = None
        key = (self.tree.place(importer), dotted)
        known = self._modules.get(key)
        if known is None:
            parts = dotted.split(".")
            looked_for: RestsOn = [".".join(parts[: index + 1]) for index in range(len(parts))]
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
        if found is not None:
            return Module(found)
        folders = importer.split("/")[: -(len(written) - len(written.lstrip(".")))]
        self.dependencies.append(".".join([*folders, written.lstrip(".")]))
        return Foreign(written)

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
        if found is not None:
            return Module(found)
        folder = module.path.rpartition("/")[0]
        self.dependencies.append(f"{folder}/{name}".strip("/").replace("/", "."))
        return NO_ATTRIBUTE

    def _export(self, path: str, name: str) -> Value:
        self.dependencies.append((path, name))
        view = self.views.get(path)
        if view is None:
            return DYNAMIC
        if name in view.names:
            return self.bound_anywhere(name, self.frame_of(path, ""))
        found = self._from_stars(name, path, view) if view.stars else NO_ATTRIBUTE
        if found == NO_ATTRIBUTE:
            self.dependencies.append((path, "__getattr__"))
            if "__getattr__" in view.names:
                return DYNAMIC
        return found

    def _from_stars(self, name: str, path: str, view: ModuleView) -> Value:
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


def _are_imports(keys: list[str], frame: Frame) -> bool:
    return all(frame.binds.get(key, ("",))[0] in {"i", "m"} for key in keys)


def _import(values: list[Value]) -> Value:
    """Return what several imports of a name bind: one that the repository provides comes first."""
    found = agree(values, REBOUND)
    if not isinstance(found, Unknown):
        return found
    own = agree(one for one in values if not isinstance(one, Foreign))
    return found if isinstance(own, Unknown | Nothing) else own
