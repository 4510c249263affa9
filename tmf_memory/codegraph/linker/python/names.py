"""Names to values: scopes, bindings and parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tmf_memory.codegraph.linker.python.exports import (
    BUILTINS,
    agree,
    are_imports,
    joined_imports,
)
from tmf_memory.codegraph.linker.python.frames import (
    CLASS,
    FUNCTION,
    MODULE,
    REBOUND_OUTSIDE,
    Frame,
    keys_of,
    name_of,
)
from tmf_memory.codegraph.linker.python.memo import Site
from tmf_memory.codegraph.linker.python.patches import Patches
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    NO_ATTRIBUTE,
    NO_NAME,
    PARAMETER,
    REBOUND,
    Class,
    Either,
    Foreign,
    Instance,
    Module,
    Nothing,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Entry, Views
from tmf_memory.codegraph.model import Json

_NO_FUNCTION: Entry = {}


class Names(Patches):
    """Finds what a name stands for."""

    def __init__(self, tree: ModuleTree, views: Views, outward: Mapping[str, Json]) -> None:
        super().__init__(tree, views, outward)
        self._frames: dict[tuple[str, str], Frame] = {}
        self._classes: dict[tuple[str, str], Class] = {}

    def class_of(self, path: str, qualname: str) -> Class:
        """Return the one object that stands for a class."""
        key = (path, qualname)
        found = self._classes.get(key)
        if found is None:
            found = self._classes[key] = Class(path, qualname)
        return found

    # What the other parts of the evaluator add.
    def type_value(self, expression: Any, frame: Frame) -> Value:
        raise NotImplementedError

    def decorated(self, qualname: str, frame: Frame) -> Value:
        raise NotImplementedError

    def believed(self, declared: Value, held: Iterable[Value]) -> Value:
        raise NotImplementedError

    def class_value(self, qualname: str, frame: Frame) -> Value:
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
            if REBOUND_OUTSIDE in frame.binds:
                name = name_of(key)
                if key[0] != ":" and name in frame.binds[REBOUND_OUTSIDE]:
                    return self.bound_anywhere(name, frame)
            return self.bound(key, frame)
        if key in frame.parameters:
            return self.remember(frame.memo, key, lambda: self.parameter(key, frame))
        return self._outer_name(key, frame)

    def _outer_name(self, name: str, frame: Frame) -> Value:
        outer = frame.parent
        while outer is not None:
            if outer.kind != CLASS:
                if name in outer.binds:
                    value = self.bound_anywhere(name, outer)
                    if outer.kind == MODULE and name in self.patches:
                        return self.patched(Module(frame.path), name, value)
                    return value
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
            found = self.from_stars(name, frame.path, view)
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
        keys = self._implementations(keys, frame)
        declared = next((key for key in keys if is_declared(frame.binds[key])), None)
        if declared is not None:
            found = self._declared(declared, keys, frame)
        elif are_imports(keys, frame):
            found = joined_imports([self.bound(key, frame) for key in keys])
        else:
            found = agree((self.bound(key, frame) for key in keys), REBOUND)
        self.site = self._site_of(keys[0], frame)
        return found

    def _declared(self, declared: str, keys: list[str], frame: Frame) -> Value:
        """Return what a name with an annotation is, given everything it is bound to.

        A variable bound once is what it was bound to; an attribute may be set from anywhere.
        """
        held = []
        for key in keys:
            binding = frame.binds[key]
            if not is_declared(binding):
                held.append(self.bound(key, frame))
            elif binding[1] is not None:
                held.append(self.evaluate(binding[1], frame))
        found = self.believed(self.type_value(frame.binds[declared][2], frame), held)
        is_certain = isinstance(found, Either) and len(held) == 1 and frame.kind != CLASS
        return held[0] if is_certain else found

    def _site_of(self, key: str, frame: Frame) -> Site | None:
        """Return where the first of several bindings of a name is."""
        binding = frame.binds[key]
        if binding[0] in {"f", "c"}:
            return (frame.path, binding[1])
        if binding[0] == "v":
            return _site(key, frame)
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
            name = key if "~" not in key else name_of(key)
            self.dependencies.append((frame.path, name))
        tag = binding[0]
        if tag == "c":
            value = self.class_value(binding[1], frame)
            self.site = (frame.path, binding[1])
            return value
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
            return self.class_value(binding[1], frame)
        return self._other_binding(tag, key, binding, frame)

    def _assigned(self, key: str, binding: list[Any], frame: Frame) -> Value:
        if is_declared(binding):
            value = self._declared(key, [key], frame)
        else:
            value = self.evaluate(binding[1], frame)
        self.site = _site(name_of(key), frame)
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
            case "*":
                return self.starred_over(name_of(key), binding[1], binding[2], frame)
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
        return joined_imports(list(values)) if are_imports(keys, frame) else agree(values, REBOUND)

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


def is_declared(binding: list[Any]) -> bool:
    """Tell whether a binding of a name has an annotation."""
    return binding[0] == "v" and len(binding) > 2 and binding[2] is not None


def _site(name: str, frame: Frame) -> Site:
    """Return where a variable is declared; a private name as it is written."""
    if frame.kind == CLASS and name[0] == "_" and "__" in name:
        private = f"_{frame.qualname.rpartition('.')[2].partition('#')[0].lstrip('_')}__"
        if name.startswith(private):
            name = name[len(private) - 2 :]
    return (frame.path, f"{frame.qualname}.{name}" if frame.qualname else name)
