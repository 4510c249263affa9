"""Which parameters of a function decide edges inside of it, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tmf_memory.codegraph.linker.python.calls import Calls
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.hierarchy import ClassInfo
from tmf_memory.codegraph.linker.python.values import Class, Function, Instance

CALLED = ""
LOOKED_INTO = "."
AS_KEY = "["
ITERATED = "*"
CLOSED_OVER = "^"
"""How a parameter is used: the mark behind its name; a name of a function around stands alone."""

Interests = frozenset[str]
_NONE: Interests = frozenset()


class Interest(Calls):
    """Finds whether following an argument into a function can prove anything.

    Functions are followed as deep as they are passed on, and so are keys under which functions are
    looked up; objects only as far as the first function.
    """

    _interests: dict[Any, Any]
    _kept: dict[Class, frozenset[str]]

    def interest(self, path: str, qualname: str) -> Interests:
        found: Any = self.remember(
            self._interests,
            (path, qualname),
            lambda: self._interest(path, qualname),  # type: ignore[arg-type, return-value]
        )
        return found if isinstance(found, frozenset) else _NONE

    def _interest(self, path: str, qualname: str) -> Interests:
        frame = self.frame_of(path, qualname)
        wanted: set[str] = set()
        for use in self.function_entry(path, qualname).get("x", ()):
            behind = _behind(_root(use[1]), frame)
            if use[0] != "c":
                wanted.update(name + ITERATED for name in behind)
            elif behind:
                _add_callee(use, behind, frame, wanted)
            elif isinstance(use[1], list):
                keys = _behind(_root(use[1][2]), frame) if use[1][0] == "[" else ()
                wanted.update(name + AS_KEY for name in keys)
            else:
                self._add_passed(use, frame, wanted)
        return frozenset(wanted)

    def _add_passed(self, use: Any, frame: Frame, wanted: set[str]) -> None:
        callee = self.evaluate(use[1], frame)
        inner = _NONE
        if isinstance(callee, Class):
            inner = self.kept(callee)
            callee = self.attribute(callee, "__init__")
        if not isinstance(callee, Function):
            return
        inner |= self.interest(callee.path, callee.qualname)
        if not inner:
            return
        for name, (expression, written) in self.arguments_of(callee, use, frame).items():
            if written is frame and expression is not None:
                behind = _behind(_root(expression), frame)
                if name in inner:
                    wanted.update(behind)
                if name + AS_KEY in inner:
                    wanted.update(one + AS_KEY for one in behind)

    def uses_of_kept(self, method: Function) -> list[Any]:
        """Return what a method calls on attributes that hold arguments of the constructor."""
        owner, _, name = method.qualname.rpartition(".")
        if not isinstance(method.receiver, Instance) or method.receiver.made is None:
            return []
        uses = self.class_entry(self.class_of(method.path, owner)).get("x", {}).get(name)
        self.dependencies.append((method.path, owner))
        return uses or []

    def kept(self, of: Class) -> frozenset[str]:
        """Return the parameters of a constructor that methods call in the attribute they are in."""
        found = self._kept.get(of)
        if found is None:
            found = self._kept[of] = frozenset(
                name
                for one in self.info(of).line
                if isinstance(one, ClassInfo) and "x" in (entry := self.class_entry(one.of))
                for name in _kept_by(entry)
            )
        return found


def _kept_by(entry: Mapping[str, Any]) -> list[str]:
    attributes = {use[1].split(".")[1] for uses in entry["x"].values() for use in uses}
    assigned = entry.get("a", {})
    return [assigned[name][0][1] for name in attributes if name in assigned]


def _add_callee(use: Any, behind: set[str], frame: Frame, wanted: set[str]) -> None:
    callee = use[1]
    looks = "." in callee if isinstance(callee, str) else callee[0] == "."
    wanted.update(name + (LOOKED_INTO if looks else CALLED) for name in behind)
    if not looks:  # whatever is called here may use the rest of what is passed
        for one in (*(use[2] or ()), *(use[3].values() if len(use) > 3 else ())):
            wanted.update(_behind(_root(one), frame))


def _behind(root: str, frame: Frame) -> set[str]:
    """Return the parameters that a local name may hold, or a mark for a function around."""
    found: set[str] = set()
    seen: set[str] = set()
    pending = [root]
    while pending:
        name = pending.pop()
        if not name or name in seen:
            continue
        seen.add(name)
        if name in frame.binds:
            _mentioned(frame.binds[name], pending)
        elif name in frame.parameters:
            found.add(name)
        elif _is_around(name, frame):
            found.add(CLOSED_OVER)
    if frame.parameters and frame.parent is not None and frame.parent.kind == "c":
        found.discard(frame.parameters[0])
    return found


def _mentioned(binding: list[Any], into: list[str]) -> None:
    if binding[0] == "phi":
        into.extend(binding[1])
    elif binding[0] in {"v", "n"}:
        into.append(_root(binding[1]))
        if isinstance(binding[1], list) and binding[1][0] == "c":
            into.extend(_root(one) for one in binding[1][2] or ())


def _is_around(name: str, frame: Frame) -> bool:
    outer = frame.parent
    while outer is not None and outer.parent is not None:
        if outer.kind == "f" and (name in outer.parameters or name in outer.binds):
            return True
        outer = outer.parent
    return False


def _root(value: Any) -> str:
    while isinstance(value, list):
        if len(value) < 2 or value[0] in {"L", "F", "C", "B"}:
            return ""
        value = value[1]
    if not isinstance(value, str) or value[:1] == "'":
        return ""
    return value.partition(".")[0]
