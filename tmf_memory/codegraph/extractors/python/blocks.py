"""Control flow: where branches begin, end and meet, names get the join of what they may be."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from tmf_memory.codegraph.extractors.python.bindings import BindingWalker
from tmf_memory.codegraph.extractors.python.bound_names import bound_names, captures
from tmf_memory.codegraph.extractors.python.expressions import Visitor, Visitors
from tmf_memory.codegraph.extractors.python.scopes import BOUND_UNKNOWN, Binding, Expr, Scope

_DEFINITIONS = frozenset((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
_ENDS = frozenset((ast.Return, ast.Raise, ast.Continue, ast.Break))
_Ends = dict[str, str | None]


class BlockWalker(BindingWalker):
    """Adds compound statements."""

    def __init__(self, module: Scope, lines: list[str]) -> None:
        super().__init__(module)
        self.lines = lines
        self.statements = Visitors(self.statement_table(), self.simple)

    def statement_table(self) -> dict[type[ast.AST], Visitor]:
        table: dict[type[ast.AST], Visitor] = {
            ast.Expr: self.expression,
            ast.Assign: self.assign,
            ast.AnnAssign: self.annotated,
            ast.AugAssign: self.augmented,
            ast.Import: self.import_,
            ast.ImportFrom: self.import_from,
            ast.Global: self.global_,
            ast.Nonlocal: self.nonlocal_,
            ast.Delete: self.delete,
            ast.If: self.if_,
            ast.For: self.for_,
            ast.AsyncFor: self.for_,
            ast.While: self.while_,
            ast.With: self.with_,
            ast.AsyncWith: self.with_,
            ast.Try: self.try_,
            ast.Match: self.match,
            ast.Return: self.return_,
            ast.Raise: self.raise_,
            ast.Assert: self.assert_,
        }
        if hasattr(ast, "TryStar"):
            table[ast.TryStar] = self.try_
        return table

    def block(self, statements: Iterable[ast.stmt]) -> None:
        table = self.statements
        lines = self.lines
        starts = self.outline.statements
        for node in statements:
            kind = node.__class__
            if kind not in _DEFINITIONS:
                column = node.col_offset
                if not column or not lines[node.lineno - 1][:column].strip():
                    starts.append((node.lineno, column, 0))
            table[kind](node)

    def mark(self, line: int, column: int) -> None:
        """Note that a statement stands here, if it starts its line."""
        if not column or not self.lines[line - 1][:column].strip():
            self.outline.statements.append((line, column, 0))

    def simple(self, node: ast.AST) -> None:
        """Bind what a `type` statement names; other statements (`pass`) say nothing."""
        name = getattr(node, "name", None)
        if isinstance(name, ast.Name):
            self.scope.bind(name.id, ["v", self.quiet(getattr(node, "value", name))])
            self.declare(node)

    def return_(self, node: ast.Return) -> None:
        self.scope.returns.append("None" if node.value is None else self.visit(node.value))

    def raise_(self, node: ast.Raise) -> None:
        if node.exc is not None:
            value = self.visit(node.exc)
            if not isinstance(node.exc, ast.Call):
                self.scope.iterated.append(["r", value, node.lineno])
        if node.cause is not None:
            self.visit(node.cause)

    def assert_(self, node: ast.Assert) -> None:
        self.visit(node.test)
        self.narrow(node.test)
        if node.msg is not None:
            self.visit(node.msg)

    def if_(self, node: ast.If) -> None:
        # A chain of `elif` is walked in a loop: a generated one can be a thousand long.
        scope = self.scope
        mark = len(scope.log)
        ends: list[_Ends] = []
        current: ast.If | None = node
        while current is not None:
            self.visit(current.test)
            start = len(scope.log)
            self.narrow(current.test)
            self.block(current.body)
            before = scope.changed_since(start)
            ends.append(self.end_of(current.body, before))
            self.narrow_after(current)
            rest = current.orelse
            if len(rest) == 1 and isinstance(rest[0], ast.If):
                current = rest[0]
                self.mark(current.lineno, current.col_offset)
                continue
            start = len(scope.log)
            self.block(rest)
            ends.append(self.end_of(rest, scope.changed_since(start)))
            current = None
        self.meet(ends, scope.changed_since(mark))

    def end_of(self, block: list[ast.stmt], before: _Ends) -> _Ends:
        """Go back to before a branch; return its end, or an empty mark when it never ends."""
        ends = self.scope.rewind(before)
        if block and block[-1].__class__ in _ENDS:
            return {"": None}
        return {name: self.scope.viewed(key) for name, key in ends.items()}

    def narrow_after(self, node: ast.If) -> None:
        """After `if not isinstance(x, C): return`, x is a C."""
        test = node.test
        is_negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        leaves = bool(node.body) and node.body[-1].__class__ in _ENDS and not node.orelse
        if isinstance(test, ast.UnaryOp) and is_negated and leaves:
            self.narrow(test.operand)

    def meet(self, ends: list[_Ends], before: _Ends) -> None:
        """Join what every branch that goes on has made of each name."""
        going_on = [end for end in ends if "" not in end] or [{}]
        for name in {name for end in going_on for name in end}:
            self.scope.join(name, [end.get(name, before.get(name)) for end in going_on])

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        iterable = self.contents(node.iter)
        tag = "ai" if isinstance(node, ast.AsyncFor) else "i"
        self.scope.iterated.append([tag, iterable, node.iter.lineno])
        self.loop(node, lambda: self.bind_target(node.target, [tag, iterable]))

    def while_(self, node: ast.While) -> None:
        self.loop(node, lambda: self.visit(node.test))

    def loop(self, node: ast.For | ast.AsyncFor | ast.While, begin: Callable[[], object]) -> None:
        """Walk a loop: at its head a name may be what any turn of the loop has made of it."""
        scope = self.scope
        for name in [name for name, key in scope.current.items() if key in scope.containers]:
            scope.expose(name)
        mark = len(scope.log)
        heads = {name: self.head(name) for name in sorted(bound_names(node.body))}
        begin()
        self.block(node.body)
        for name, (phi, first) in heads.items():
            made = [_version(name, i) for i in range(first, scope.counts.get(name, 0))]
            options: list[Expr] = scope.binds[phi][1]  # type: ignore[assignment]
            alone = not options and len(made) == 1
            options.extend(made)
            scope.current[name] = made[0] if alone else phi
        for name, key in scope.changed_since(mark).items():
            if name not in heads:
                scope.join(name, [key, scope.viewed(scope.current.get(name))])
        self.block(node.orelse)

    def head(self, name: str) -> tuple[str, int]:
        scope = self.scope
        before = scope.current.get(name)
        key = f"&{name}~{len(scope.binds)}"
        scope.binds[key] = ["phi", [] if before is None else [before]]
        scope.log.append((name, before))
        scope.current[name] = key
        return key, scope.counts.get(name, 0)

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        tag = "aw" if isinstance(node, ast.AsyncWith) else "w"
        for one in node.items:
            manager = self.visit(one.context_expr)
            self.scope.iterated.append([tag, manager, one.context_expr.lineno])
            if one.optional_vars is not None:
                self.bind_target(one.optional_vars, [tag, manager])
        self.block(node.body)

    def try_(self, node: ast.Try) -> None:
        scope = self.scope
        mark = len(scope.log)
        first = dict(scope.counts)
        self.block(node.body)
        before = scope.changed_since(mark)
        made = {
            name: [_version(name, i) for i in range(first.get(name, 0), scope.counts.get(name, 0))]
            for name in before
        }
        self.block(node.orelse)
        last = node.orelse or node.body
        ends = [self.end_of(last, scope.changed_since(mark))]
        for handler in node.handlers:
            is_group = node.__class__ is not ast.Try
            ends.append(self.handler(handler, before, made, is_group=is_group))
        self.meet(ends, scope.changed_since(mark))
        self.block(node.finalbody)

    def handler(
        self,
        node: ast.ExceptHandler,
        before: _Ends,
        made: dict[str, list[str]],
        *,
        is_group: bool,
    ) -> _Ends:
        """Walk a handler: it begins after any part of the body."""
        scope = self.scope
        start = len(scope.log)
        for name, keys in made.items():
            scope.join(name, [before[name], *keys])
        kind = self.visit(node.type) if node.type is not None else None
        if node.name:
            # `except*` binds a group of what it names
            scope.bind(node.name, BOUND_UNKNOWN if is_group else ["n", None, kind])
        self.block(node.body)
        return self.end_of(node.body, scope.changed_since(start))

    def captured(self, pattern: ast.pattern, name: str) -> Binding:
        """Return what `case C() as name` binds; of other captures nothing is known."""
        inner = getattr(pattern, "pattern", None)
        if isinstance(inner, ast.MatchClass) and getattr(pattern, "name", "") == name:
            return ["n", None, self.quiet(inner.cls)]
        return BOUND_UNKNOWN

    def match(self, node: ast.Match) -> None:
        scope = self.scope
        self.visit(node.subject)
        mark = len(scope.log)
        ends: list[_Ends] = [{}]
        for case in node.cases:
            start = len(scope.log)
            for name in captures(case.pattern):
                scope.bind(name, self.captured(case.pattern, name))
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.MatchValue):
                    self.visit(part.value)
            if case.guard is not None:
                self.visit(case.guard)
                self.narrow(case.guard)
            self.block(case.body)
            ends.append(self.end_of(case.body, scope.changed_since(start)))
        self.meet(ends, scope.changed_since(mark))


def _version(name: str, index: int) -> str:
    return f"{name}~{index}" if index else name
