"""What a call returns: type variables from arguments, lambdas from what is expected of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from tmf_memory.codegraph.linker.java.jtypes import NULL, Arr, Cls, Type, Var, boxed
from tmf_memory.codegraph.linker.java.members import Hit, place_of
from tmf_memory.codegraph.linker.java.overloads import Argument, Function, Overloads, Shape
from tmf_memory.codegraph.linker.java.scope import Scope
from tmf_memory.codegraph.model import EdgeKind, SymbolKey

if TYPE_CHECKING:
    from tmf_memory.codegraph.linker.java.evaluator import Evaluator, Item

_OF_OBJECT = frozenset({"equals", "hashCode", "toString"})


class Inference:
    """Follows types through one call."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._members = evaluator.members
        self._names = evaluator.names

    def returned(
        self, hit: Hit, arguments: Sequence[tuple[Item, Argument]], scope: Scope
    ) -> Type | None:
        """Evaluate the functions among the arguments; the type that the call returns."""
        method = hit.method
        place = place_of(method)
        owner = f"{place.path}:{place.binder}"
        found: dict[Var, Type | None] = {Var(owner, name): None for name, _ in method.typevars}
        bindings = self._members.bindings(hit.seen_as)
        wanted = [
            self._members.substitute(self._param(hit, at), bindings) for at in range(len(arguments))
        ]
        for (_, argument), one in zip(arguments, wanted, strict=True):
            if not isinstance(argument, Function):
                self._unify(one, argument, found)
        for (item, argument), one in zip(arguments, wanted, strict=True):
            if isinstance(argument, Function):
                self._run(item, scope, self.shape_of(one), found)
        returns = self._names.resolve(method.returns, place) if method.returns else None
        return self._members.substitute(self._members.substitute(returns, bindings), found)

    def _param(self, hit: Hit, at: int) -> Type | None:
        if hit.method.is_varargs and at >= len(hit.params) - 1:
            last = hit.params[-1]
            return last.item if isinstance(last, Arr) else None
        return hit.params[at] if at < len(hit.params) else None

    def _unify(
        self, wanted: Type | None, value: Type | None, found: dict[Var, Type | None]
    ) -> None:
        if value is None or value == NULL:
            return
        if isinstance(wanted, Var):
            if wanted in found and found[wanted] is None:
                found[wanted] = boxed(value)
        elif isinstance(wanted, Arr) and isinstance(value, Arr):
            self._unify(wanted.item, value.item, found)
        elif isinstance(wanted, Cls) and wanted.args:
            seen = self._members.as_super(value, wanted.key)
            given = seen.args if seen and len(seen.args) == len(wanted.args) else wanted.args
            for one, other in zip(wanted.args, given, strict=True):
                self._unify(one, None if one is other else other, found)

    def _run(
        self, item: Item, scope: Scope, shape: Shape | None, found: dict[Var, Type | None]
    ) -> None:
        params = () if shape is None else shape.params
        known = tuple(self._members.substitute(one, found) for one in params)
        if item[0] == "lambda":
            returned = self.run_lambda(item, scope, known)
        else:
            returned = self.run_reference(item, scope, None if shape is None else known)
        if shape is not None:
            self._unify(shape.returns, returned, found)

    def shape_of(self, found: Type | None) -> Shape | None:
        """The one abstract method of a functional interface."""
        if not isinstance(found, Cls):
            return None
        declared = self._names.declared(found.key)
        if declared is None or not declared.is_interface:
            return None
        abstract: list[Hit] = []
        for above in self._members.ancestors(found)[0]:
            one = self._names.declared(above.key)
            for name in () if one is None or not one.is_interface else one.method_names():
                hits, _ = self._members.methods(found, name, self._evaluator.path)
                if name not in _OF_OBJECT:
                    abstract += [hit for hit in hits if "a" in hit.method.flags]
        methods = {hit.method: hit for hit in abstract}
        if len(methods) != 1:
            return None
        (hit,) = methods.values()
        return self._shape(hit)

    def _shape(self, hit: Hit) -> Shape:
        bindings = self._members.bindings(hit.seen_as)
        returns = self._names.resolve(hit.method.returns, place_of(hit.method))
        return Shape(
            tuple(self._members.substitute(one, bindings) for one in hit.params),
            self._members.substitute(returns, bindings),
        )

    def run_lambda(self, item: Item, scope: Scope, params: tuple[Type | None, ...]) -> Type | None:
        """Evaluate the body of a lambda with what is known of its parameters."""
        _, names, body, is_block = cast("tuple[str, list[tuple[str, str]], Item, bool]", item)
        inner = scope.inner()
        inner.returns = []
        for at, (name, text) in enumerate(names):
            known = params[at] if at < len(params) else None
            inner.declare(name, self._evaluator.resolve(text, scope) if text else known)
        found = self._evaluator.evaluate(body, inner)
        if not is_block:
            return found
        returned = {one for one in inner.returns if one != NULL}
        return returned.pop() if len(returned) == 1 else None

    def run_reference(
        self, item: Item, scope: Scope, params: tuple[Type | None, ...] | None
    ) -> Type | None:
        """Note which method a reference names, if that is certain."""
        _, before, name, line = cast("tuple[str, Item, str, int]", item)
        target = self._evaluator.target(before, scope)
        if name == "new":
            return (
                target.found
                if isinstance(target.found, Arr)
                else self._construct(target.found, params, scope, line)
            )
        owner = self._members.as_class(target.found)
        if owner is None or target.package:
            return None
        hits, _ = self._members.methods(owner, name, self._evaluator.path)
        hit = self._referred(hits, params, is_type=target.is_type)
        if hit is None:
            return None
        self._refer(hit, scope, line)
        returns = self._names.resolve(hit.method.returns, place_of(hit.method))
        return self._members.substitute(returns, self._members.bindings(hit.seen_as))

    def _referred(
        self, hits: Sequence[Hit], params: tuple[Type | None, ...] | None, *, is_type: bool
    ) -> Hit | None:
        if params is None or len(hits) <= 1:
            return hits[0] if len(hits) == 1 else None
        overloads = Overloads(self._members, self.shape_of)
        if not is_type:
            return overloads.choose(hits, params)
        static = [hit for hit in hits if hit.method.is_static]
        bound = [hit for hit in hits if not hit.method.is_static]
        chosen = [overloads.choose(static, params) if static else None]
        chosen.append(overloads.choose(bound, params[1:]) if bound and params else None)
        found = [hit for hit in chosen if hit is not None]
        return found[0] if len(found) == 1 else None

    def _construct(
        self, found: Type | None, params: tuple[Type | None, ...] | None, scope: Scope, line: int
    ) -> Type | None:
        if not isinstance(found, Cls) or not found.path or found.is_external:
            return found
        hits = self._members.constructors(found, self._evaluator.path)
        hit = self._referred(hits or (), params, is_type=False)
        if hit is not None:
            self._refer(hit, scope, line)
        elif hits is None:
            key = SymbolKey(found.path, found.name)
            self._evaluator.sink.refer(EdgeKind.READS, scope.frame.source, key, line)
        return found

    def _refer(self, hit: Hit, scope: Scope, line: int) -> None:
        path = hit.method.owner[0]
        if path and "i" not in hit.method.flags:
            key = SymbolKey(path, hit.method.qualname)
            self._evaluator.sink.refer(EdgeKind.READS, scope.frame.source, key, line)
