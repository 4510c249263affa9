"""Which functions and classes a call of a value reaches."""

from __future__ import annotations

from tmf_memory.codegraph.linker.python.evaluator import Evaluator
from tmf_memory.codegraph.linker.python.values import (
    Class,
    Either,
    Foreign,
    Function,
    Instance,
    Partial,
    Unknown,
    Value,
)
from tmf_memory.codegraph.model import UnresolvedReason

Target = tuple[str, str]

_PROTOCOLS: dict[str, tuple[tuple[str, ...], str]] = {
    "i": (("__iter__",), "__next__"),
    "ai": (("__aiter__",), "__anext__"),
    "w": (("__enter__", "__exit__"), ""),
    "aw": (("__aenter__", "__aexit__"), ""),
}


def targets_of(evaluator: Evaluator, value: Value) -> list[Target]:
    """Return what calling a value runs: a function, or a class and its initializer."""
    if isinstance(value, Function):
        return [(value.path, value.qualname)]
    if isinstance(value, Class):
        return _constructors(evaluator, value)
    if isinstance(value, Instance | Either):
        method = evaluator.attribute(value, "__call__")
        return [(method.path, method.qualname)] if isinstance(method, Function) else []
    return targets_of(evaluator, value.function) if isinstance(value, Partial) else []


def _constructors(evaluator: Evaluator, of: Class) -> list[Target]:
    """Return the class, and what runs to make an instance of it."""
    found = [(of.path, of.qualname)]
    found += [(one.path, one.qualname) for one in evaluator.makers(of)]
    made = evaluator.made(of)
    if isinstance(made, Instance) and evaluator.is_subclass(made.of, of):
        initializer = evaluator.attribute(made.of, "__init__")
        if isinstance(initializer, Function):
            found.append((initializer.path, initializer.qualname))
    return found


def implicit_targets(evaluator: Evaluator, tag: str, value: Value) -> list[Target]:
    """Return the methods that `for`, `with` and `raise` call on their own."""
    if tag == "r":
        return targets_of(evaluator, value) if isinstance(value, Class) else []
    if not isinstance(value, Instance | Either):
        return []
    names, then = _PROTOCOLS[tag]
    found: list[Target] = []
    for name in names:
        method = evaluator.attribute(value, name)
        if isinstance(method, Function):
            found.append((method.path, method.qualname))
            if then:
                result = evaluator.returned(method, None, None)
                step = evaluator.attribute(result, then) if isinstance(result, Instance) else None
                if isinstance(step, Function):
                    found.append((step.path, step.qualname))
    return found


def reason_of(value: Value) -> UnresolvedReason:
    """Return why a call of this value has no target."""
    if isinstance(value, Unknown):
        return value.reason
    if isinstance(value, Foreign):
        return UnresolvedReason.BUILTIN if value.builtin else UnresolvedReason.EXTERNAL
    if isinstance(value, Instance):
        return UnresolvedReason.UNKNOWN_ATTRIBUTE
    if isinstance(value, Either):
        return UnresolvedReason.AMBIGUOUS
    return UnresolvedReason.DYNAMIC
