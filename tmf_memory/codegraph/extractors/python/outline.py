"""What a module defines: one pass over its statements that names every definition."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tmf_memory.codegraph.extractors.python.declarations import DECLARING, declared_names
from tmf_memory.codegraph.extractors.python.lines import Lines

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_DEFINITIONS = frozenset((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
_BLOCKS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.If: ("body", "orelse"),
    ast.For: ("body", "orelse"),
    ast.AsyncFor: ("body", "orelse"),
    ast.While: ("body", "orelse"),
    ast.With: ("body",),
    ast.AsyncWith: ("body",),
    ast.Try: ("body", "handlers", "orelse", "finalbody"),
    ast.Match: ("cases",),
    ast.ExceptHandler: ("body",),
    ast.match_case: ("body",),
}
if hasattr(ast, "TryStar"):
    _BLOCKS[ast.TryStar] = _BLOCKS[ast.Try]


@dataclass(slots=True)
class Outline:
    """Every definition of one module in source order, and where its statements start."""

    definitions: list[tuple[str, Definition]] = field(default_factory=list)
    declarations: list[tuple[str, ast.stmt]] = field(default_factory=list)
    names: dict[ast.stmt, str] = field(default_factory=dict)
    statements: list[tuple[int, int, int]] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    def unique(self, qualname: str) -> str:
        """Return `qualname`, or `qualname#2` and so on when it is taken."""
        count = self.taken.get(qualname, 0) + 1
        self.taken[qualname] = count
        if count == 1:
            return qualname
        name = f"{qualname}#{count}"
        return self.unique(name) if name in self.taken else name


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: the qualname prefix, its depth, and what encloses it."""

    prefix: str
    depth: int
    owner: ast.ClassDef | None
    declares: bool


_Block = tuple[Iterator[ast.AST], _Place]


def outline_of(module: ast.Module, lines: Lines) -> Outline:
    """Name every definition and declaration of `module`."""
    outline = Outline()
    # An explicit stack, in source order: a chain of a thousand `elif` must not recurse.
    stack: list[_Block] = [(iter(module.body), _Place("", 0, None, True))]
    while stack:
        block, place = stack[-1]
        for node in block:
            inner = _visit(node, place, outline, lines)
            if inner:
                stack.extend(reversed(inner))
                break
        else:
            stack.pop()
    return outline


def _visit(node: ast.AST, place: _Place, outline: Outline, lines: Lines) -> list[_Block]:
    kind = node.__class__
    if isinstance(node, ast.stmt):
        if kind in _DEFINITIONS:
            return _define(node, place, outline, lines)  # type: ignore[arg-type]  # just checked
        column = node.col_offset
        if column == 0 or lines.starts_line(node.lineno, column):
            outline.statements.append((node.lineno, column, place.depth))
        if place.declares and kind in DECLARING:
            for name in declared_names(node, place.owner):
                qualname = outline.unique(place.prefix + name)
                outline.declarations.append((qualname, node))
    fields = _BLOCKS.get(kind)
    return [] if fields is None else _inner_blocks(node, fields, place, lines)


def _inner_blocks(
    node: ast.AST, fields: tuple[str, ...], place: _Place, lines: Lines
) -> list[_Block]:
    deeper = _Place(place.prefix, place.depth + 1, place.owner, place.declares)
    blocks: list[_Block] = []
    for name in fields:
        children: list[ast.AST] = getattr(node, name)
        if not children:
            continue
        same_depth = name in {"handlers"} or _is_elif(name, children, lines)
        blocks.append((iter(children), place if same_depth else deeper))
    return blocks


def _is_elif(field_name: str, children: list[ast.AST], lines: Lines) -> bool:
    first = children[0]
    if field_name != "orelse" or len(children) != 1 or not isinstance(first, ast.If):
        return False
    line = lines.lines[first.lineno - 1]
    return line.startswith("elif", lines.column(first.lineno, first.col_offset))


def _define(node: Definition, place: _Place, outline: Outline, lines: Lines) -> list[_Block]:
    qualname = outline.unique(place.prefix + node.name)
    outline.definitions.append((qualname, node))
    outline.names[node] = qualname
    first = first_line(node)
    if lines.starts_line(first, node.col_offset):
        outline.statements.append((first, node.col_offset, place.depth))
    is_class = node.__class__ is ast.ClassDef
    owner = node if isinstance(node, ast.ClassDef) else None
    # A function's locals are no declarations, nor are those of a class inside a function.
    inner = _Place(f"{qualname}.", place.depth + 1, owner, is_class and place.declares)
    return [(iter(node.body), inner)]


def first_line(node: Definition) -> int:
    """Return the line where a definition starts, its decorators included."""
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno
