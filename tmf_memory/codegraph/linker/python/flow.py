"""Value flow: what a function does with the very functions and objects that one call passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.interest import (
    AS_KEY,
    CALLED,
    CLOSED_OVER,
    ITERATED,
    LOOKED_INTO,
    Interests,
)
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
        if isinstance(callee, Instance):
            called = self._evaluator.attribute(callee, "__call__")
            callee = called if isinstance(called, Function) else callee
        if isinstance(callee, Function) and self._depth < MAX_FLOW_DEPTH:
            yield from self._into(callee, call, place)
            yield from self._kept(callee)

    def _into(self, function: Function, call: Any, place: Frame) -> tuple[Flowing, ...]:
        evaluator = self._evaluator
        wanted = evaluator.interest(function.path, function.qualname)
        if not wanted:
            return _NO_EDGES
        given = self._given(function, call, place, wanted)
        if not given and (function.frame is None or CLOSED_OVER not in wanted):
            return _NO_EDGES
        uses = evaluator.function_entry(function.path, function.qualname)["x"]
        return self._remembered(function, given, lambda: self._uses(function, uses, given, place))

    def _remembered(
        self, function: Function, given: Given, find: Callable[[], Iterator[Flowing]]
    ) -> tuple[Flowing, ...]:
        """Return what was found before for the same function and the same things passed."""
        key = self._key(function, given)
        if key is None:
            return tuple(find())
        evaluator = self._evaluator
        found: Any = evaluator.remember(
            evaluator.flows,
            key,
            lambda: tuple(find()),  # type: ignore[arg-type, return-value]
        )
        return found if isinstance(found, tuple) else _NO_EDGES

    def _given(self, function: Function, call: Any, place: Frame, wanted: Interests) -> Given:
        """Return what the call passes that can decide something inside."""
        evaluator = self._evaluator
        given: Given = {}
        for name, (expression, written) in evaluator.arguments_of(function, call, place).items():
            uses = [use for use in _USES if name + use in wanted]
            if uses and _may_decide(expression, uses):
                value = evaluator.evaluate(expression, written)
                if self._decides(value, uses):
                    given[name] = value
        return given

    def _decides(self, value: Value, uses: list[str]) -> bool:
        if isinstance(value, Function | Class | Partial):
            return CALLED in uses or LOOKED_INTO in uses
        if isinstance(value, Instance | Display):
            return self._depth == 0
        return AS_KEY in uses and isinstance(value, Constant)

    def _key(self, function: Function, given: Given) -> Any:
        """Return what the outcome depends on, or None when it depends on this very place."""
        parts: list[Any] = [self._depth == 0]
        for value in (function, *given.values()):
            part = self._key_of(value)
            if part is None:
                return None
            parts.append(part)
        return (*parts, *given)

    def _key_of(self, value: Value) -> Any:
        if isinstance(value, Class | Constant):
            return value
        if isinstance(value, Instance):
            # What one instance was made with may be called inside: another one does other things.
            is_alike = value.made is None or not self._evaluator.kept(value.of)
            return ("i", value.of) if is_alike else None
        if isinstance(value, Function) and (value.frame is None or value.frame.parent is None):
            receiver = value.receiver
            if receiver is None:
                return (value.path, value.qualname)
            part = self._key_of(receiver)
            return None if part is None else (value.path, value.qualname, part)
        return None

    def _uses(
        self, function: Function, uses: list[Any], given: Given, place: Frame
    ) -> Iterator[Flowing]:
        frame = self._evaluator.receiving_frame(function)
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
            if use[0] == "c":
                targets = targets_of(evaluator, value)
            else:
                targets = implicit_targets(evaluator, use[0], value)
            if targets and isinstance(evaluator.evaluate(use[1], plain), Unknown):
                yield from ((source, target) for target in targets)
            if use[0] == "c":
                yield from self._follow(value, use, frame)
        self._depth -= 1

    def _kept(self, method: Function) -> Iterator[Flowing]:
        """Follow what a method calls on attributes in which the constructor keeps things.

        That is certain only of the very instance that the method is called on.
        """
        evaluator = self._evaluator
        receiver = method.receiver
        uses = evaluator.uses_of_kept(method)
        if not uses or not isinstance(receiver, Instance) or receiver.made is None:
            return
        initializer = evaluator.attribute(receiver, "__init__")
        if isinstance(initializer, Function):
            given = self._given(initializer, *receiver.made, evaluator.kept(receiver.of))
            if given:
                known = Function(method.path, f"{method.qualname}.*", receiver)
                frame = evaluator.receiving_frame(method)
                yield from self._remembered(known, given, lambda: self._used(method, uses, frame))


_USES = (CALLED, LOOKED_INTO, AS_KEY, ITERATED)


def _may_decide(expression: Any, uses: list[str]) -> bool:
    """Tell whether an argument is worth a look: a name, something made, or a constant as a key."""
    if expression.__class__ is list:
        return bool(expression[0] != "B")
    if expression.__class__ is str and expression[0] != "'":
        return bool(expression != "None")
    return AS_KEY in uses and expression is not None
