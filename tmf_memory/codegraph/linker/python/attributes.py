"""Attributes: resolution order, methods, properties, and what instances hold."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import FUNCTION, Frame, keys_of
from tmf_memory.codegraph.linker.python.hierarchy import ClassInfo, Hierarchy, Line
from tmf_memory.codegraph.linker.python.memo import TOO_DEEP
from tmf_memory.codegraph.linker.python.names import is_declared
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    CYCLE,
    DYNAMIC,
    NO_ATTRIBUTE,
    NO_RECEIVER,
    NOTHING,
    REBOUND,
    Class,
    Display,
    Either,
    Elements,
    Foreign,
    Function,
    Instance,
    Module,
    Nothing,
    Parent,
    Returning,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Views
from tmf_memory.codegraph.model import Json

_TYPE = Foreign("type", builtin=True)
_OF_ALL_CLASSES = frozenset(object.__dict__)


class Attributes(Hierarchy):
    """Finds what an attribute of a value stands for."""

    def __init__(self, tree: ModuleTree, views: Views, outward: Mapping[str, Json]) -> None:
        super().__init__(tree, views, outward)
        self._attributes: dict[Any, Any] = {}
        self._asking: set[tuple[int, str]] = set()

    def returned(self, function: Function, call: Any, frame: Frame | None) -> Value:
        raise NotImplementedError

    # --- attributes

    def attribute(self, value: Value, name: str) -> Value:
        """Return the attribute `name` of a value."""
        self.site = None
        if isinstance(value, Instance):
            return self._remembered("i", value, name)
        if isinstance(value, Module):
            return self.exported(value, name)
        if isinstance(value, Class):
            return self._remembered("c", value, name)
        if isinstance(value, Foreign):
            return Foreign(f"{value.name}.{name}", value.builtin)
        if isinstance(value, Parent):
            return self._parent_attribute(value, name)
        return self._other_attribute(value, name)

    def _remembered(self, tag: str, value: Instance | Class, name: str) -> Value:
        if isinstance(value, Class):
            key: Any = (tag, value, name)
            return self.remember(self._attributes, key, lambda: self._of_class(value, name))
        general = Instance(value.of) if value.made is not None else value
        key = (tag, value.of, name)
        found = self.remember(self._attributes, key, lambda: self._of_instance(general, name))
        if value.made is None:
            return found
        if isinstance(found, Unknown) and self._holds_argument(value.of, name):
            return self._with_arguments(value, name)
        return self._rebind(found, value)

    def _with_arguments(self, value: Instance, name: str) -> Value:
        """Find an attribute anew, knowing which call made the instance."""
        mark = (id(value), name)
        if mark in self._asking:
            self._met |= {TOO_DEEP}
            return DYNAMIC
        self._asking.add(mark)
        found = self._of_instance(value, name)
        self._asking.discard(mark)
        return found

    def _holds_argument(self, of: Class, name: str) -> bool:
        """Tell whether `__init__` stores one of its parameters in the attribute."""
        for one in self.info(of).line:
            if isinstance(one, ClassInfo):
                for assigned in one.assigned.get(name, ()):
                    frame = self.frame_of(one.of.path, assigned[0])
                    value = assigned[1]
                    if isinstance(value, str) and value.partition(".")[0] in frame.parameters:
                        return True
        return False

    def _rebind(self, found: Value, receiver: Instance) -> Value:
        """Bind a remembered method to the very instance that was asked."""
        is_method = isinstance(found, Function) and found.receiver == receiver
        if receiver.made is not None and isinstance(found, Function) and is_method:
            return Function(found.path, found.qualname, receiver, found.frame)
        return found

    def _other_attribute(self, value: Value, name: str) -> Value:
        if isinstance(value, Unknown):
            return NO_RECEIVER if value.reason is DYNAMIC.reason else value
        if isinstance(value, Display):
            kind = {"d": "dict", "l": "list", "(": "tuple", "e": "set"}.get(str(value.content[0]))
            return Foreign(f"{kind or 'dict'}().{name}", builtin=True)
        if isinstance(value, Either):
            return agree(self.attribute(one, name) for one in value.parts)
        if isinstance(value, Elements):
            return Returning(self._container_method(value, name))
        if isinstance(value, Nothing):
            return NO_ATTRIBUTE
        return NO_RECEIVER

    def _container_method(self, value: Elements, name: str) -> Value:
        if value.kind == "dict":
            if name in {"get", "pop", "setdefault"}:
                return value.element
            if name == "values":
                return Elements(value.element)
            if name == "keys" and value.key is not None:
                return Elements(value.key)
            return DYNAMIC
        return value.element if name in {"pop", "popleft", "__next__"} else DYNAMIC

    def _parent_attribute(self, parent: Parent, name: str) -> Value:
        info = self.info(parent.of)
        for index, one in enumerate(info.line):
            if isinstance(one, ClassInfo) and one.of is parent.after:
                found = self.in_line(info, info.line[index + 1 :], name)
                if not isinstance(found, ClassInfo):
                    return found
                value = self.class_binding(name, found)
                site = self.site
                if isinstance(value, Instance):
                    value = self._got(value)
                value = self._bind(value, parent.receiver or Instance(parent.of))
                self.site = site
                return value
        return DYNAMIC

    def in_line(self, info: ClassInfo, line: Line, name: str) -> ClassInfo | Value:
        """Return the first class whose body binds `name`, or why there is none."""
        for one in line:
            if isinstance(one, ClassInfo):
                # A class that does not bind it yet may do so later, and then it comes first.
                self.dependencies.append((one.of.path, f"{one.of.qualname}.{name}"))
                if name in self.patches and name not in one.binds:  # it may be there by then
                    found = self.patched(one.of, name, NOTHING)
                    if isinstance(found, Unknown):
                        return found
                if name in one.binds:
                    return one
            elif not one.builtin or hasattr(getattr(builtins, one.name, None), name):
                return Foreign(f"{one.name}.{name}", one.builtin)
        for path in info.paths:
            self.dependencies.append((path, f".{name}"))
        return NO_ATTRIBUTE

    def class_binding(self, name: str, info: ClassInfo) -> Value:
        """Return what a class body binds; a property and its setters count as one."""
        value = self._class_binding(name, info)
        if name in self.patches:
            value = self.patched(info.of, name, value)
        return value

    def _class_binding(self, name: str, info: ClassInfo) -> Value:
        frame = info.frame
        keys = keys_of(frame.binds, name)
        if len(keys) > 1 and frame.binds[keys[0]][0] == "f":
            flags = self.function_entry(frame.path, frame.binds[keys[0]][1]).get("k", "")
            if "p" in flags:
                return self.bound(keys[0], frame)
        return self.bound_anywhere(name, frame)

    def _of_class(self, of: Class, name: str) -> Value:
        info = self.info(of)
        found = self.in_line(info, info.line, name)
        if not isinstance(found, ClassInfo):
            return found
        value = self.class_binding(name, found)
        site = self.site
        if isinstance(value, Instance):
            value = self._got(value)
        if isinstance(value, Function):
            flags = self.flags(value)
            if "p" in flags:
                value = DYNAMIC
            elif "c" in flags:
                value = Function(value.path, value.qualname, of, value.frame)
        elif info.is_enum and not isinstance(value, Class | Unknown):
            value = Instance(of)
        self.site = site
        return value

    def flags(self, function: Function) -> str:
        return str(self.function_entry(function.path, function.qualname).get("k", ""))

    def _got(self, value: Instance) -> Value:
        """Return what an attribute of a class gives: what a descriptor makes of it."""
        get = self.attribute(value, "__get__")
        return self.returned(get, None, None) if isinstance(get, Function) else value

    def _of_instance(self, instance: Instance, name: str) -> Value:
        info = self.info(instance.of)
        if name in _OF_ALL_CLASSES and _TYPE in info.line:
            return Foreign(f"object.{name}", builtin=True)  # a class has it before its metaclass
        found = self.in_line(info, info.line, name)
        if not isinstance(found, ClassInfo):
            held = self._held(instance, name, info)
            return agree(held, REBOUND) if held else found
        value = self.class_binding(name, found)
        site = self.site
        if info.is_enum and not isinstance(value, Function | Class):
            value = Instance(instance.of)
        elif isinstance(value, Instance):
            value = self._got(value)
        if is_declared(found.frame.binds[name]):
            held = self._held(instance, name, info)
            if held:
                value = self.believed(value, held)
        elif not self._is_property(found.frame, name):
            held = self._held(instance, name, info)
            if held and isinstance(value, Nothing | Unknown):
                value = value if self._is_function(found.frame, name) else agree(held, REBOUND)
            elif held:
                value = agree([self._bind(value, instance), *held], REBOUND)
        value = self._bind(value, instance)
        self.site = site
        return value

    def _is_function(self, frame: Frame, name: str) -> bool:
        return any(frame.binds[key][0] == "f" for key in keys_of(frame.binds, name))

    def _is_property(self, frame: Frame, name: str) -> bool:
        """Tell whether assignments cannot say more."""
        binding = frame.binds[name]
        return binding[0] == "f" and "p" in self.function_entry(frame.path, binding[1]).get("k", "")

    def _held(self, instance: Instance, name: str, info: ClassInfo) -> list[Value]:
        """Return every value that methods assign to the attribute of their instance.

        One that is not known is enough: the others are not looked at then.
        """
        held: list[Value] = []
        for one in info.line:
            if not isinstance(one, ClassInfo):
                continue
            if name in one.unknown:
                self.dependencies.append((one.of.path, f"{one.of.qualname}.{name}"))
                return [DYNAMIC]
            assigned = one.assigned.get(name)
            if not assigned:
                continue
            self.dependencies.append((one.of.path, f"{one.of.qualname}.{name}"))
            values = (self._assigned_value(value, instance, one.of) for value in assigned)
            if len(assigned[0]) > 2:  # an annotation
                frame = self.receiving_frame(Function(one.of.path, assigned[0][0], instance))
                declared = self.type_value(assigned[0][2], frame)
                return [self.believed(declared, [*held, *values])]
            for value in values:
                if isinstance(value, Unknown) and value is not CYCLE:
                    return [value]
                held.append(value)
        return held

    def _assigned_value(self, assigned: list[Any], instance: Instance, owner: Class) -> Value:
        frame = self.receiving_frame(Function(owner.path, assigned[0], instance))
        if instance.made is not None and assigned[0].endswith(".__init__"):
            self.pass_arguments(frame, *instance.made)
        return self.evaluate(assigned[1], frame)

    def pass_arguments(self, frame: Frame, call: Any, place: Frame) -> None:
        raise NotImplementedError

    def receiving_frame(self, function: Function) -> Frame:
        """Return a fresh frame of a function that knows its receiver."""
        known = self.frame_of(function.path, function.qualname)
        parent = function.frame or known.parent
        frame = Frame(known.path, known.qualname, FUNCTION, known.binds, parent)
        frame.parameters = known.parameters
        frame.receiver = function.receiver
        return frame

    def _bind(self, value: Value, receiver: Value) -> Value:
        """Bind what a class body holds to the instance or class it is asked of."""
        if not isinstance(value, Function) or value.receiver is not None:
            return value
        flags = self.flags(value)
        if "s" in flags:
            return value
        if "c" in flags:
            of = receiver.of if isinstance(receiver, Instance) else receiver
            return Function(value.path, value.qualname, of, value.frame)
        bound = Function(value.path, value.qualname, receiver, value.frame)
        if "p" in flags:
            return self.returned(bound, None, None)
        return bound
