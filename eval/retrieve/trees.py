"""A copy of a source tree without the docstrings of its Python files; lines stay where they are."""

from __future__ import annotations

import ast
import shutil
import warnings
from pathlib import Path

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def copy_without_docstrings(source: Path, target: Path) -> Path:
    """Copy `source` to `target`; files that do not parse are copied as they are."""
    shutil.copytree(source, target, symlinks=True)
    for file in target.rglob("*.py"):
        if file.is_symlink() or not file.is_file():
            continue
        data = file.read_bytes()
        stripped = without_docstrings(data)
        if stripped != data:
            file.write_bytes(stripped)
    return target


def without_docstrings(data: bytes) -> bytes:
    """The same module with `""` and as many line ends in the place of each docstring."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        return data
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            _empty(lines, node.body[0])
    return b"\n".join(lines)


def _empty(lines: list[bytes], docstring: ast.stmt) -> None:
    first, last = docstring.lineno - 1, (docstring.end_lineno or docstring.lineno) - 1
    rest = lines[last][docstring.end_col_offset :]
    lines[first] = lines[first][: docstring.col_offset] + b'""'
    for at in range(first + 1, last + 1):
        lines[at] = b""
    lines[last] += rest
