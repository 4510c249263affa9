"""Which function or class a route leads to."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.memo import RestsOn
from tmf_memory.codegraph.linker.python.resolution import Resolution, Resolver
from tmf_memory.codegraph.linker.python.targets import Target
from tmf_memory.codegraph.linker.python.values import Class, Foreign, Unknown
from tmf_memory.codegraph.model import UnresolvedReason

_AS_VIEW = ".as_view"
Reached = tuple[list[Target], RestsOn, tuple[str, UnresolvedReason]]
"""The targets, what they rest on, and what to say when there are none."""


def reached_by(view: Any, frame: Frame, resolver: Resolver, evaluator: Evaluator) -> Reached:
    """Return what a request reaches when `view` is what a route names; `frame` was entered."""
    if view.__class__ is list and view[0] == "c" and view[1].__class__ is str:
        name, _, last = view[1].rpartition(".")
        if name and f".{last}" == _AS_VIEW:
            of = resolver.reference(name, frame)
            if isinstance(of.value, Class):
                return _class_view(of, of.value, resolver.value(view, frame), evaluator)
    is_name = view.__class__ is str and view[:1] != "'"
    found = resolver.reference(view, frame) if is_name else resolver.value(view, frame)
    targets = [] if isinstance(found.value, Class) else found.targets
    return targets, found.rests_on, found.unresolved


def _class_view(of: Resolution, one: Class, called: Resolution, evaluator: Evaluator) -> Reached:
    """A class is reached when its `as_view` is the one of a framework outside of this tree."""
    rests_on: RestsOn = [of.rests_on, called.rests_on]
    evaluator.dependencies = rests_on
    method = evaluator.attribute(one, _AS_VIEW[1:])
    is_outside = isinstance(method, Foreign) or (
        isinstance(method, Unknown) and method.reason is UnresolvedReason.EXTERNAL
    )
    return [(one.path, one.qualname)] if is_outside else [], rests_on, called.unresolved
