"""Expressions to compact values, noting every call, read and iteration on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from tmf_memory.codegraph.extractors.python.containers import LOOKING, MUTATORS
from tmf_memory.codegraph.extractors.python.outline import Outline
from tmf_memory.codegraph.extractors.python.scopes import CLASS, DECLARING, LAMBDA, Expr, Scope

MAX_KEY_CHARS = 60
MAX_ITEMS = 64
_LONG_STRING: Expr = ["B", "str"]
Visitor = Callable[[Any], Expr]  # each takes the node class it is registered for


class Visitors(dict[type[ast.AST], Visitor]):
    """What to do with each class of node; a class without an entry has its children visited."""

    def __init__(self, known: dict[type[ast.AST], Visitor], other: Visitor) -> None:
        super().__init__(known)
        self._other = other

    def close(self) -> None:
        """Let go of the walker: its bound methods are a cycle for the collector."""
        self.clear()
        self._other = _nothing

    def __missing__(self, kind: type[ast.AST]) -> Visitor:
        return self._other


def _nothing(node: ast.AST) -> Expr:
    return None


class ExpressionWalker:
    """Visits expressions in the current scope; each visit returns the value of the expression.

    Values (see `scopes`): `["c", callee, arguments, keywords]` a call ·
    `[".", base, names]` · `["[", base, key]` · `["(", …]` `["l", …]` displays ·
    `["d", key, value, …]` · `["?", …]` alternatives · `["L", qualname]` a lambda ·
    `["g", element]` `["G", key, value]` comprehensions · `["i", iterable]` its element ·
    `["w", manager]` what it enters as · `["u", value, index, length]` one unpacked part ·
    `["a", value]` awaited · `["*", value]` · `["|", left, right]` · `["B", type]` an instance of a
    builtin type · `["n", value, type]` narrowed.
    """

    def __init__(self, module: Scope) -> None:
        self.whole: set[tuple[int, str]] = set()
        self.private = ""
        self.statement: ast.expr | None = None
        self.outline = Outline()
        self.scope = module
        self.scopes: list[Scope] = [module]
        self.visitors = Visitors(self._table(), self.other)

    def _table(self) -> dict[type[ast.AST], Visitor]:
        return {
            ast.Name: self.name,
            ast.Attribute: self.attribute,
            ast.Constant: self.constant,
            ast.Call: self.call,
            ast.Subscript: self.subscript,
            ast.Tuple: self.tuple_,
            ast.List: self.list_,
            ast.Set: self.set_,
            ast.Dict: self.dictionary,
            ast.Lambda: self.lambda_,
            ast.IfExp: self.conditional,
            ast.BoolOp: self.boolean,
            ast.BinOp: self.binary,
            ast.Compare: self.compare,
            ast.UnaryOp: lambda node: self.visit(node.operand) and None,
            ast.JoinedStr: self.formatted,
            ast.NamedExpr: self.walrus,
            ast.Starred: lambda node: ["*", self.visit(node.value)],
            ast.Await: lambda node: ["a", self.visit(node.value)],
            ast.Yield: self.yield_,
            ast.YieldFrom: self.yield_from,
            ast.ListComp: lambda node: self.comprehension("g", [node.elt], node.generators),
            ast.SetComp: lambda node: self.comprehension("g", [node.elt], node.generators),
            ast.GeneratorExp: lambda node: self.comprehension("g", [node.elt], node.generators),
            ast.DictComp: lambda node: self.comprehension(
                "G", [node.key, node.value], node.generators
            ),
        }

    def visit(self, node: ast.expr) -> Expr:
        return self.visitors[node.__class__](node)

    def other(self, node: ast.AST) -> Expr:
        """Visit what is inside of an expression whose own value is not followed."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.visit(child)
        return None

    def visit_all(self, nodes: Iterable[ast.expr]) -> list[Expr]:
        visitors = self.visitors
        return [visitors[node.__class__](node) for node in nodes]

    def constant(self, node: ast.Constant) -> Expr:
        value = node.value
        kind = value.__class__
        if isinstance(value, str):
            return f"'{value}" if len(value) <= MAX_KEY_CHARS else _LONG_STRING
        if isinstance(value, int) and kind is int:
            return value
        return "None" if value is None else ["B", kind.__name__]

    def key(self, name: str) -> str:
        """Return the key under which the current scope sees `name` here."""
        scope = self.scope
        if name[:2] == "__":
            name = self.mangled(name)
        found = scope.current.get(name)
        if found is not None:
            return found
        # In a class body or a module a name that is bound further down is still the outer one.
        return f"^{name}" if name in scope.pending else name

    def mangled(self, name: str) -> str:
        """Return a name as it is known to Python: private to the class it is written in."""
        if self.private and name[:2] == "__" and name[-2:] != "__":
            return f"{self.private}{name}"
        return name

    def name(self, node: ast.Name) -> Expr:
        name = node.id
        scope = self.scope
        if name[:2] == "__":
            name = self.mangled(name)
        found = scope.current.get(name)
        if found is not None:
            if found in scope.containers:
                scope.expose(name)
            if scope.kind in DECLARING:
                scope.reads.setdefault(found, []).append(node.lineno)
            return found
        if name in scope.pending:
            name = f"^{name}"
        reads = scope.reads.get(name)
        if reads is None:
            scope.reads[name] = [node.lineno]
        else:
            reads.append(node.lineno)
        self.whole.add((scope.index, name))
        return name

    def attribute(self, node: ast.Attribute) -> Expr:
        value = self.chain(node)
        if value.__class__ is str:
            self.scope.reads.setdefault(value, []).append(node.lineno)
        return value

    def chain(self, node: ast.Attribute) -> Expr:
        """Return a dotted name, or the attributes of a value; not a read by itself."""
        base = node.value
        last = node.attr
        if last[:2] == "__":
            last = self.mangled(last)
        if base.__class__ is ast.Name:
            name = base.id
            return f"{self.scope.current.get(name) or self.key(name)}.{last}"
        names = [last]
        while base.__class__ is ast.Attribute:
            names.append(self.mangled(base.attr))
            base = base.value
        names.reverse()
        if base.__class__ is ast.Name:
            return f"{self.key(base.id)}.{'.'.join(names)}"
        value = self.visit(base)
        return None if value is None else [".", value, ".".join(names)]

    def call(self, node: ast.Call) -> Expr:
        func = node.func
        if isinstance(func, ast.Attribute):
            callee = self.chain(func)
            if callee.__class__ is str and callee in self.scope.replaced:
                callee = [".", None, func.attr]
            if func.attr in MUTATORS and node is not self.statement:
                self.changes(func.value)
        elif isinstance(func, ast.Name):
            callee = self.key(func.id)
        else:
            callee = self.visit(func)
        visitors = self.visitors
        if callee.__class__ is str and callee in LOOKING and callee not in self.scope.binds:
            arguments = [self.contents(one) for one in node.args]
        else:
            arguments = [visitors[one.__class__](one) for one in node.args]
        record: list[Expr] = ["c", callee, arguments]
        if node.keywords:
            record.append(
                {one.arg or "**": visitors[one.value.__class__](one.value) for one in node.keywords}
            )
        if callee == "setattr" and len(arguments) == 3:
            self.set_attribute(arguments)
        scope = self.scope
        scope.calls.append(record)
        scope.lines.append(node.lineno)
        return record

    def subscript(self, node: ast.Subscript) -> Expr:
        base = self.contents(node.value)
        key = node.slice
        if isinstance(key, ast.Slice):
            ends = [self.visit(end) if end else None for end in (key.lower, key.upper, key.step)]
            return None if base is None else ["[", base, ["s", *ends]]
        index = self.visit(key)
        return None if base is None else ["[", base, index]

    def contents(self, node: ast.expr) -> Expr:
        """Visit something that is only looked into: a container stays what it is."""
        if node.__class__ is ast.Name:
            key = self.key(node.id)
            if key not in self.scope.binds or self.scope.kind in DECLARING:
                self.scope.reads.setdefault(key, []).append(node.lineno)
            return key
        return self.visit(node)

    def tuple_(self, node: ast.Tuple) -> Expr:
        values = self.visit_all(node.elts)
        return ["(", *values] if len(values) <= MAX_ITEMS else ["B", "tuple"]

    def list_(self, node: ast.List) -> Expr:
        values = self.visit_all(node.elts)
        return ["l", *values] if len(values) <= MAX_ITEMS else ["B", "list"]

    def set_(self, node: ast.Set) -> Expr:
        values = self.visit_all(node.elts)
        return ["e", *values] if len(values) <= MAX_ITEMS else ["B", "set"]

    def dictionary(self, node: ast.Dict) -> Expr:
        items: list[Expr] = ["d"]
        visitors = self.visitors
        for key, value in zip(node.keys, node.values, strict=True):
            items.append("**" if key is None else visitors[key.__class__](key))
            items.append(visitors[value.__class__](value))
        return items if len(items) <= 2 * MAX_ITEMS else ["B", "dict"]

    def lambda_(self, node: ast.Lambda) -> Expr:
        outer = self.scope
        self.defaults(node.args)
        outer.lambdas += 1
        name = f"<lambda{outer.lambdas}>"
        scope = self.enter(LAMBDA, f"{outer.qualname}.{name}" if outer.qualname else name)
        self.parameters(node.args)
        scope.returns.append(self.visit(node.body))
        self.scope = outer
        self.outline.lambdas.append((scope.qualname, node))
        return ["L", scope.qualname]

    def enter(self, kind: str, qualname: str) -> Scope:
        """Make a new scope inside of the current one the current one."""
        scope = Scope(kind, qualname, len(self.scopes), self.scope)
        self.scopes.append(scope)
        self.scope = scope
        return scope

    def defaults(self, arguments: ast.arguments) -> None:
        raise NotImplementedError

    def parameters(self, arguments: ast.arguments) -> None:
        raise NotImplementedError

    def bind_target(self, target: ast.expr, value: Expr) -> None:
        raise NotImplementedError

    def changes(self, container: ast.expr) -> None:
        raise NotImplementedError

    def set_attribute(self, arguments: list[Expr]) -> None:
        raise NotImplementedError

    def conditional(self, node: ast.IfExp) -> Expr:
        mark = len(self.scope.log)
        self.visit(node.test)
        self.narrow(node.test)
        first = self.visit(node.body)
        self.scope.drop_views(mark)
        return ["?", first, self.visit(node.orelse)]

    def boolean(self, node: ast.BoolOp) -> Expr:
        if isinstance(node.op, ast.Or):
            return ["?", *self.visit_all(node.values)]
        mark = len(self.scope.log)
        value: Expr = None
        for one in node.values:
            value = self.visit(one)
            self.narrow(one)
        self.scope.drop_views(mark)
        return value

    def narrow(self, test: ast.expr) -> None:
        """See a name as an instance of the class that `isinstance` just proved."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            for part in test.values:
                self.narrow(part)
        elif isinstance(test, ast.Call) and len(test.args) == 2:
            name, kind = test.args
            if (
                isinstance(name, ast.Name)
                and isinstance(test.func, ast.Name)
                and test.func.id == "isinstance"
            ):
                key = self.key(name.id)
                self.scope.view(name.id, ["n", key, self.quiet(kind)])

    def quiet(self, node: ast.expr) -> Expr:
        """Return a value without noting what it mentions (it was noted before)."""
        if isinstance(node, ast.Name):
            return self.key(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            base = self.quiet(node.value)
            return f"{base}.{node.attr}" if isinstance(base, str) else None
        if isinstance(node, ast.Tuple):
            return ["(", *(self.quiet(one) for one in node.elts)]
        return None

    def binary(self, node: ast.BinOp) -> Expr:
        # Down the left spine without recursion: long sums of strings are common.
        left: ast.expr = node
        rights = []
        while isinstance(left, ast.BinOp):
            rights.append(left)
            left = left.left
        value = self.visit(left)
        for one in reversed(rights):
            right = self.visit(one.right)
            value = ["|", value, right] if isinstance(one.op, ast.BitOr) else None
        return value

    def compare(self, node: ast.Compare) -> None:
        self.contents(node.left)
        for one in node.comparators:
            self.contents(one)

    def formatted(self, node: ast.JoinedStr) -> Expr:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)
                if part.format_spec is not None:
                    self.visit(part.format_spec)
        return ["B", "str"]

    def walrus(self, node: ast.NamedExpr) -> Expr:
        value = self.visit(node.value)
        self.bind_target(node.target, value)
        return value

    def yield_(self, node: ast.Yield) -> Expr:
        self.scope.yields.append("None" if node.value is None else self.visit(node.value))
        return None

    def yield_from(self, node: ast.YieldFrom) -> Expr:
        value = self.visit(node.value)
        self.scope.iterated.append(["i", value, node.lineno])
        self.scope.yields.append(["i", value])
        return None

    def comprehension(
        self, tag: str, results: list[ast.expr], generators: list[ast.comprehension]
    ) -> Expr:
        scope = self.scope
        mark = len(scope.log)
        seen = scope.current, scope.pending
        for generator in generators:
            iterable = self.contents(generator.iter)
            if scope.kind == CLASS and generator is generators[0]:
                # Only the first iterable sees the names of a class body.
                scope.pending = {*scope.pending, *scope.counts}
                scope.current = {}
            scope.iterated.append(["i", iterable, generator.iter.lineno])
            self.view_target(generator.target, ["i", iterable])
            for test in generator.ifs:
                self.visit(test)
                self.narrow(test)
        values = self.visit_all(results)
        scope.drop_views(mark)
        scope.current, scope.pending = seen
        return [tag, *values]

    def view_target(self, target: ast.expr, value: Expr) -> None:
        """Let the names of a comprehension's target stand for parts of `value`."""
        if isinstance(target, ast.Name):
            self.scope.view(target.id, ["v", value])
        elif isinstance(target, ast.Tuple | ast.List):
            for index, part in enumerate(target.elts):
                self.view_target(part, ["u", value, index, len(target.elts)])
        elif isinstance(target, ast.Starred):
            self.view_target(target.value, None)
        else:
            self.visit(target)
