"""Attributes: resolution order, methods, properties, and what instances hold."""

from __future__ import annotations

import builtins
from typing import Any

from tmf_memory.codegraph.linker.python.frames import FUNCTION, Frame, keys_of
from tmf_memory.codegraph.linker.python.names import agree
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.types import Types
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    NO_ATTRIBUTE,
    NO_RECEIVER,
    REBOUND,
    Class,
    Display,
    Elements,
    Foreign,
    Form,
    Function,
    Instance,
    Module,
    Nothing,
    Parent,
    Returning,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Entry, Views

_HARMLESS_BASES = frozenset(
    [
        *("typing.Generic", "typing.Protocol", "abc.ABC", "object", "typing.NamedTuple"),
        *("typing_extensions.Protocol", "typing.TypedDict", "typing_extensions.TypedDict"),
    ]
)
_ENUMS = frozenset(["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"])
_MAX_BASES = 64
Line = tuple[Class | Foreign, ...]


class Attributes(Types):
    """Finds what an attribute of a value stands for."""

    def __init__(self, tree: ModuleTree, views: Views) -> None:
        super().__init__(tree, views)
        self._lines: dict[Class, tuple[Line, frozenset[Any]]] = {}
        self._attributes: dict[Any, Any] = {}
        self._computing: set[Class] = set()

    def returned(self, function: Function, call: Any, frame: Frame | None) -> Value:
        raise NotImplementedError

    # --- resolution order

    def class_entry(self, of: Class) -> Entry:
        self.dependencies.add((of.path, of.qualname))
        view = self.views.get(of.path)
        return {} if view is None else view.classes.get(of.qualname, {})

    def line(self, of: Class) -> Line:
        """Return the resolution order of a class; foreign bases stand where they stand."""
        hit = self._lines.get(of)
        if hit is None:
            if of in self._computing:
                return (of,)
            outer, self.dependencies = self.dependencies, set()
            self._computing.add(of)
            found = self._linearize(of)
            self._computing.discard(of)
            hit = found, frozenset(self.dependencies)
            if not self._computing:
                self._lines[of] = hit
            self.dependencies = outer
        self.dependencies |= hit[1]
        return hit[0]

    def bases(self, of: Class) -> list[Value]:
        entry = self.class_entry(of)
        frame = self.frame_of(of.path, of.qualname).parent
        if frame is None:
            return []
        return [self._base(one, frame) for one in entry.get("b", ())]

    def _base(self, expression: Any, frame: Frame) -> Value:
        value = self.evaluate(expression, frame)
        if isinstance(value, Form):
            value = self.evaluate(value.expression[1], value.frame)
        return value

    def _linearize(self, of: Class) -> Line:
        lines: list[list[Class | Foreign]] = []
        direct: list[Class | Foreign] = []
        for base in self.bases(of)[:_MAX_BASES]:
            if isinstance(base, Class):
                lines.append(list(self.line(base)))
                direct.append(base)
            else:
                foreign = base if isinstance(base, Foreign) else Foreign("?")
                if foreign.name not in _HARMLESS_BASES:
                    lines.append([foreign])
                    direct.append(foreign)
        return (of, *_merge([*lines, direct]))

    def is_subclass(self, one: Class, other: Class) -> bool:
        return other in self.line(one)

    def is_enum(self, of: Class) -> bool:
        return any(
            isinstance(one, Foreign) and one.name.rpartition(".")[2] in _ENUMS
            for one in self.line(of)
        )

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
        if value.made is not None:
            found = self._of_instance(value, name)
            if not isinstance(found, Unknown):
                return found
        general = Instance(value.of) if value.made is not None else value
        key = (tag, value.of, name)
        found = self.remember(self._attributes, key, lambda: self._of_instance(general, name))
        return self._rebind(found, value)

    def _rebind(self, found: Value, receiver: Instance) -> Value:
        """Bind a remembered method to the very instance that was asked."""
        if receiver.made is not None and isinstance(found, Function) and found.receiver:
            if found.receiver == receiver:
                return Function(found.path, found.qualname, receiver, found.frame)
        return found

    def _other_attribute(self, value: Value, name: str) -> Value:
        if isinstance(value, Unknown):
            return NO_RECEIVER if value.reason is DYNAMIC.reason else value
        if isinstance(value, Display):
            kind = {"d": "dict", "l": "list", "(": "tuple", "e": "set"}.get(str(value.content[0]))
            return Foreign(f"{kind or 'dict'}().{name}", builtin=True)
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
        line = self.line(parent.of)
        if parent.after not in line:
            return DYNAMIC
        rest = line[line.index(parent.after) + 1 :]
        found, owner = self._in_line(rest, name)
        if isinstance(found, Frame) and owner is not None:
            value = self._class_binding(name, found)
            site = self.site
            receiver = parent.receiver or Instance(parent.of)
            value = self._bind(value, owner, receiver)
            self.site = site
            return value
        return found if not isinstance(found, Frame) else NO_ATTRIBUTE

    def _in_line(self, line: Line, name: str) -> tuple[Frame | Value, Class | None]:
        """Return the frame of the first class body that binds `name`, or why there is none."""
        for one in line:
            if isinstance(one, Foreign):
                if one.builtin and not hasattr(getattr(builtins, one.name, None), name):
                    continue
                return Foreign(f"{one.name}.{name}", one.builtin), None
            self.dependencies.add((one.path, f"{one.qualname}.{name}"))
            frame = self.frame_of(one.path, one.qualname)
            if name in frame.binds:
                return frame, one
        return NO_ATTRIBUTE, None

    def _class_binding(self, name: str, frame: Frame) -> Value:
        """Return what a class body binds; a property and its setters count as one."""
        keys = keys_of(frame.binds, name)
        if len(keys) > 1 and frame.binds[keys[0]][0] == "f":
            flags = self.function_entry(frame.path, frame.binds[keys[0]][1]).get("k", "")
            if "p" in flags:
                return self.bound(keys[0], frame)
        return self.bound_anywhere(name, frame)

    def _of_class(self, of: Class, name: str) -> Value:
        found, owner = self._in_line(self.line(of), name)
        if not isinstance(found, Frame) or owner is None:
            return found if not isinstance(found, Frame) else NO_ATTRIBUTE
        value = self._class_binding(name, found)
        site = self.site
        if isinstance(value, Function):
            flags = self.flags(value)
            if "p" in flags:
                value = DYNAMIC
            elif "c" in flags:
                value = Function(value.path, value.qualname, of, value.frame)
        elif not isinstance(value, Class | Unknown) and self.is_enum(of):
            value = Instance(of)
        self.site = site
        return value

    def flags(self, function: Function) -> str:
        return str(self.function_entry(function.path, function.qualname).get("k", ""))

    def _of_instance(self, instance: Instance, name: str) -> Value:
        line = self.line(instance.of)
        found, owner = self._in_line(line, name)
        held = self._held(instance, name, line)
        if isinstance(found, Frame) and owner is not None:
            value = self._class_binding(name, found)
            site = self.site
            if not isinstance(value, Function | Class) and self.is_enum(instance.of):
                value = Instance(instance.of)
            value = self._bind(value, owner, instance)
            is_default = isinstance(value, Nothing | Unknown) and not self._is_function(found, name)
            if held and not self._is_declared(found, name):
                value = agree(held if is_default else [value, *held], REBOUND)
            self.site = site
            return value
        if held:
            return agree(held, REBOUND)
        return found if not isinstance(found, Frame) else NO_ATTRIBUTE

    def _is_function(self, frame: Frame, name: str) -> bool:
        return any(frame.binds[key][0] == "f" for key in keys_of(frame.binds, name))

    def _is_declared(self, frame: Frame, name: str) -> bool:
        """Tell whether assignments cannot say more: an annotation, or a property."""
        binding = frame.binds[name]
        if binding[0] == "v":
            return len(binding) > 2 and binding[2] is not None
        return binding[0] == "f" and "p" in self.function_entry(frame.path, binding[1]).get("k", "")

    def _held(
        self, instance: Instance, name: str, line: tuple[Class | Foreign, ...]
    ) -> list[Value]:
        """Return every value that methods assign to the attribute of their instance."""
        held: list[Value] = []
        for one in line:
            if not isinstance(one, Class):
                continue
            self.dependencies.add((one.path, f"{one.qualname}.{name}"))
            view = self.views.get(one.path)
            entry = view.classes.get(one.qualname, {}) if view is not None else {}
            if name in entry.get("u", "").split():
                held.append(DYNAMIC)
            for assigned in entry.get("a", {}).get(name, ()):
                if len(assigned) > 2:
                    return [self._assigned_value(assigned, instance, one)]
                held.append(self._assigned_value(assigned, instance, one))
        return held

    def _assigned_value(self, assigned: list[Any], instance: Instance, owner: Class) -> Value:
        frame = self.receiving_frame(Function(owner.path, assigned[0], instance))
        if len(assigned) > 2:
            value = self.type_value(assigned[2], frame)
            if not isinstance(value, Unknown):
                return value
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

    def _bind(self, value: Value, owner: Class, receiver: Value) -> Value:
        """Bind what a class body holds to the instance or class it is asked of."""
        if not isinstance(value, Function):
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


def _merge(lines: list[list[Class | Foreign]]) -> list[Class | Foreign]:
    """Return the C3 merge; where the order is contradictory the first candidate goes first."""
    merged: list[Class | Foreign] = []
    pending = [line for line in lines if line]
    while pending:
        head = next(
            (line[0] for line in pending if not any(line[0] in other[1:] for other in pending)),
            pending[0][0],
        )
        merged.append(head)
        pending = [[one for one in line if one != head] for line in pending]
        pending = [line for line in pending if line]
    return merged
