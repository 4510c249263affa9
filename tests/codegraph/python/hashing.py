"""Hashes nodes found by `ast` in small sources, and says what `tokenize` sees of them."""

from __future__ import annotations

import ast
import io
import itertools
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from tmf_memory.codegraph.extractors.python.node_hash import NodeHasher

Place = tuple[int, int, int, int]
_BLIND = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_LAYOUT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
_FSTRING_START = getattr(tokenize, "FSTRING_START", -1)
_FSTRING_END = getattr(tokenize, "FSTRING_END", -1)


def parse(text: str) -> ast.Module:
    """`1if x` and `\\d` are old sins that some interpreters warn about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def statements_of(text: str) -> list[tuple[int, int, int]]:
    """Every statement that starts its line, as the hasher wants them."""
    lines = text.encode().split(b"\n")
    found: list[tuple[int, int, int]] = []

    def visit(node: ast.AST, depth: int) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                if not lines[child.lineno - 1][: child.col_offset].strip():
                    found.append((child.lineno, child.col_offset, depth))
                visit(child, depth + 1)
            else:
                visit(child, depth)

    visit(parse(text), 0)
    return sorted(found)


def place_of(node: ast.stmt, text: str) -> Place:
    """Where a statement lies, from its first decorator's `@` on."""
    line, column = node.lineno, node.col_offset
    decorators = getattr(node, "decorator_list", [])
    if decorators:
        line = decorators[0].lineno
        before = text.split("\n")[line - 1].encode()[: decorators[0].col_offset]
        column = before.rindex(b"@")
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return line, column, node.end_lineno, node.end_col_offset


def node_named(text: str, name: str) -> ast.stmt:
    """The definition, or the assignment, of `name`."""
    for node in ast.walk(parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name == name:
                return node
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return node
    raise AssertionError(f"no {name} in {text!r}")


def hash_of(text: str, name: str = "f") -> str:
    return NodeHasher(text, statements_of(text)).hash(*place_of(node_named(text, name), text))


@dataclass(frozen=True)
class Token:
    """One token and where it lies, with an f-string as one token on every interpreter."""

    kind: int
    text: str
    start: tuple[int, int]
    end: tuple[int, int]


def tokens_of(text: str) -> Iterator[Token]:
    lines = text.split("\n")
    starts: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == _FSTRING_START:
            starts.append(token.start)
        elif token.type == _FSTRING_END:
            start = starts.pop()
            if not starts:
                yield Token(tokenize.STRING, _between(lines, start, token.end), start, token.end)
        elif not starts:
            yield Token(token.type, token.string, token.start, token.end)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]]
    middle = lines[start[0] : end[0] - 1]
    return "\n".join((lines[start[0] - 1][start[1] :], *middle, lines[end[0] - 1][: end[1]]))


def reference_of(text: str, name: str = "f") -> list[tuple[int, str]]:
    """The token stream of a node: slow, obvious, and what the hash has to agree with."""
    lines = text.split("\n")
    line, column, end_line, end_column = place_of(node_named(text, name), text)
    start = (line, len(lines[line - 1].encode()[:column].decode()))
    end = (end_line, len(lines[end_line - 1].encode()[:end_column].decode()))
    found = [
        (token.kind, "" if token.kind in _LAYOUT else token.text)
        for token in tokens_of(text)
        if token.kind not in _BLIND and start <= token.start and token.end <= end
    ]
    return list(itertools.dropwhile(lambda token: token[0] in _LAYOUT, found))
