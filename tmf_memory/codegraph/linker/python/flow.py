"""Value flow: what a function does with the very functions and objects that one call passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tmf_memory.codegraph.linker.python.attributes import ClassInfo
from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.interest import EVERYTHING
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

MAX_FLOW_DEPTH = 6
Flowing = tuple[Target, Target]
Given = dict[str, Value]
_NO_EDGES: tuple[Flowing, ...] = ()


class Flow:
    """Follows calls into the functions they reach, as far as what is passed decides edges there.

    Functions are followed as deep as they are passed on; objects only into the function that is
    called, and into the attributes in which its constructor keeps them.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._depth = 0

    def edges(self, callee: Value, call: Any, place: Frame) -> tuple[Flowing, ...]:
        """Return the edges inside of the callee that this call proves."""
        self._depth = 0
        return tuple(self._follow(callee, call, place))

    def _follow(self, callee: Value, call: Any, place: Frame) -> Iterator[Flowing]:
        if isinstance(callee, Partial):
            callee = callee.function
        if isinstance(callee, Class):
            initializer = self._evaluator.attribute(callee, "__init__")
            if not isinstance(initializer, Function):
                return
            made = Instance(callee, (call, place))
            callee = Function(initializer.path, initializer.qualname, made, initializer.frame)
            if self._depth == 0:
                yield from self._held(callee)
        if isinstance(callee, Function) and self._depth < MAX_FLOW_DEPTH:
            yield from self._into(callee, call, place)

    def _into(self, function: Function, call: Any, place: Frame) -> tuple[Flowing, ...]:
        evaluator = self._evaluator
        uses = evaluator.function_entry(function.path, function.qualname).get("x")
        if not uses:
            return _NO_EDGES
        wanted = evaluator.interest(function.path, function.qualname)
        if not wanted:
            return _NO_EDGES
        given = self._given(function, call, place, wanted)
        if not given and function.frame is None:
            return _NO_EDGES
        key = self._key(function, given)
        if key is None:
            return tuple(self._uses(function, uses, given, place))
        found: Any = evaluator.remember(
            evaluator.flows,
            key,
            lambda: tuple(self._uses(function, uses, given, place)),  # type: ignore[arg-type, return-value]
        )
        return found if isinstance(found, tuple) else _NO_EDGES

    def _given(self, function: Function, call: Any, place: Frame, wanted: frozenset[str]) -> Given:
        """Return what the call passes that can decide something inside."""
        evaluator = self._evaluator
        frame = evaluator.receiving_frame(function)
        evaluator.pass_arguments(frame, call, place)
        everything = EVERYTHING in wanted
        given: Given = {}
        for name, (expression, written) in (frame.arguments or {}).items():
            by_key = f"{name}[" in wanted
            if expression is not None and (everything or by_key or name in wanted):
                value = evaluator.evaluate(expression, written)
                if self._decides(value, by_key=by_key):
                    given[name] = value
        return given

    def _decides(self, value: Value, *, by_key: bool) -> bool:
        if isinstance(value, Function | Class | Partial):
            return True
        if isinstance(value, Instance | Display):
            return self._depth == 0
        return by_key and isinstance(value, Constant)

    def _key(self, function: Function, given: Given) -> Any:
        """Return what the outcome depends on, or None when it depends on this very place."""
        parts: list[Any] = [self._depth == 0]
        for value in (function, *given.values()):
            part = _key_of(value)
            if part is None:
                return None
            parts.append(part)
        return (*parts, *given)

    def _uses(
        self, function: Function, uses: list[Any], given: Given, place: Frame
    ) -> Iterator[Flowing]:
        evaluator = self._evaluator
        frame = evaluator.receiving_frame(function)
        frame.depth = place.depth + 1
        frame.arguments = {name: (["h", value], place) for name, value in given.items()}
        yield from self._used(function, uses, frame)

    def _used(self, function: Function, uses: list[Any], frame: Frame) -> Iterator[Flowing]:
        evaluator = self._evaluator
        plain = evaluator.frame_of(function.path, function.qualname)
        source = (function.path, function.qualname)
        self._depth += 1
        for use in uses:
            value = evaluator.evaluate(use[1], frame)
            if isinstance(value, Unknown):
                continue
            if use[0] == "i":
                targets = implicit_targets(evaluator, "i", value)
            else:
                targets = targets_of(evaluator, value)
            if targets and isinstance(evaluator.evaluate(use[1], plain), Unknown):
                yield from ((source, target) for target in targets)
            if use[0] == "c":
                yield from self._follow(value, use, frame)
        self._depth -= 1

    def _held(self, initializer: Function) -> Iterator[Flowing]:
        """Follow what the methods of a class call on attributes that hold an argument."""
        evaluator = self._evaluator
        receiver = initializer.receiver
        if not isinstance(receiver, Instance):
            return
        for one in evaluator.info(receiver.of).line:
            if not isinstance(one, ClassInfo):
                continue
            for name, uses in evaluator.class_entry(one.of).get("x", {}).items():
                method = Function(one.of.path, f"{one.of.qualname}.{name}", receiver)
                frame = evaluator.receiving_frame(method)
                yield from self._used(method, uses, frame)


def _key_of(value: Value) -> Any:
    if isinstance(value, Class | Constant):
        return value
    if isinstance(value, Instance):
        return ("i", value.of)
    if isinstance(value, Function) and (value.frame is None or value.frame.parent is None):
        receiver = value.receiver
        if receiver is None:
            return (value.path, value.qualname)
        part = _key_of(receiver)
        return None if part is None else (value.path, value.qualname, part)
    return None
