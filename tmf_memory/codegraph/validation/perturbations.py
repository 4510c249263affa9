"""Small edits of Python source whose effect on freshness is known beforehand; pure.

Each takes one function or class of a parsed file and returns the edited text, or None where it does
not apply. `STALES` says whether the node it touches must become stale; its enclosing nodes become
stale with it, every other node of the file must stay fresh.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Source:
    """One file's text with offsets by line and UTF-8 column, as the syntax tree gives them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        prefix = self._lines[line - 1].encode("utf-8")[:column]
        return self._starts[line - 1] + len(prefix.decode("utf-8", "ignore"))

    def line_start(self, line: int) -> int:
        return self._starts[line - 1]

    def line(self, line: int) -> str:
        return self._lines[line - 1]

    def inserted(self, at: int, addition: str) -> str:
        return self.text[:at] + addition + self.text[at:]

    def replaced(self, start: int, end: int, replacement: str) -> str:
        return self.text[:start] + replacement + self.text[end:]


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One kind of edit and whether the node it is made in must become stale."""

    name: str
    stales: bool
    edit: Callable[[Source, Definition], str | None]


def _first_line(node: Definition) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _indent(source: Source, line: int) -> str:
    text = source.line(line)
    return text[: len(text) - len(text.lstrip())]


def _own_line_body(node: Definition) -> int | None:
    """First line of the body when it starts on a line of its own."""
    first = node.body[0]
    line = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", []))])
    return line if line > node.lineno else None


def _insert_before_body(source: Source, node: Definition, addition: str) -> str | None:
    line = _own_line_body(node)
    if line is None or source.line(line)[: node.body[0].col_offset].strip():
        return None
    return source.inserted(source.line_start(line), addition.format(_indent(source, line)))


def _comment(source: Source, node: Definition) -> str | None:
    return _insert_before_body(source, node, "{}# a comment (with 'quotes' and = signs)\n")


def _blank_lines(source: Source, node: Definition) -> str | None:
    return _insert_before_body(source, node, "\n\n")


def _moved_down(source: Source, node: Definition) -> str | None:
    line = _first_line(node)
    return source.inserted(source.line_start(line), f"\n{_indent(source, line)}# moved\n\n")


def _spaced(source: Source, node: Definition) -> str | None:
    """Put white space around an `=`, `(` or operator of the header."""
    head = next(_header_arguments(node), None)
    if head is None:
        return None
    return source.inserted(source.offset(head.lineno, head.col_offset), "  ")


def _literal(source: Source, node: Definition) -> str | None:
    for one in _own(node):
        if isinstance(one, ast.Constant) and type(one.value) is int:
            start, end = _span(source, one)
            if source.text[start:end].isdecimal():
                return source.inserted(end, "1")
    return None


def _operator(source: Source, node: Definition) -> str | None:
    for one in _own(node):
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add | ast.Sub):
            start, end = _span(source, one.left)[1], _span(source, one.right)[0]
            between = source.text[start:end]
            if between.strip() in {"+", "-"}:
                other = "-" if "+" in between else "+"
                return source.replaced(start, end, between.replace(between.strip(), other))
    return None


def _renamed(source: Source, node: Definition) -> str | None:
    argument = next(_header_arguments(node), None)
    if argument is None:
        return None
    at = source.offset(argument.lineno, argument.col_offset)
    return source.inserted(at + len(argument.arg), "_renamed")


def _annotated(source: Source, node: Definition) -> str | None:
    for argument in _header_arguments(node):
        if argument.annotation is None:
            at = source.offset(argument.lineno, argument.col_offset)
            return source.inserted(at + len(argument.arg), ": int")
    return None


def _decorated(source: Source, node: Definition) -> str | None:
    line = _first_line(node)
    indent = _indent(source, line)
    return source.inserted(source.line_start(line), f"{indent}@perturbed\n")


def _defaulted(source: Source, node: Definition) -> str | None:
    if isinstance(node, ast.ClassDef) or node.args.defaults or not node.args.args:
        return None
    last = node.args.args[-1]
    if last.arg in {"self", "cls"} or node.args.posonlyargs:
        return None
    end = last.end_lineno, last.end_col_offset
    if end[0] is None or end[1] is None:
        return None
    return source.inserted(source.offset(end[0], end[1]), "=1")


def _extended(source: Source, node: Definition) -> str | None:
    return _insert_before_body_after_docstring(source, node)


def _insert_before_body_after_docstring(source: Source, node: Definition) -> str | None:
    line = _own_line_body(node)
    if line is None or ast.get_docstring(node, clean=False) is not None:
        return None
    return _insert_before_body(source, node, "{}perturbed = True\n")


def _header_arguments(node: Definition) -> Iterator[ast.arg]:
    if not isinstance(node, ast.ClassDef):
        arguments = node.args
        yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)


def _own(node: Definition) -> Iterator[ast.AST]:
    """The nodes below, without those of nested definitions and formatted strings."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, Definition | ast.JoinedStr | ast.Lambda):
            continue
        yield one
        waiting.extend(ast.iter_child_nodes(one))


def _span(source: Source, node: ast.expr) -> tuple[int, int]:
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return source.offset(node.lineno, node.col_offset), source.offset(end_line, end_column)


PERTURBATIONS: tuple[Perturbation, ...] = (
    Perturbation("comment", False, _comment),
    Perturbation("blank lines", False, _blank_lines),
    Perturbation("format", False, _spaced),
    Perturbation("move", False, _moved_down),
    Perturbation("literal", True, _literal),
    Perturbation("operator", True, _operator),
    Perturbation("rename", True, _renamed),
    Perturbation("annotation", True, _annotated),
    Perturbation("decorator", True, _decorated),
    Perturbation("default", True, _defaulted),
    Perturbation("statement", True, _extended),
)
