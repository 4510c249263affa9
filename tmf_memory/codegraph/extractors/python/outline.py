"""What a module defines, in source order, and where its statements start."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True)
class Outline:
    """Every definition and declaration of one module; filled while the module is walked.

    `statements` are `(line, UTF-8 column, 0)` of every statement that starts its line.
    """

    definitions: list[tuple[str, Definition]] = field(default_factory=list)
    declarations: list[tuple[str, ast.stmt]] = field(default_factory=list)
    lambdas: list[tuple[str, ast.Lambda]] = field(default_factory=list)
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


def first_line(node: Definition) -> int:
    """Return the line where a definition starts, its decorators included."""
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno
