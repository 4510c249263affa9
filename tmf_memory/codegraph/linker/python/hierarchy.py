"""Classes: their resolution order, and what they and declared types say of a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tmf_memory.codegraph.linker.python.annotations import Annotations
from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.memo import Basis, gathered
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    AMBIGUOUS,
    Class,
    Either,
    Elements,
    Foreign,
    Form,
    Function,
    Instance,
    Nothing,
    Partial,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Entry, Views
from tmf_memory.codegraph.model import Json

_HARMLESS_BASES = frozenset(
    [
        *("typing.Generic", "typing.Protocol", "abc.ABC", "object", "typing.NamedTuple"),
        *("typing_extensions.Protocol", "typing.TypedDict", "typing_extensions.TypedDict"),
    ]
)
_PROTOCOLS = frozenset(["typing.Protocol", "typing_extensions.Protocol"])
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
        self.rests_on = Basis()
        self.paths: tuple[str, ...] = ()
        self.is_enum = False

    def settle(self, line: Line, rests_on: Basis) -> None:
        """Take the resolution order that was found."""
        self.line = line
        self.rests_on = rests_on
        own = [one.of.path for one in line if isinstance(one, ClassInfo)]
        self.paths = tuple(dict.fromkeys(own))
        self.is_enum = any(
            isinstance(one, Foreign) and one.name.rpartition(".")[2] in _ENUMS for one in line
        )


class Hierarchy(Annotations):
    """Finds resolution orders, and weighs what is declared against what is assigned."""

    def __init__(self, tree: ModuleTree, views: Views, outward: Mapping[str, Json]) -> None:
        super().__init__(tree, views, outward)
        self._infos: dict[Class, ClassInfo] = {}
        self._linearizing: set[Class] = set()
        self._cyclic = False

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
        info.settle(line, gathered(self.dependencies))
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

    def is_protocol(self, of: Class) -> bool:
        return any(isinstance(one, Foreign) and one.name in _PROTOCOLS for one in self.bases(of))

    def is_subclass(self, one: Class, other: Class) -> bool:
        return any(isinstance(info, ClassInfo) and info.of is other for info in self.info(one).line)

    # --- declared and assigned

    def believed(self, declared: Value, held: Iterable[Value]) -> Value:
        """Return what something is that is declared as one thing and seen to hold others.

        The declaration speaks for what is not known. Where something else than it promises was
        seen, such as an instance of a subclass, only what all of them have is certain; a function
        stands for itself.
        """
        values = list(held)
        if isinstance(declared, Unknown | Nothing):
            return agree(values)
        if isinstance(declared, Elements):
            return declared
        if isinstance(declared, Either):
            return self.believed(declared.parts[0], [*declared.parts[1:], *values])
        others = [one for one in values if not self._is_promised(declared, one)]
        if not others:
            return declared
        if all(isinstance(one, Instance) for one in others):
            return Either((declared, *dict.fromkeys(others)))
        found = agree(values)
        return AMBIGUOUS if isinstance(found, Unknown) else found

    def _is_promised(self, declared: Value, value: Value) -> bool:
        """Tell whether the declaration says all that is known of a value."""
        if not isinstance(value, Instance | Function | Class | Partial):
            return True
        if isinstance(declared, Instance) and isinstance(value, Instance):
            return self.is_subclass(declared.of, value.of)
        return False


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
