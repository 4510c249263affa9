"""What each reference of one file was found to be, asked once however often it is written."""

from __future__ import annotations

import re
from typing import Any

from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import FUNCTION, Frame
from tmf_memory.codegraph.linker.python.memo import RestsOn, Site
from tmf_memory.codegraph.linker.python.targets import Target, reason_of, targets_of
from tmf_memory.codegraph.linker.python.values import (
    Class,
    Either,
    Function,
    Instance,
    Partial,
    Value,
)
from tmf_memory.codegraph.model import UnresolvedReason

MAX_EXPRESSION_CHARS = 80
_CALLED = frozenset((Function, Class, Instance, Partial, Either))
_VERSION = re.compile(r"[\^:&]?([^.~]+)~\d+")


class Resolution:
    """One reference: its value, what calling it reaches, and which declarations it passes."""

    __slots__ = (
        "_unresolved",
        "expression",
        "flows",
        "passed",
        "rests_on",
        "site",
        "targets",
        "value",
    )

    def __init__(self, expression: Any, value: Value, rests_on: RestsOn) -> None:
        self.expression = expression
        self.value = value
        self.rests_on = rests_on
        self.targets: list[Target] = []
        self.flows = False
        self.passed: list[Site] = []
        self.site: Site | None = None
        self._unresolved: tuple[str, UnresolvedReason] | None = None

    @property
    def unresolved(self) -> tuple[str, UnresolvedReason]:
        """The expression as written, and why it reaches nothing."""
        if self._unresolved is None:
            self._unresolved = (written(self.expression), reason_of(self.value))
        return self._unresolved


class Resolver:
    """Resolves the references of one file."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._everywhere: dict[str, Resolution] = {}
        self._of_receivers: dict[tuple[Value, str], Resolution] = {}
        self._here: dict[str, Resolution] = {}
        self._frame: Frame | None = None
        self._receiver: Value | None = None
        self.rests_on: RestsOn = []

    def enter(self, frame: Frame) -> None:
        """Resolve references of another scope from here on."""
        self._frame = frame
        self._here = {}
        self._receiver = None

    def reference(self, key: str, frame: Frame) -> Resolution:
        """Return what a dotted name is; `frame` is the scope that was entered."""
        found = self._here.get(key)
        if found is not None:
            return found
        root, _, rest = key.partition(".")
        if frame.kind == FUNCTION:
            if root not in frame.binds:
                if self._is_global(root, frame):
                    return self._shared(self._everywhere, key, key, frame)
            elif rest and frame.parameters and root == frame.parameters[0]:
                if self._receiver is None:
                    self._receiver = self._evaluator.ask(root, frame)
                return self._shared(self._of_receivers, (self._receiver, rest), key, frame)
        return self._shared(self._here, key, key, frame)

    def _is_global(self, root: str, frame: Frame) -> bool:
        outer = frame.parent
        while outer is not None and outer.parent is not None:
            if outer.kind == FUNCTION and root in outer.binds:
                return False
            outer = outer.parent
        return True

    def _shared(
        self, store: dict[Any, Resolution], key: Any, text: str, frame: Frame
    ) -> Resolution:
        found = store.get(key)
        if found is None:
            found = store[key] = self._resolve(text, frame)
        return found

    def _resolve(self, text: str, frame: Frame) -> Resolution:
        evaluator = self._evaluator
        evaluator.dependencies = []
        evaluator.restart()
        names = text.split(".")
        value = evaluator.name(names[0], frame)
        if len(names) == 1:
            found = self._finish(text, value)
        else:
            passed = []
            site = self._declared(evaluator.site)
            for name in names[1:]:
                if site is not None:
                    passed.append(site)
                value = evaluator.attribute(value, name)
                site = self._declared(evaluator.site)
            found = self._finish(text, value)
            found.passed = passed
        return found

    def value(self, expression: Any, frame: Frame) -> Resolution:
        """Return what any other expression is."""
        self._evaluator.dependencies = []
        return self._finish(expression, self._evaluator.ask(expression, frame))

    def _finish(self, expression: Any, value: Value) -> Resolution:
        evaluator = self._evaluator
        found = Resolution(expression, value, evaluator.dependencies)
        found.site = self._declared(evaluator.site)
        kind = value.__class__
        if kind in _CALLED:
            found.targets = targets_of(evaluator, value)
            found.flows = self._flows(value, found.targets)
        self.rests_on.append(found.rests_on)
        return found

    def _flows(self, value: Value, targets: list[Target]) -> bool:
        """Tell whether what is passed to a function or a constructor can decide anything."""
        evaluator = self._evaluator
        if any(evaluator.interest(*one) for one in targets):
            return True
        if isinstance(value, Instance):
            value = evaluator.attribute(value, "__call__")
        return isinstance(value, Function) and bool(evaluator.uses_of_kept(value))

    def _declared(self, site: Site | None) -> Site | None:
        """Return a site that counts as a declaration: one that can be read, or a property."""
        if site is None:
            return None
        view = self._evaluator.views.get(site[0])
        if view is None:
            return None
        if site[1] in view.declared or site[1] in view.properties:
            return site
        return None


def written(expression: Any) -> str:
    """Return an expression about as it was written, shortened."""
    text = _written(expression)
    return text if len(text) <= MAX_EXPRESSION_CHARS else f"{text[: MAX_EXPRESSION_CHARS - 1]}…"


def _written(expression: Any) -> str:
    if isinstance(expression, str):
        return _written_name(expression)
    if isinstance(expression, int):
        return str(expression)
    if not isinstance(expression, list):
        return "…"
    tag = expression[0]
    if tag == ".":
        return f"{_written(expression[1])}.{expression[2]}"
    if tag == "c":
        return f"{_written(expression[1])}({'…' if expression[2] else ''})"
    if tag == "[":
        return f"{_written(expression[1])}[{_written(expression[2])}]"
    return str(expression[1]) if tag == "B" else "(…)"


def _written_name(text: str) -> str:
    if text[0] == "'":
        return repr(text[1:])
    if "~" in text or text[0] in "^:&":
        return _VERSION.sub(r"\1", text).lstrip("^:&")
    return text
