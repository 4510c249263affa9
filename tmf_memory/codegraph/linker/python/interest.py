"""Which parameters of a function decide edges inside of it, however deep."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.calls import Calls
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.values import Class, Function

EVERYTHING = "*"
_NONE: frozenset[str] = frozenset()


class Interest(Calls):
    """Finds whether following an argument into a function can prove anything.

    The answer holds names of parameters; `name[` stands for one that is used as a key, and `*` for
    all of them, where it is not certain which.
    """

    _interests: dict[Any, Any]

    def interest(self, path: str, qualname: str) -> frozenset[str]:
        key = (path, qualname)
        found: Any = self.remember(
            self._interests,
            key,
            lambda: self._interest(path, qualname),  # type: ignore[arg-type, return-value]
        )
        return found if isinstance(found, frozenset) else _NONE

    def _interest(self, path: str, qualname: str) -> frozenset[str]:
        uses = self.function_entry(path, qualname).get("x", ())
        frame = self.frame_of(path, qualname)
        wanted: set[str] = set()
        for use in uses:
            self._add_use(use, frame, wanted)
        return frozenset(wanted)

    def _add_use(self, use: Any, frame: Frame, wanted: set[str]) -> None:
        root = _root(use[1])
        if use[0] != "c":
            wanted.add(root if root in frame.parameters else EVERYTHING)
            return
        if _is_local(root, frame):
            wanted.add(root if root in frame.parameters else EVERYTHING)
            # Whatever is called here may use the rest of what is passed.
            wanted.update(one for one in _passed(use) if one in frame.parameters)
            return
        if isinstance(use[1], list):
            key = _root(use[1][2]) if use[1][0] == "[" else ""
            wanted.add(f"{key}[" if key in frame.parameters else EVERYTHING)
            return
        callee = self.evaluate(use[1], frame)
        if isinstance(callee, Class):
            if "x" in self.class_entry(callee):
                wanted.add(EVERYTHING)
            callee = self.attribute(callee, "__init__")
        if isinstance(callee, Function):
            self._add_passed(callee, use, frame, wanted)

    def _add_passed(self, callee: Function, use: Any, frame: Frame, wanted: set[str]) -> None:
        inner = self.interest(callee.path, callee.qualname)
        if not inner:
            return
        place = self.receiving_frame(callee)
        self.pass_arguments(place, use, frame)
        for name, (expression, written) in (place.arguments or {}).items():
            if written is not frame or expression is None:
                continue
            root = _root(expression)
            if EVERYTHING in inner or name in inner:
                wanted.add(root if root in frame.parameters else EVERYTHING)
            elif f"{name}[" in inner:
                wanted.add(f"{root}[" if root in frame.parameters else EVERYTHING)


def _is_local(root: str, frame: Frame) -> bool:
    """Tell whether a name belongs to the function, or to one around it."""
    outer: Frame | None = frame
    while outer is not None and outer.parent is not None:
        if root in outer.parameters or root in outer.binds:
            return outer.parameters[:1] != (root,) or outer.enclosing_class() is None
        outer = outer.parent
    return False


def _passed(use: Any) -> list[str]:
    arguments = [*(use[2] or ()), *(use[3].values() if len(use) > 3 else ())]
    return [_root(one) for one in arguments]


def _root(value: Any) -> str:
    while isinstance(value, list):
        if len(value) < 2 or value[0] in {"L", "F", "C", "B"}:
            return ""
        value = value[1]
    return value.partition(".")[0] if isinstance(value, str) else ""
