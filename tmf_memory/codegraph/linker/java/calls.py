"""How calls, creations, lambdas and method references are evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from tmf_memory.codegraph.linker.java.declared import CONSTRUCTOR
from tmf_memory.codegraph.linker.java.evaluator import Evaluator, Item, Target
from tmf_memory.codegraph.linker.java.inference import Inference
from tmf_memory.codegraph.linker.java.jtypes import Arr, Cls, Type
from tmf_memory.codegraph.linker.java.members import Hit
from tmf_memory.codegraph.linker.java.overloads import Argument, Function, Overloads
from tmf_memory.codegraph.linker.java.scope import Scope
from tmf_memory.codegraph.model import EdgeKind, SymbolKey, UnresolvedReason

_FUNCTIONS = frozenset({"lambda", "ref"})


class Called(NamedTuple):
    """What a call may mean: `reason` says why, when it means none; `via` led to its receiver."""

    hits: tuple[Hit, ...]
    arguments: list[Item]
    line: int
    reason: UnresolvedReason
    via: tuple[SymbolKey, ...] = ()


def _call(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, before, name, arguments, line = cast("tuple[str, Item | None, str, list[Item], int]", item)
    mark = evaluator.sink.mark()
    if before is None:
        hits, reason = _lexical_methods(evaluator, name, scope)
    else:
        target = evaluator.target(before, scope)
        if isinstance(target.found, Arr) and name == "clone":
            return target.found
        hits, reason = _methods_of(evaluator, target, name)
    called = Called(hits, arguments, line, reason, evaluator.sink.since(mark))
    return _choose(evaluator, item, scope, called)


def _lexical_methods(
    evaluator: Evaluator, name: str, scope: Scope
) -> tuple[tuple[Hit, ...], UnresolvedReason]:
    """The innermost type around that has a method of that name, or a static import."""
    for around in evaluator.types_around(scope.frame.place):
        hits, complete = evaluator.members.methods(around, name, evaluator.path)
        if hits:
            return hits, UnresolvedReason.AMBIGUOUS
        if not complete:
            return (), UnresolvedReason.EXTERNAL
    for owner in evaluator.names.static_owners(name, scope.frame.place):
        hits, complete = evaluator.members.methods(owner, name, evaluator.path)
        static = tuple(hit for hit in hits if hit.method.is_static)
        if static:
            return static, UnresolvedReason.AMBIGUOUS
    if evaluator.names.may_be_static_import(name, scope.frame.place):
        return (), UnresolvedReason.EXTERNAL
    return (), UnresolvedReason.UNKNOWN_NAME


def _methods_of(
    evaluator: Evaluator, target: Target, name: str
) -> tuple[tuple[Hit, ...], UnresolvedReason]:
    if target.package:
        return (), UnresolvedReason.EXTERNAL
    owner = evaluator.members.as_class(target.found)
    if owner is None:
        return (), UnresolvedReason.UNKNOWN_RECEIVER
    hits, complete = evaluator.members.methods(owner, name, evaluator.path)
    if owner.is_external or not complete:
        return hits, UnresolvedReason.AMBIGUOUS if hits else UnresolvedReason.EXTERNAL
    return hits, UnresolvedReason.AMBIGUOUS if hits else UnresolvedReason.UNKNOWN_ATTRIBUTE


def _choose(
    evaluator: Evaluator,
    item: Item,
    scope: Scope,
    called: Called,
) -> Type | None:
    """Evaluate the arguments, choose among the methods, note the call, infer what it returns."""
    hits, arguments, line, reason, via = called
    inference = Inference(evaluator)
    types = [_argument(evaluator, argument, scope) for argument in arguments]
    overloads = Overloads(evaluator.members, inference.shape_of)
    hit = overloads.choose(hits, types) if hits else None
    if hit is None:
        for argument in arguments:
            if argument[0] in _FUNCTIONS:
                evaluator.evaluate(argument, scope)
        evaluator.sink.miss(scope.frame.source, item, line, reason)
        return None
    _note(evaluator, item, scope, (hit, line, via))
    return inference.returned(hit, list(zip(arguments, types, strict=True)), scope)


def _note(
    evaluator: Evaluator,
    item: Item,
    scope: Scope,
    called: tuple[Hit, int, tuple[SymbolKey, ...]],
) -> None:
    (method, _, _), line, via = called
    path, owner = method.owner
    if not path:
        evaluator.sink.miss(scope.frame.source, item, line, UnresolvedReason.EXTERNAL)
        return
    if "i" not in method.flags:
        key = SymbolKey(path, method.qualname)
        evaluator.sink.refer(EdgeKind.CALLS, scope.frame.source, key, line, via)
    elif method.name == CONSTRUCTOR:
        key = SymbolKey(path, owner)
        evaluator.sink.refer(EdgeKind.CALLS, scope.frame.source, key, line)
    elif not method.is_static:
        key = SymbolKey(path, f"{owner}.{method.name}")  # the component that is read
        evaluator.sink.refer(EdgeKind.READS, scope.frame.source, key, line)


def _argument(evaluator: Evaluator, argument: Item, scope: Scope) -> Argument:
    if argument[0] == "lambda":
        return Function(len(cast("list[object]", argument[1])))
    if argument[0] == "ref":
        return Function()
    return evaluator.evaluate(argument, scope)


def _new(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, text, arguments, line, anonymous, outer = cast(
        "tuple[str, str, list[Item], int, tuple[str, list[Item]] | None, Item | None]", item
    )
    if outer is not None:
        within = evaluator.members.as_class(evaluator.evaluate(outer, scope))
        found = within and evaluator.names.member_type(within.key, text)
    else:
        found = evaluator.members.as_class(evaluator.resolve(text, scope))
    if anonymous is None:
        _construct(evaluator, item, scope, (found, arguments, line))
        expected = evaluator.members.as_class(evaluator.expected)
        if found and expected and not found.args and expected.key == found.key:
            return expected
        return found
    qualname, units = anonymous
    key = SymbolKey(evaluator.path, qualname)
    evaluator.sink.refer(EdgeKind.CALLS, scope.frame.source, key, line)
    inside = Scope(scope.frame._replace(source=qualname), scope)
    declared = evaluator.names.declared(found.key) if found else None
    if declared is None or not declared.is_interface:
        _construct(evaluator, item, inside, (found, arguments, line))
    for unit in units:
        evaluator.sink.run_unit(unit, scope)
    return Cls(evaluator.path, qualname)


def _construct(
    evaluator: Evaluator, item: Item, scope: Scope, created: tuple[Cls | None, list[Item], int]
) -> None:
    """Note the call of a constructor, declared or implied."""
    found, arguments, line = created
    if found is None or found.is_external:
        for argument in arguments:
            evaluator.evaluate(argument, scope)
        reason = UnresolvedReason.EXTERNAL if found else UnresolvedReason.UNKNOWN_NAME
        evaluator.sink.miss(scope.frame.source, item, line, reason)
        return
    hits = evaluator.members.constructors(found, evaluator.path)
    if hits is not None:
        called = Called(tuple(hits), arguments, line, UnresolvedReason.AMBIGUOUS)
        _choose(evaluator, item, scope, called)
        return
    for argument in arguments:
        evaluator.evaluate(argument, scope)
    if found.path and not arguments:
        key = SymbolKey(found.path, found.name)
        evaluator.sink.refer(EdgeKind.CALLS, scope.frame.source, key, line)
    elif not found.path:
        evaluator.sink.miss(scope.frame.source, item, line, UnresolvedReason.EXTERNAL)


def _constructor_call(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, word, arguments, line = cast("tuple[str, str, list[Item], int]", item)
    found: Cls | None = scope.frame.this
    if word == "super":
        found = evaluator.members.superclass(scope.frame.this)
        if not found.path and not arguments:
            return None  # implied, and leads out of the repository
    _construct(evaluator, item, scope, (found, arguments, line))
    return None


def _lambda(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    shape = Inference(evaluator).shape_of(evaluator.expected)
    Inference(evaluator).run_lambda(item, scope, () if shape is None else shape.params)
    return evaluator.expected


def _reference(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    Inference(evaluator).run_reference(item, scope, None)
    return evaluator.expected


CALLS: Mapping[str, Callable[[Evaluator, Item, Scope], Type | None]] = {
    "call": _call,
    "new": _new,
    "ctor": _constructor_call,
    "lambda": _lambda,
    "ref": _reference,
}
