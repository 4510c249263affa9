"""Functions and classes: parameters, decorators, bases, and the scope inside."""

from __future__ import annotations

import ast

from tmf_memory.codegraph.extractors.python.annotations import annotation_value
from tmf_memory.codegraph.extractors.python.blocks import BlockWalker
from tmf_memory.codegraph.extractors.python.bound_names import bound_names
from tmf_memory.codegraph.extractors.python.containers import changed_imports, spoil_shared
from tmf_memory.codegraph.extractors.python.expressions import Visitor
from tmf_memory.codegraph.extractors.python.outline import Definition, first_line
from tmf_memory.codegraph.extractors.python.scopes import CLASS, FUNCTION, MODULE, Expr, Scope

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_IMPLICIT = {"__new__": "c", "__init_subclass__": "c", "__class_getitem__": "c"}
_MARKS = {
    "staticmethod": "s",
    "classmethod": "c",
    "property": "p",
    "overload": "o",
    "abstractmethod": "A",
}


class ModuleWalker(BlockWalker):
    """Walks one module in source order and fills its scopes."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(Scope(MODULE, "", 0, None), lines)
        self.scope.declares = True

    def statement_table(self) -> dict[type[ast.AST], Visitor]:
        return {
            **super().statement_table(),
            ast.FunctionDef: self.function,
            ast.AsyncFunctionDef: self.function,
            ast.ClassDef: self.class_,
        }

    def module(self, module: ast.Module) -> None:
        """Walk the whole module."""
        self.scope.pending = bound_names(module.body)
        self.block(module.body)
        held = [*self.mutated, *((self.scopes[index], name) for index, name in self.whole)]
        spoil_shared(self.scopes, held, self.changed_attributes)
        self.patches += changed_imports(self.mutated)
        for scope in self.scopes:
            scope.close()
        self.visitors.close()
        self.statements.close()

    def define(self, node: Definition) -> str:
        """Name a definition, and note where it starts."""
        scope = self.scope
        prefix = f"{scope.qualname}." if scope.qualname else ""
        qualname = self.outline.unique(prefix + node.name)
        self.outline.definitions.append((qualname, node))
        self.mark(first_line(node), node.col_offset)
        return qualname

    def function(self, node: _Function) -> None:
        outer = self.scope
        qualname = self.define(node)
        decorators = self.visit_all(node.decorator_list) if node.decorator_list else []
        self.defaults(node.args)
        annotations = self.annotations(node)
        scope = self.enter(FUNCTION, qualname)
        scope.line = node.lineno
        if node.decorator_list:
            scope.decorators = decorators
        scope.flags = _flags(node, decorators)
        self.parameters(node.args)
        if annotations:
            for parameter in scope.parameters:
                parameter[2] = annotations.get(parameter[0])  # type: ignore[arg-type]
            scope.annotation = annotations.get("return")
        if outer.kind == CLASS and "s" not in scope.flags and scope.parameters:
            scope.receiver = scope.parameters[0][0]  # type: ignore[assignment]
        self.block(node.body)
        if node.body[-1].__class__ not in _RETURNS:
            scope.returns.append("None")
        self.scope = outer
        if decorators:
            self.decorate(node, qualname, decorators, "F")
        outer.bind(self.mangled(node.name), ["f", qualname])

    def annotations(self, node: _Function) -> dict[str, Expr]:
        """Return the annotations of parameters, and of the return value under `return`."""
        arguments = node.args
        found: dict[str, Expr] = {}
        for one in arguments.args:
            if one.annotation is not None:
                found[one.arg] = annotation_value(self, one.annotation)
        for one in (*arguments.posonlyargs, *arguments.kwonlyargs):
            if one.annotation is not None:
                found[one.arg] = annotation_value(self, one.annotation)
        if node.returns is not None:
            found["return"] = annotation_value(self, node.returns)
        for rest, tag in ((arguments.vararg, "("), (arguments.kwarg, "G")):
            if rest is not None and rest.annotation is not None:
                found[rest.arg] = [f"t{tag}", annotation_value(self, rest.annotation)]
        return found

    def defaults(self, arguments: ast.arguments) -> None:
        """Visit the defaults, which belong to the scope around the function."""
        self._positional = self.visit_all(arguments.defaults) if arguments.defaults else []
        self._keyword = [self.visit(one) if one else None for one in arguments.kw_defaults]

    def parameters(self, arguments: ast.arguments) -> None:
        """Bind the parameters: `[name, kind, annotation, default]` each, in call order."""
        scope = self.scope
        arguments_of = scope.parameters = []
        positional = arguments.args
        if arguments.posonlyargs:
            positional = [*arguments.posonlyargs, *positional]
        without = len(positional) - len(self._positional)
        for index, one in enumerate(positional):
            default = self._positional[index - without] if index >= without else None
            arguments_of.append([one.arg, "", None, default])
        if arguments.vararg is not None:
            arguments_of.append([arguments.vararg.arg, "*", None, None])
        for one, default in zip(arguments.kwonlyargs, self._keyword, strict=True):
            arguments_of.append([one.arg, "k", None, default])
        if arguments.kwarg is not None:
            arguments_of.append([arguments.kwarg.arg, "**", None, None])
        for index, parameter in enumerate(arguments_of):
            name: str = parameter[0]  # type: ignore[assignment]  # the first of four
            scope.binds[name] = ["p", index]
            scope.current[name] = name
            scope.counts[name] = 1

    def decorate(self, node: ast.stmt, qualname: str, decorators: list[Expr], tag: str) -> None:
        """Note that each decorator is called, the lowest first, with what the one below made."""
        made: Expr = [tag, qualname]
        nodes: list[ast.expr] = node.decorator_list  # type: ignore[attr-defined]
        for one, value in zip(reversed(nodes), reversed(decorators), strict=True):
            if value is None or (isinstance(value, str) and value in _MARKS):
                continue
            made = ["c", value, [made]]
            self.scope.calls.append(made)
            self.scope.lines.append(one.lineno)

    def class_(self, node: ast.ClassDef) -> None:
        outer = self.scope
        qualname = self.define(node)
        decorators = self.visit_all(node.decorator_list)
        bases = self.visit_all(node.bases)
        keywords = {one.arg or "**": self.visit(one.value) for one in node.keywords}
        scope = self.enter(CLASS, qualname)
        scope.owner = node
        scope.declares = outer.declares
        scope.decorators, scope.bases, scope.keywords = decorators, bases, keywords
        scope.line = node.lineno
        scope.pending = bound_names(node.body)
        private = self.private
        bare = node.name.lstrip("_")
        self.private = f"_{bare}" if bare else ""
        self.block(node.body)
        self.private = private
        self.scope = outer
        self.decorate(node, qualname, decorators, "C")
        outer.bind(self.mangled(node.name), ["c", qualname])


_RETURNS = frozenset((ast.Return, ast.Raise))


def _flags(node: _Function, decorators: list[Expr]) -> str:
    """Return one letter for each thing that changes how the function is reached or called."""
    flags = _IMPLICIT.get(node.name, "")
    for one in decorators:
        if isinstance(one, str):
            last = one.rpartition(".")[2]
            flags += _MARKS.get(last, "p" if last.endswith("property") else "")
            if last in {"setter", "deleter"}:
                flags += "S"
    if isinstance(node, ast.AsyncFunctionDef):
        flags += "a"
    return flags
