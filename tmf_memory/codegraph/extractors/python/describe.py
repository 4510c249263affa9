"""Symbols and search documents from an outline: what a reader sees of each definition."""

from __future__ import annotations

import ast
import re

from tmf_memory.codegraph.extractors.base import Document
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.extractors.python.node_hash import NodeHasher
from tmf_memory.codegraph.extractors.python.outline import Definition, Outline, first_line
from tmf_memory.codegraph.model import Json, Scope, Symbol

_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n\s*\n")
_COMMENT_OR_STRING = re.compile(
    r"(\"{3}.*?\"{3}|'{3}.*?'{3}|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')|#[^\n]*", re.DOTALL
)
_CONTINUED = re.compile(r"\\\r?\n")
MAX_DOC_CHARS = 200
MAX_VALUE_CHARS = 120
MAX_MODULE_BODY_CHARS = 8_000
MODULE = -1


class Describer:
    """Turns the outline of one file into symbols and documents."""

    def __init__(self, path: str, lines: Lines, hasher: NodeHasher) -> None:
        self.symbols: list[Symbol] = []
        self.documents: list[Document] = []
        self._path = path
        self._lines = lines
        self._hasher = hasher

    def describe(self, outline: Outline) -> None:
        """Add every definition and declaration, in source order of each sort."""
        for qualname, node in outline.definitions:
            self._definition(qualname, node)
        for qualname, statement in outline.declarations:
            self._declaration(qualname, statement)
        for qualname, nameless in outline.lambdas:
            self._lambda(qualname, nameless)

    def module(self, module: ast.Module) -> None:
        """Add the document of the module itself: its docstring and its top-level code."""
        doc = docstring(module)
        rows = self._outside_definitions(module.body[1 if doc else 0 :])
        body = "\n".join(rows)[:MAX_MODULE_BODY_CHARS]
        self.documents.append(Document(MODULE, {"path": self._path, "doc": doc, "body": body}))

    def _definition(self, qualname: str, node: Definition) -> None:
        start, end = first_line(node), node.end_lineno or node.lineno
        doc = docstring(node)
        signature = self._signature(node)
        detail: dict[str, Json] = {}
        if isinstance(node, ast.ClassDef):
            scope = Scope.CLASS
            if node.bases:
                detail["bases"] = [_squeeze(self._lines.of(base)) for base in node.bases]
        else:
            scope = Scope.FUNCTION
            detail["signature"] = signature[signature.find("(") :]
        if node.decorator_list:
            detail["decorators"] = [_squeeze(self._lines.of(one)) for one in node.decorator_list]
        if isinstance(node, ast.AsyncFunctionDef):
            detail["async"] = True
        if doc:
            detail["doc"] = first_sentence(doc)
        digest = self._hash(node, start, node.col_offset)
        fields = {
            "name": qualname,
            "path": self._path,
            "signature": signature,
            "doc": doc,
            "body": self._body(node, bool(doc)),
        }
        self.documents.append(Document(len(self.symbols), fields))
        self.symbols.append(Symbol(scope, qualname, start, end, digest, detail))

    def _lambda(self, qualname: str, node: ast.Lambda) -> None:
        """Add a function without a name: others call it, nobody asks for it."""
        start, end = node.lineno, node.end_lineno or node.lineno
        text = _squeeze(self._lines.of(node))
        body = node.body
        head = self._lines.between((start, node.col_offset), (body.lineno, body.col_offset))
        parameters = _squeeze(head).removeprefix("lambda").rstrip("( ").removesuffix(":")
        signature = f"({parameters.strip()})"
        digest = self._hash(node, start, node.col_offset)
        self.documents.append(Document(len(self.symbols), {"path": self._path, "body": text}))
        detail: dict[str, Json] = {"signature": signature}
        self.symbols.append(Symbol(Scope.FUNCTION, qualname, start, end, digest, detail))

    def _hash(self, node: ast.stmt | ast.Lambda, line: int, column: int) -> str:
        end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self._hasher.hash(line, column, *end)

    def _signature(self, node: Definition) -> str:
        header = self._lines.between(
            (node.lineno, node.col_offset), (node.body[0].lineno, node.body[0].col_offset)
        )
        body = node.body[0]
        if isinstance(body, _DEFINITIONS) and body.decorator_list:
            header = self._lines.between(
                (node.lineno, node.col_offset), (first_line(body), body.col_offset)
            ).rstrip("@ \t\n")
        if "#" in header:
            header = _COMMENT_OR_STRING.sub(r"\1", header)
        return _squeeze(header).removesuffix(":").rstrip()

    def _body(self, node: Definition, has_doc: bool) -> str:
        if isinstance(node, ast.ClassDef):
            return "\n".join(self._outside_definitions(node.body[1 if has_doc else 0 :]))
        first = node.body[0]
        last = node.end_lineno or node.lineno
        if not has_doc:
            return self._lines.block(_start(first), last)
        return self._lines.block((first.end_lineno or first.lineno) + 1, last)

    def _outside_definitions(self, body: list[ast.stmt]) -> list[str]:
        return [
            self._lines.block(_start(node), node.end_lineno or node.lineno)
            for node in body
            if not isinstance(node, _DEFINITIONS)
        ]

    def _declaration(self, qualname: str, statement: ast.stmt) -> None:
        start, end = statement.lineno, statement.end_lineno or statement.lineno
        detail: dict[str, Json] = {}
        value = getattr(statement, "value", None)
        if value is not None:
            detail["value"] = _shorten(_squeeze(self._lines.of(value)), MAX_VALUE_CHARS)
        if isinstance(statement, ast.AnnAssign):
            detail["annotation"] = _squeeze(self._lines.of(statement.annotation))
        digest = self._hash(statement, start, statement.col_offset)
        body = self._lines.block(start, end)
        fields = {"name": qualname, "path": self._path, "body": body}
        self.documents.append(Document(len(self.symbols), fields))
        self.symbols.append(Symbol(Scope.DECLARATION, qualname, start, end, digest, detail))


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _start(node: ast.stmt) -> int:
    return first_line(node) if isinstance(node, _DEFINITIONS) else node.lineno


def docstring(node: ast.Module | Definition) -> str:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        value = first.value.value
        if isinstance(value, str):
            return value
    return ""


def first_sentence(doc: str) -> str:
    """Return the first sentence of a docstring on one line, shortened."""
    text = doc.lstrip()[: 4 * MAX_DOC_CHARS]
    end = _SENTENCE_END.search(text)
    return _shorten(_squeeze(text[: end.start()] if end else text), MAX_DOC_CHARS)


def _squeeze(text: str) -> str:
    if "\\" in text:
        text = _CONTINUED.sub(" ", text)
    return " ".join(text.split())


def _shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
