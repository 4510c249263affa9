"""What each reference of one file was found to be, asked once however often it is written."""

from __future__ import annotations

import re
from typing import Any

from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import FUNCTION, Frame
from tmf_memory.codegraph.linker.python.memo import RestsOn, Site
from tmf_memory.codegraph.linker.python.targets import Target, reason_of, targets_of
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    Class,
    Foreign,
    Function,
    Instance,
    Partial,
    Unknown,
    Value,
)
from tmf_memory.codegraph.model import UnresolvedReason

MAX_EXPRESSION_CHARS = 80
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
        self._of_receivers: dict[Value, dict[str, Resolution]] = {}
        self._here: dict[str, Resolution] = {}
        self._of_receiver: dict[str, Resolution] | None = None
        self.rests_on: RestsOn = []

    def enter(self) -> None:
        """Forget the names of one scope: references of another come next."""
        self._here = {}
        self._of_receiver = None

    def reference(self, text: str, frame: Frame) -> Resolution:
        """Return what a dotted name is; `frame` is the scope that was entered."""
        found = self._here.get(text)
        if found is None:
            found = self._here[text] = self._dotted(self._store(text, frame), text, frame)
        return found

    def _store(self, text: str, frame: Frame) -> dict[str, Resolution]:
        """Return where the answer belongs: to the scope, to its receiver's class, to the file."""
        if frame.kind != FUNCTION:
            return self._here
        root = text.partition(".")[0]
        if root not in frame.binds:
            return self._everywhere if self._is_global(root, frame) else self._here
        if frame.parameters and root == frame.parameters[0]:
            if self._of_receiver is None:
                receiver = self._evaluator.ask(root, frame)
                self._of_receiver = self._of_receivers.setdefault(receiver, {})
            return self._of_receiver
        return self._here

    def _is_global(self, root: str, frame: Frame) -> bool:
        outer = frame.parent
        while outer is not None and outer.parent is not None:
            if outer.kind == FUNCTION and root in outer.binds:
                return False
            outer = outer.parent
        return True

    def _dotted(self, store: dict[str, Resolution], text: str, frame: Frame) -> Resolution:
        found = store.get(text)
        if found is not None:
            return found
        evaluator = self._evaluator
        before, dot, name = text.rpartition(".")
        if not dot:
            evaluator.dependencies = []
            evaluator.restart()
            found = self._finish(text, evaluator.name(text, frame))
        else:
            found = self._attribute(text, self._dotted(store, before, frame), name)
        store[text] = found
        return found

    def _attribute(self, text: str, before: Resolution, name: str) -> Resolution:
        kind = before.value.__class__
        if kind is Foreign or (kind is Unknown and before.value != DYNAMIC):
            found = Resolution(text, before.value, before.rests_on)
        else:
            evaluator = self._evaluator
            evaluator.dependencies = [before.rests_on]
            evaluator.restart()
            found = self._finish(text, evaluator.attribute(before.value, name))
        found.passed = before.passed
        if before.site is not None:
            found.passed = [*before.passed, before.site]
        return found

    def value(self, expression: Any, frame: Frame) -> Resolution:
        """Return what any other expression is."""
        self._evaluator.dependencies = []
        return self._finish(expression, self._evaluator.ask(expression, frame))

    def _finish(self, expression: Any, value: Value) -> Resolution:
        evaluator = self._evaluator
        found = Resolution(expression, value, evaluator.dependencies)
        if evaluator.site is not None:
            found.site = self._declared(evaluator.site)
        kind = value.__class__
        if kind is Function or kind is Class or kind is Instance or kind is Partial:
            found.targets = targets_of(evaluator, value)
            found.flows = kind is not Instance and self._flows(value, found.targets)
        self.rests_on.append(found.rests_on)
        return found

    def _flows(self, value: Value, targets: list[Target]) -> bool:
        """Tell whether what is passed to a function or a constructor can decide anything."""
        evaluator = self._evaluator
        if any(evaluator.interest(*one) for one in targets):
            return True
        return isinstance(value, Class) and bool(evaluator.kept(value))

    def _declared(self, site: Site) -> Site | None:
        """Return a site that counts as a declaration: one that can be read, or a property."""
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
