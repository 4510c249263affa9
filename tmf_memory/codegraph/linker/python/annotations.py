"""Annotations to values: what something declared with this type is."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.names import Names
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    NOTHING,
    Awaitable,
    Class,
    Elements,
    Fixed,
    Foreign,
    Form,
    Instance,
    Manager,
    Nothing,
    Returning,
    Unknown,
    Value,
)

_TRANSPARENT = frozenset(
    ["Optional", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"]
)
_ELEMENTS = frozenset(
    [
        *("List", "list", "Set", "set", "FrozenSet", "frozenset", "Sequence", "MutableSequence"),
        *("Iterable", "Iterator", "Collection", "Container", "AbstractSet", "MutableSet", "Deque"),
        *("deque", "Generator", "AsyncIterator", "AsyncIterable", "AsyncGenerator", "KeysView"),
        *("ValuesView", "Reversible"),
    ]
)
_MAPPINGS = frozenset(
    [
        *("Dict", "dict", "Mapping", "MutableMapping", "DefaultDict", "defaultdict"),
        *("OrderedDict", "ChainMap"),
    ]
)
_MANAGERS = frozenset(["ContextManager", "AbstractContextManager", "AsyncContextManager"])
_CLASSES = frozenset(["Type", "type"])
_AWAITABLES = frozenset(["Awaitable", "Coroutine", "Future", "Task"])


class Annotations(Names):
    """Finds what an annotation promises."""

    def type_value(self, expression: Any, frame: Frame) -> Value:
        """Return what a thing with this annotation is, or something unknown."""
        if isinstance(expression, list):
            return self._composed(expression, frame)
        if not isinstance(expression, str) or expression[0] == "'":
            return DYNAMIC
        if expression == "None":
            return NOTHING
        return self.instance_of(self.evaluate(expression, frame), frame)

    def instance_of(self, kind: Value, frame: Frame) -> Value:
        """Return an instance of a class, or what a type expression stands for."""
        if isinstance(kind, Class):
            return Instance(kind)
        if isinstance(kind, Form):
            return self.type_value(list(kind.expression), kind.frame)
        if isinstance(kind, Foreign):
            return self._foreign(kind, frame)
        return DYNAMIC

    def _foreign(self, kind: Foreign, frame: Frame) -> Value:
        last = kind.name.rpartition(".")[2]
        if last == "Self" and (owner := frame.enclosing_class() or frame.qualname):
            return Instance(self.class_of(frame.path, owner))
        if last in {"Any", "object", "TypeVar()"}:
            return DYNAMIC
        if last in _ELEMENTS and (kind.builtin or "typing" in kind.name or "abc" in kind.name):
            return Elements(DYNAMIC)
        return Foreign(f"{kind.name}()", kind.builtin)

    def _composed(self, expression: list[Any], frame: Frame) -> Value:
        tag = expression[0]
        if tag == "|":
            return agree(self.type_value(one, frame) for one in expression[1:3])
        if tag == "t(":
            return Elements(self.type_value(expression[1], frame), "tuple")
        if tag == "tG":
            return Elements(self.type_value(expression[1], frame), "dict")
        if tag != "[":
            return DYNAMIC
        base = self.evaluate(expression[1], frame)
        if isinstance(base, Class):
            return Instance(base)
        inner = expression[2]
        parts = inner[1:] if isinstance(inner, list) and inner[0] == "(" else [inner]
        if not isinstance(base, Foreign) or not parts:
            return DYNAMIC
        return self._generic(base.name.rpartition(".")[2], parts, frame)

    def _generic(self, name: str, parts: list[Any], frame: Frame) -> Value:
        if name in _TRANSPARENT:
            return self.type_value(parts[0], frame)
        if name == "Union":
            return agree(self.type_value(one, frame) for one in parts)
        if name in _ELEMENTS:
            return Elements(self.type_value(parts[0], frame))
        if name in _MAPPINGS and len(parts) == 2:
            key, value = (self.type_value(one, frame) for one in parts)
            return Elements(value, "dict", key)
        return self._other_generic(name, parts, frame)

    def _other_generic(self, name: str, parts: list[Any], frame: Frame) -> Value:
        if name in {"Tuple", "tuple"}:
            if parts[-1] == "...":
                return Elements(self.type_value(parts[0], frame), "tuple")
            return Fixed(tuple(self.type_value(one, frame) for one in parts))
        last = self.type_value(parts[-1], frame)
        if name in _CLASSES:
            return last.of if isinstance(last, Instance) else DYNAMIC
        if name in _MANAGERS:
            return Manager(self.type_value(parts[0], frame))
        if name in _AWAITABLES:
            return Awaitable(last)
        return Returning(last) if name == "Callable" else DYNAMIC

    def narrowed(self, value: Value, kind: Value) -> Value:
        """Return what is left of a value after `isinstance`, or what `except` caught."""
        if isinstance(kind, Class):
            if isinstance(value, Instance) and self.is_subclass(value.of, kind):
                return value
            return Instance(kind)
        if isinstance(kind, Foreign):
            return Foreign(f"{kind.name}()", kind.builtin)
        return value if not isinstance(value, Unknown | Nothing) else DYNAMIC

    def is_subclass(self, one: Class, other: Class) -> bool:
        raise NotImplementedError
