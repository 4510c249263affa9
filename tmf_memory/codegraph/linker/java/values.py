"""How each sort of item but calls is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from tmf_memory.codegraph.linker.java.evaluator import (
    Evaluator,
    Item,
    common,
    promoted,
    result_of,
)
from tmf_memory.codegraph.linker.java.jtypes import (
    BOOLEAN,
    NULL,
    PRIMITIVES,
    Arr,
    Cls,
    Type,
)
from tmf_memory.codegraph.linker.java.scope import Scope
from tmf_memory.codegraph.model import EdgeKind, SymbolKey, UnresolvedReason

_CLASS = ("", "java.lang.Class")
_ITERABLE = ("", "java.lang.Iterable")


def _name(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    return evaluator.variable(item, scope)[1]


def _field(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    target = evaluator.target(item, scope)
    return None if target.is_type else target.found


def _literal(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    name = cast("str", item[1])
    return NULL if name == "null" else PRIMITIVES.get(name) or Cls("", name)


def _this(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    outer = cast("str", item[1])
    if not outer:
        return scope.frame.this
    found = evaluator.names.known(outer, scope.frame.place)
    return evaluator.names.itself(found.key) if found else None


def _super(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    outer = cast("str", item[1])
    if outer:
        found = evaluator.names.known(outer, scope.frame.place)
        declared = found and evaluator.names.declared(found.key)
        if declared is None or declared.is_interface:
            return found
        return evaluator.members.superclass(evaluator.names.itself(declared.key))
    return evaluator.members.superclass(scope.frame.this)


def _class(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    return Cls(*_CLASS, (evaluator.resolve(item[1], scope),))


def _cast(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.resolve(item[1], scope)
    evaluator.evaluate(item[2], scope, found)
    return found


def _is(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    evaluator.evaluate(item[1], scope)
    return BOOLEAN


def _bind(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    text = cast("str", item[2])
    scope.declare(cast("str", item[1]), None if text == "?" else evaluator.resolve(text, scope))
    return None


def _index(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.evaluate(item[1], scope)
    evaluator.evaluate(item[2], scope)
    return found.item if isinstance(found, Arr) else None


def _if(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    expected = evaluator.expected
    evaluator.evaluate(item[1], scope)
    left = evaluator.evaluate(item[2], scope, expected)
    return common(left, evaluator.evaluate(item[3], scope, expected))


def _chain(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.evaluate(item[1], scope)
    for operator, operand in cast("list[tuple[str, Item]]", item[2]):
        found = result_of(operator, found, evaluator.evaluate(operand, scope))
    return found


def _unary(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.evaluate(item[2], scope)
    return BOOLEAN if item[1] == "!" else promoted(found, found)


def _set(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, operator, target, value = cast("tuple[str, str, Item, Item]", item)
    found = _write(evaluator, target, scope, is_read_too=operator != "=")
    evaluator.evaluate(value, scope, found)
    return found


def _update(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    return _write(evaluator, item[1], scope, is_read_too=True)


def _write(evaluator: Evaluator, target: object, scope: Scope, *, is_read_too: bool) -> Type | None:
    """Note a write of a field; other targets are evaluated for what they contain."""
    if not isinstance(target, tuple) or target[0] not in {"name", "field"}:
        return evaluator.evaluate(target, scope)
    if target[0] == "name":
        _, name, line = cast("tuple[str, str, int]", target)
        is_local, found = scope.find(name)
        if is_local:
            return found
        hit = evaluator.lexical_field(name, scope)
    else:
        _, before, name, line = cast("tuple[str, Item, str, int]", target)
        owner = evaluator.members.as_class(evaluator.target(before, scope).found)
        hit = evaluator.members.field(owner, name, evaluator.path) if owner else None
    if hit is None:
        return None
    if is_read_too:
        evaluator.read(hit, scope, line)
    return evaluator.access(EdgeKind.WRITES, hit, scope, line)


def _array(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.resolve(item[1], scope) or evaluator.expected
    inner = found.item if isinstance(found, Arr) else None
    for element in cast("list[Item]", item[2]):
        evaluator.evaluate(element, scope, inner)
    return found


def _switch(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    selected = evaluator.members.as_class(evaluator.evaluate(item[1], scope))
    inner = scope.inner()
    inner.declare(_SELECTED, selected)
    evaluator.evaluate_all(item[2], inner)
    return None


_SELECTED = "switch"  # a keyword, so no variable has that name


def _case(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    """A label is a constant of the enum that is switched on, or any constant."""
    _, name, line = cast("tuple[str, str, int]", item)
    _, selected = scope.find(_SELECTED)
    declared = evaluator.names.declared(selected.key) if isinstance(selected, Cls) else None
    if declared is None or declared.kind != "enum":
        return evaluator.variable(("name", name, line), scope)[1]
    hit = evaluator.members.field(cast("Cls", selected), name, evaluator.path)
    return evaluator.read(hit, scope, line) if hit else None


def _var(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, name, text, value = cast("tuple[str, str, str, Item]", item)
    declared = evaluator.resolve(text, scope)
    found = evaluator.evaluate(value, scope, declared)
    if name:
        scope.declare(name, declared if text else found)
    return None


def _each(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, text, name, values, body = cast("tuple[str, str, str, Item, Item]", item)
    found = evaluator.evaluate(values, scope)
    element: Type | None = None
    if isinstance(found, Arr):
        element = found.item
    elif (iterable := evaluator.members.as_super(found, _ITERABLE)) and iterable.args:
        element = iterable.args[0]
    inner = scope.inner()
    inner.declare(name, evaluator.resolve(text, scope) if text else element)
    evaluator.evaluate(body, inner)
    return None


def _return(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    found = evaluator.evaluate(item[1], scope)
    if scope.returns is not None:
        scope.returns.append(found)
    return None


def _block(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    return evaluator.evaluate_all(item[1], scope.inner())


def _open(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    return evaluator.evaluate_all(item[1], scope)


def _local(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    _, _, units = cast("tuple[str, str, list[Item]]", item[1])
    for unit in units:
        evaluator.sink.run_unit(unit, scope)
    return None


def _uses(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    note_uses(evaluator, item[1], scope)
    return None


def note_uses(evaluator: Evaluator, uses: object, scope: Scope) -> None:
    """Every type that is named is read, except by itself."""
    frame = scope.frame
    for text, line in cast("list[tuple[str, int]]", uses):
        for found in evaluator.names.classes_in(text, frame.place):
            if found.path and found.key != (evaluator.path, frame.place.owner):
                key = SymbolKey(found.path, found.name)
                evaluator.sink.refer(EdgeKind.READS, frame.source, key, line)


def _deep(evaluator: Evaluator, item: Item, scope: Scope) -> Type | None:
    line = cast("int", item[1])
    evaluator.sink.miss(scope.frame.source, item, line, UnresolvedReason.DYNAMIC)
    return None


VALUES: Mapping[str, Callable[[Evaluator, Item, Scope], Type | None]] = {
    "name": _name,
    "field": _field,
    "literal": _literal,
    "this": _this,
    "super": _super,
    "class": _class,
    "cast": _cast,
    "is": _is,
    "bind": _bind,
    "index": _index,
    "if": _if,
    "chain": _chain,
    "unary": _unary,
    "set": _set,
    "update": _update,
    "array": _array,
    "switch": _switch,
    "case": _case,
    "var": _var,
    "each": _each,
    "return": _return,
    "block": _block,
    "open": _open,
    "local": _local,
    "uses": _uses,
    "deep": _deep,
}
