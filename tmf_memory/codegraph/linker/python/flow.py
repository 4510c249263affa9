"""Value flow: what a function does with the very functions and objects that one call passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tmf_memory.codegraph.linker.python.calls import MAX_CALL_DEPTH
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.targets import Target, implicit_targets, targets_of
from tmf_memory.codegraph.linker.python.values import (
    Class,
    Constant,
    Display,
    Function,
    Instance,
    Partial,
    Unknown,
    Value,
)

MAX_USES_PER_CALL = 200
Flowing = tuple[tuple[str, str], Target]


class Flow:
    """Follows one call into the functions it reaches, as far as what is passed decides edges."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._left = 0

    def edges(self, callee: Value, call: Any, place: Frame) -> list[Flowing]:
        """Return the edges inside of the callee that this call proves."""
        self._left = MAX_USES_PER_CALL
        return list(self._follow(callee, call, place))

    def _follow(self, callee: Value, call: Any, place: Frame) -> Iterator[Flowing]:
        if isinstance(callee, Partial):
            callee = callee.function
        if isinstance(callee, Class):
            initializer = self._evaluator.attribute(callee, "__init__")
            if not isinstance(initializer, Function):
                return
            made = Instance(callee, (call, place))
            callee = Function(initializer.path, initializer.qualname, made, initializer.frame)
            yield from self._held(callee, call, place)
        if isinstance(callee, Function):
            yield from self._into(callee, call, place)

    def _into(self, function: Function, call: Any, place: Frame) -> Iterator[Flowing]:
        entry = self._evaluator.function_entry(function.path, function.qualname)
        uses = entry.get("x")
        if not uses or place.depth >= MAX_CALL_DEPTH:
            return
        frame = self._frame(function, call, place)
        if function.frame is None and not self._matters(frame, uses):
            return
        yield from self._uses(function, uses, frame)

    def _frame(self, function: Function, call: Any, place: Frame) -> Frame:
        frame = self._evaluator.receiving_frame(function)
        self._evaluator.pass_arguments(frame, call, place)
        frame.depth = place.depth + 1
        return frame

    def _matters(self, frame: Frame, uses: list[Any]) -> bool:
        """Tell whether anything that was passed can decide what the callee does."""
        by_key = any(isinstance(use[1], list) and use[1][0] == "[" for use in uses)
        for expression, place in (frame.arguments or {}).values():
            value = self._evaluator.evaluate(expression, place)
            if isinstance(value, Function | Class | Instance | Display | Partial):
                return True
            if by_key and isinstance(value, Constant):
                return True
        return False

    def _uses(self, function: Function, uses: list[Any], frame: Frame) -> Iterator[Flowing]:
        evaluator = self._evaluator
        plain = evaluator.frame_of(function.path, function.qualname)
        source = (function.path, function.qualname)
        for use in uses:
            self._left -= 1
            if self._left < 0:
                return
            known = evaluator.evaluate(use[1], plain)
            value = evaluator.evaluate(use[1], frame)
            if use[0] == "i":
                targets = implicit_targets(evaluator, "i", value)
            else:
                targets = targets_of(evaluator, value)
            if isinstance(known, Unknown):
                yield from ((source, target) for target in targets)
            if use[0] == "c":
                yield from self._follow(value, use, frame)

    def _held(self, initializer: Function, call: Any, place: Frame) -> Iterator[Flowing]:
        """Follow what the methods of a class call on attributes that hold an argument."""
        evaluator = self._evaluator
        receiver = initializer.receiver
        if not isinstance(receiver, Instance) or place.depth >= MAX_CALL_DEPTH:
            return
        for one in evaluator.line(receiver.of):
            entry = evaluator.class_entry(one) if isinstance(one, Class) else {}
            for name, uses in entry.get("x", {}).items():
                method = Function(one.path, f"{one.qualname}.{name}", receiver)  # type: ignore[union-attr]
                frame = evaluator.receiving_frame(method)
                frame.depth = place.depth + 1
                yield from self._uses(method, uses, frame)
