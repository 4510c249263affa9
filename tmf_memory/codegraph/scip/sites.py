"""Where a file names things: how each place uses the name, and which symbol it stands in. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from tmf_memory.codegraph.extractors.python.parse import parse
from tmf_memory.codegraph.model import Scope, Symbol
from tmf_memory.codegraph.scip.index import Encoding
from tmf_memory.codegraph.table_keys import simple_name

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"\w+")
_HOLDERS = frozenset((Scope.FUNCTION, Scope.CLASS))
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_HEADER = ("decorator_list", "args", "returns", "bases", "keywords", "type_params")


class Use(str, Enum):
    """What a place does with the name that stands there."""

    CALL = "call"
    READ = "read"
    WRITE = "write"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Site:
    """One place: its use, and the qualname of the innermost function or class around it."""

    use: Use
    holder: str


class Text:
    """A file as lines, and columns of an index turned into characters of a line."""

    def __init__(self, text: str) -> None:
        self.whole = text
        self.lines = _LINE_END.split(text)

    def word_at(self, line: int, column: int, encoding: Encoding) -> tuple[int, str] | None:
        """The word that starts there, with its column in characters; None when none does."""
        if line >= len(self.lines):
            return None
        text = self.lines[line]
        at = _characters(text, column, encoding)
        found = _WORD.match(text, at)
        if found is None or (at > 0 and _WORD.match(text[at - 1])):
            return None
        return at, found[0]


class PythonSites:
    """Places of a Python file by line and column, counted from 0 in characters.

    What stands in the head of a definition (decorators, defaults, bases) belongs to what is
    around it, as it does when Python runs it.
    """

    def __init__(self, text: Text, symbols: Iterable[Symbol]) -> None:
        self._lines = text.lines
        self._places: dict[tuple[int, int], Site] = {}
        self._imports: dict[int, str] = {}
        self._holders = {
            (simple_name(one.qualname), one.line_end): one.qualname
            for one in symbols
            if one.scope in _HOLDERS
        }
        module = parse(text.whole)
        self._walk([] if isinstance(module, str) else [(module, "")])

    def at(self, line: int, column: int) -> Site | None:
        site = self._places.get((line, column))
        if site is None and line in self._imports:
            return Site(Use.IMPORT, self._imports[line])
        return site

    def _walk(self, waiting: list[tuple[ast.AST, str]]) -> None:
        while waiting:
            node, holder = waiting.pop()
            inner = holder
            if isinstance(node, _Definition):
                found = self._holders.get((node.name, node.end_lineno or 0))
                if found is None:
                    continue  # not as stored: nothing in it can be placed
                inner = found
            elif isinstance(node, ast.Import | ast.ImportFrom):
                lines = range(node.lineno - 1, node.end_lineno or node.lineno)
                self._imports.update(dict.fromkeys(lines, holder))
            elif isinstance(node, ast.Call):
                self._note(node.func, holder, is_called=True)
            else:
                self._note(node, holder, is_called=False)
            for name, value in ast.iter_fields(node):
                around = holder if name in _HEADER and inner != holder else inner
                children = value if isinstance(value, list) else [value]
                waiting += [(one, around) for one in children if isinstance(one, ast.AST)]

    def _note(self, node: ast.AST, holder: str, *, is_called: bool) -> None:
        if isinstance(node, ast.Name):
            line, column = node.lineno, node.col_offset
        elif isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset:
            line = node.end_lineno
            column = node.end_col_offset - len(node.attr.encode())
        else:
            return
        use = Use.READ if isinstance(node.ctx, ast.Load) else Use.WRITE
        place = (line - 1, _characters(self._lines[line - 1], column, Encoding.UTF8))
        if is_called or place not in self._places:
            self._places[place] = Site(Use.CALL if is_called else use, holder)


class PlainSites:
    """The same for languages without a parser here: a name before `(` is called."""

    def __init__(self, text: Text, symbols: Iterable[Symbol]) -> None:
        self._lines = text.lines
        holders = [one for one in symbols if one.scope in _HOLDERS]
        # The innermost comes last: it starts later, or ends sooner.
        self._holders = sorted(holders, key=lambda one: (one.line_start, -one.line_end))

    def at(self, line: int, column: int) -> Site | None:
        text = self._lines[line]
        word = _WORD.match(text, column)
        use = Use.CALL if word and text[word.end() :].lstrip().startswith("(") else Use.READ
        if text.lstrip().startswith("import "):
            use = Use.IMPORT
        around = [one for one in self._holders if one.line_start <= line + 1 <= one.line_end]
        return Site(use, around[-1].qualname if around else "")


def sites_of(language: str, text: Text, symbols: Iterable[Symbol]) -> PythonSites | PlainSites:
    kind: Callable[[Text, Iterable[Symbol]], PythonSites | PlainSites]
    kind = PythonSites if language == "python" else PlainSites
    return kind(text, symbols)


def _characters(line: str, column: int, encoding: Encoding) -> int:
    if line.isascii() or encoding is Encoding.UTF32:
        return column
    if encoding is Encoding.UTF8:
        return len(line.encode("utf-8", "surrogatepass")[:column].decode(errors="replace"))
    return len(
        line.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "replace")
    )
