"""Attributes: resolution order, methods, properties, and what instances hold."""

from __future__ import annotations

import builtins
from typing import Any

from tmf_memory.codegraph.linker.python.annotations import Annotations
from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import FUNCTION, Frame, keys_of
from tmf_memory.codegraph.linker.python.memo import TOO_DEEP, RestsOn
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    CYCLE,
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
Line = tuple["ClassInfo | Foreign", ...]


class ClassInfo:
    """A class made ready for look-ups: what its body binds and what its instances hold."""

    __slots__ = (
        "assigned",
        "binds",
        "frame",
        "is_enum",
        "line",
        "of",
        "paths",
        "rests_on",
        "unknown",
    )

    def __init__(self, of: Class, frame: Frame, entry: Entry) -> None:
        self.of = of
        self.frame = frame
        self.binds = frame.binds
        self.assigned: dict[str, list[Any]] = entry.get("a", {})
        self.unknown = frozenset(entry.get("u", "").split())
        self.line: Line = (self,)
        self.rests_on: RestsOn = []
        self.paths: tuple[str, ...] = ()
        self.is_enum = False

    def settle(self, line: Line, rests_on: RestsOn) -> None:
        """Take the resolution order that was found."""
        self.line = line
        self.rests_on = rests_on
        own = [one.of.path for one in line if isinstance(one, ClassInfo)]
        self.paths = tuple(dict.fromkeys(own))
        self.is_enum = any(
            isinstance(one, Foreign) and one.name.rpartition(".")[2] in _ENUMS for one in line
        )


class Attributes(Annotations):
    """Finds what an attribute of a value stands for."""

    def __init__(self, tree: ModuleTree, views: Views) -> None:
        super().__init__(tree, views)
        self._infos: dict[Class, ClassInfo] = {}
        self._attributes: dict[Any, Any] = {}
        self._linearizing: set[Class] = set()
        self._cyclic = False
        self._asking: set[tuple[int, str]] = set()

    def returned(self, function: Function, call: Any, frame: Frame | None) -> Value:
        raise NotImplementedError

    # --- resolution order

    def class_entry(self, of: Class) -> Entry:
        view = self.views.get(of.path)
        return {} if view is None else view.classes.get(of.qualname, {})

    def info(self, of: Class) -> ClassInfo:
        """Return a class with its resolution order; foreign bases stand where they stand."""
        info = self._infos.get(of)
        if info is None:
            info = self._new_info(of)
        self.dependencies.append(info.rests_on)
        return info

    def _new_info(self, of: Class) -> ClassInfo:
        info = ClassInfo(of, self.frame_of(of.path, of.qualname), self.class_entry(of))
        if of in self._linearizing:
            self._cyclic = True  # a class that inherits from itself: nothing of this is kept
            return info
        outer, self.dependencies = self.dependencies, [(of.path, of.qualname)]
        self._linearizing.add(of)
        line = (info, *self._bases_line(of))
        self._linearizing.discard(of)
        info.settle(line, self.dependencies)
        if not self._cyclic:
            self._infos[of] = info
        if not self._linearizing:
            self._cyclic = False
        self.dependencies = outer
        return info

    def bases(self, of: Class) -> list[Value]:
        frame = self.frame_of(of.path, of.qualname).parent
        if frame is None:
            return []
        return [self._base(one, frame) for one in self.class_entry(of).get("b", ())]

    def _base(self, expression: Any, frame: Frame) -> Value:
        value = self.evaluate(expression, frame)
        if isinstance(value, Form):
            value = self.evaluate(value.expression[1], value.frame)
        return value

    def _bases_line(self, of: Class) -> list[ClassInfo | Foreign]:
        lines: list[list[ClassInfo | Foreign]] = []
        direct: list[ClassInfo | Foreign] = []
        for base in self.bases(of)[:_MAX_BASES]:
            if isinstance(base, Class):
                info = self.info(base)
                lines.append(list(info.line))
                direct.append(info)
            else:
                foreign = base if isinstance(base, Foreign) else Foreign("?")
                if foreign.name not in _HARMLESS_BASES:
                    lines.append([foreign])
                    direct.append(foreign)
        return lines[0] if len(lines) == 1 else _merge([*lines, direct])

    def is_subclass(self, one: Class, other: Class) -> bool:
        return any(isinstance(info, ClassInfo) and info.of is other for info in self.info(one).line)

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
                found = self._in_line(info, info.line[index + 1 :], name)
                if not isinstance(found, ClassInfo):
                    return found
                value = self._class_binding(name, found)
                site = self.site
                value = self._bind(value, parent.receiver or Instance(parent.of))
                self.site = site
                return value
        return DYNAMIC

    def _in_line(self, info: ClassInfo, line: Line, name: str) -> ClassInfo | Value:
        """Return the first class whose body binds `name`, or why there is none."""
        for one in line:
            if isinstance(one, ClassInfo):
                # A class that does not bind it yet may do so later, and then it comes first.
                self.dependencies.append((one.of.path, f"{one.of.qualname}.{name}"))
                if name in one.binds:
                    return one
            elif not one.builtin or hasattr(getattr(builtins, one.name, None), name):
                return Foreign(f"{one.name}.{name}", one.builtin)
        for path in info.paths:
            self.dependencies.append((path, f".{name}"))
        return NO_ATTRIBUTE

    def _class_binding(self, name: str, info: ClassInfo) -> Value:
        """Return what a class body binds; a property and its setters count as one."""
        frame = info.frame
        keys = keys_of(frame.binds, name)
        if len(keys) > 1 and frame.binds[keys[0]][0] == "f":
            flags = self.function_entry(frame.path, frame.binds[keys[0]][1]).get("k", "")
            if "p" in flags:
                return self.bound(keys[0], frame)
        return self.bound_anywhere(name, frame)

    def _of_class(self, of: Class, name: str) -> Value:
        info = self.info(of)
        found = self._in_line(info, info.line, name)
        if not isinstance(found, ClassInfo):
            return found
        value = self._class_binding(name, found)
        site = self.site
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

    def _of_instance(self, instance: Instance, name: str) -> Value:
        info = self.info(instance.of)
        found = self._in_line(info, info.line, name)
        if not isinstance(found, ClassInfo):
            held = self._held(instance, name, info)
            return agree(held, REBOUND) if held else found
        value = self._class_binding(name, found)
        site = self.site
        if info.is_enum and not isinstance(value, Function | Class):
            value = Instance(instance.of)
        if not self._is_declared(found.frame, name):
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

    def _is_declared(self, frame: Frame, name: str) -> bool:
        """Tell whether assignments cannot say more: an annotation, or a property."""
        binding = frame.binds[name]
        if binding[0] == "v":
            return len(binding) > 2 and binding[2] is not None
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
            for assigned in one.assigned.get(name, ()):
                self.dependencies.append((one.of.path, f"{one.of.qualname}.{name}"))
                value = self._assigned_value(assigned, instance, one.of)
                if len(assigned) > 2 or (isinstance(value, Unknown) and value is not CYCLE):
                    return [value]
                held.append(value)
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


def _merge(lines: list[list[ClassInfo | Foreign]]) -> list[ClassInfo | Foreign]:
    """Return the C3 merge; where the order is contradictory the first candidate goes first."""
    merged: list[ClassInfo | Foreign] = []
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
