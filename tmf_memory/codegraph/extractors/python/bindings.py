"""Statements that bind names: assignments, imports, `global`, `del`."""

from __future__ import annotations

import ast

from tmf_memory.codegraph.extractors.python.annotations import annotation_value
from tmf_memory.codegraph.extractors.python.containers import MUTATORS
from tmf_memory.codegraph.extractors.python.declarations import declared_names
from tmf_memory.codegraph.extractors.python.expressions import ExpressionWalker
from tmf_memory.codegraph.extractors.python.scopes import (
    BOUND_UNKNOWN,
    CLASS,
    FUNCTION,
    MODULE,
    Binding,
    Expr,
    Scope,
)

_OF_OTHERS = frozenset(("i", "m", "f", "c", "*"))
"""How a function binds what is not only its own: imports, definitions."""


class BindingWalker(ExpressionWalker):
    """Adds what assignments and imports bind."""

    def __init__(self, module: Scope) -> None:
        super().__init__(module)
        self.imports: list[list[Expr]] = []
        self.stars: list[str] = []
        self.exports: list[Expr] | None = None
        self.mutated: list[tuple[Scope, str]] = []
        self.changed_attributes: set[str] = set()
        self.patches: list[tuple[Scope, list[Expr]]] = []

    def declare(self, node: ast.AST) -> None:
        """Note what a statement of a module or of its classes declares."""
        scope = self.scope
        if scope.declares:
            prefix = f"{scope.qualname}." if scope.qualname else ""
            for name in declared_names(node, scope.owner):
                qualname = self.outline.unique(prefix + name)
                self.outline.declarations.append((qualname, node))  # type: ignore[arg-type]

    def assign(self, node: ast.Assign) -> None:
        if self.scope.declares:
            self.declare(node)
        value = self.visitors[node.value.__class__](node.value)
        for target in node.targets:
            if target.__class__ is ast.Name:
                self.bind_name(target, value)
            else:
                self.bind_target(target, value)

    def annotated(self, node: ast.AnnAssign) -> None:
        self.declare(node)
        annotation = annotation_value(self, node.annotation)
        value = self.visit(node.value) if node.value is not None else None
        target = node.target
        if isinstance(target, ast.Name):
            binding: list[Expr] = ["v", value, annotation]
            if node.value is None and self.scope.kind != CLASS:
                binding.append(1)  # declared, not bound: a later assignment is the first
            self.scope.bind(self.mangled(target.id), binding)
        elif isinstance(target, ast.Attribute):
            self.bind_attribute(target, value, annotation)
        else:
            self.visit(target)

    def augmented(self, node: ast.AugAssign) -> None:
        value = self.visit(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            if target.id == "__all__" and self.scope.kind == MODULE:
                self.export(value, extend=True)
            self.name(target)
            name = self.mangled(target.id)
            self.write(name, target.lineno)
            self.scope.bind(name, BOUND_UNKNOWN)
        elif isinstance(target, ast.Attribute):
            self.attribute(target)
            self.bind_attribute(target, None, None)
        else:
            self.bind_target(target, None)

    def bind_target(self, target: ast.expr, value: Expr) -> None:
        kind = target.__class__
        if kind is ast.Name:
            self.bind_name(target, value)  # type: ignore[arg-type]
        elif kind is ast.Attribute:
            self.bind_attribute(target, value, None)  # type: ignore[arg-type]
        elif kind is ast.Tuple or kind is ast.List:
            self.unpack(target.elts, value)  # type: ignore[attr-defined]
        elif kind is ast.Subscript:
            self.bind_item(target, value)  # type: ignore[arg-type]
        elif kind is ast.Starred:
            self.bind_target(target.value, None)  # type: ignore[attr-defined]

    def bind_name(self, target: ast.Name, value: Expr) -> None:
        name = target.id
        if name[:2] == "__":
            name = self.mangled(name)
        scope = self.scope
        if name in scope.foreign:
            self.write(name, target.lineno)
        elif name == "__all__" and scope.kind == MODULE:
            self.export(value, extend=False)
        if value.__class__ is str and value in scope.containers:
            value = ["mut", value]  # two names for one container
        scope.bind(name, ["v", value])

    def write(self, name: str, line: int) -> None:
        if name in self.scope.foreign and self.scope.foreign[name].kind == MODULE:
            self.scope.writes.append([name, line])

    def unpack(self, targets: list[ast.expr], value: Expr) -> None:
        size = len(targets)
        star = next((i for i, one in enumerate(targets) if isinstance(one, ast.Starred)), -1)
        for index, target in enumerate(targets):
            if index == star:
                starred: Expr = ["us", value, index, size]
                self.bind_target(target.value, starred)  # type: ignore[attr-defined]
            else:
                # Behind a star the place counts from the end.
                place = index - size if 0 <= star < index else index
                exact = 0 if star >= 0 else size
                self.bind_target(target, ["u", value, place, exact])

    def bind_attribute(self, target: ast.Attribute, value: Expr, annotation: Expr) -> None:
        owner = self.instance_owner(target.value)
        path = self.chain(target)
        if owner is not None:
            entry: list[Expr] = [self.scope.qualname, value]
            if annotation is not None:
                entry.append(annotation)
            owner.attributes.setdefault(self.mangled(target.attr), []).append(entry)
        if isinstance(path, str):
            self.scope.writes.append([path, target.lineno])
            if owner is None:
                base, _, name = path.rpartition(".")
                self.patch(name, "=", base)
                self.scope.replaced = {*self.scope.replaced, path}

    def instance_owner(self, base: ast.expr) -> Scope | None:
        """Return the class whose instance (or itself) `base` names: `self` or `cls`."""
        if not isinstance(base, ast.Name):
            return None
        scope: Scope | None = self.scope
        while scope is not None and scope.kind != MODULE:
            key = scope.current.get(base.id)
            if key is not None:
                is_self = scope.receiver == key and scope.parent is not None
                return scope.parent if is_self else None
            scope = scope.parent
        return None

    def bind_item(self, target: ast.Subscript, value: Expr) -> None:
        key = self.visit(target.slice)
        base = target.value
        old = self.contents(base)
        new: Expr = ["set", old, key, value]
        while isinstance(base, ast.Subscript):
            key = self.quiet_key(base.slice)
            base = base.value
            new = ["set", self.quiet(base), key, new]
        if isinstance(base, ast.Name):
            self.change(base.id, new)
        elif isinstance(base, ast.Attribute):
            self.change_attribute(base)

    def quiet_key(self, node: ast.expr) -> Expr:
        return self.constant(node) if isinstance(node, ast.Constant) else None

    def change(self, name: str, value: Expr) -> None:
        """Record that the contents of a container become `value`."""
        key = self.scope.current.get(name)
        if key is None:
            self.mutated.append((self.scope, name))
        elif key in self.scope.containers:
            self.scope.bind(name, ["v", value])
        else:
            self.change_imported(self.scope.binds[key])

    def change_attribute(self, target: ast.Attribute) -> None:
        """Record that the contents of a container in an attribute change."""
        self.changed_attributes.add(target.attr)
        if self.instance_owner(target.value) is None:
            base = self.quiet(target.value)
            if isinstance(base, str):
                self.patch(self.mangled(target.attr), "[", base)

    def change_imported(self, binding: Binding) -> None:
        if binding[0] == "m":
            self.patch(str(binding[2]), "[", ["im", binding[1]])

    def patch(self, name: str, how: str, base: Expr) -> None:
        """Note that this scope may change an attribute of something that is not its own.

        What a local variable or a parameter holds is another matter: it is told apart later on.
        """
        scope = self.scope
        root = base.partition(".")[0] if isinstance(base, str) else ""
        binding = scope.binds.get(root)
        if scope.kind == FUNCTION and binding is not None and binding[0] not in _OF_OTHERS:
            return
        self.patches.append((scope, [name, how, scope.qualname, base]))

    def expression(self, node: ast.Expr) -> None:
        value = self.statement = node.value
        self.visitors[value.__class__](value)
        if value.__class__ is ast.Call:
            func = value.func
            if func.__class__ is ast.Attribute and func.attr in MUTATORS:
                base = func.value
                if base.__class__ is ast.Name:
                    self.mutation(base.id, func.attr, value)
                elif base.__class__ is ast.Attribute:
                    self.change_attribute(base)

    def changes(self, container: ast.expr) -> None:
        """Note that what is in a container changes somewhere inside of a statement."""
        if isinstance(container, ast.Name):
            self.change(container.id, ["mut"])
        elif isinstance(container, ast.Attribute):
            self.change_attribute(container)

    def set_attribute(self, arguments: list[Expr]) -> None:
        """Note what `setattr` with a literal name puts in the place."""
        base, name = arguments[:2]
        if isinstance(base, str) and isinstance(name, str) and name[0] == "'" and base[0] != "'":
            self.patch(name[1:], "=", base)

    def mutation(self, name: str, method: str, node: ast.Call) -> None:
        argument = self.scope.calls[-1][2] if len(node.args) == 1 else None
        first = argument[0] if isinstance(argument, list) and argument else None
        if name == "__all__" and self.scope.kind == MODULE:
            self.export(["l", first] if method == "append" else first, extend=True)
        tag = {"update": "upd", "append": "app"}.get(method, "mut")
        self.change(name, [tag, self.scope.current.get(name), first])

    def export(self, value: Expr, *, extend: bool) -> None:
        """Note what `__all__` says; a part that is no literal makes it open (`None`)."""
        names: list[Expr] = [None]
        if isinstance(value, list) and value[0] in {"l", "("}:
            names = [
                one[1:] if isinstance(one, str) and one[0] == "'" else None for one in value[1:]
            ]
        self.exports = [*(self.exports or []), *names] if extend else names

    def import_(self, node: ast.Import) -> None:
        for one in node.names:
            self.imports.append([self.scope.index, node.lineno, one.name])
            if one.asname:
                self.scope.bind(self.mangled(one.asname), ["i", one.name])
            else:
                top = one.name.partition(".")[0]
                self.scope.bind(top, ["i", top])

    def import_from(self, node: ast.ImportFrom) -> None:
        module = "." * node.level + (node.module or "")
        for one in node.names:
            self.imports.append([self.scope.index, node.lineno, module, one.name])
            if one.name == "*":
                self.stars.append(module)
                self.star(module)
            else:
                self.scope.bind(self.mangled(one.asname or one.name), ["m", module, one.name])

    def star(self, module: str) -> None:
        """Note that `import *` may bind what is bound already."""
        scope = self.scope
        for name, key in list(scope.current.items()):
            if key[0] != ":" and not name.startswith("__"):
                scope.bind(name, ["*", module, key])

    def global_(self, node: ast.Global) -> None:
        for name in map(self.mangled, node.names):
            self.scope.foreign[name] = self.scopes[0]

    def nonlocal_(self, node: ast.Nonlocal) -> None:
        for name in map(self.mangled, node.names):
            outer = self.scope.parent
            while outer is not None and (outer.kind != FUNCTION or name not in outer.counts):
                outer = outer.parent
            if outer is not None:
                self.scope.foreign[name] = outer

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.scope.bind(target.id, BOUND_UNKNOWN)
            elif isinstance(target, ast.Subscript):
                self.bind_item(target, None)
            else:
                self.visit(target)
