"""Where in a TOML text each key stands."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from tmf_memory.codegraph.extractors._config import Path
from tmf_memory.codegraph.extractors._located import Budget

# What is not closed goes on to the end (of the line), so that nothing is looked at twice.
_TOKEN = re.compile(
    r"(?P<space>[ \t]+|#[^\n]*)"
    r"|(?P<newline>\n)"
    r'|(?P<string>"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)'
    r"|\'\'\'.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|\Z)'
    r"|'[^'\n]*(?:'|(?=\n)|\Z))"
    r"|(?P<mark>[\[\]{}=,.])"
    r"""|(?P<word>[^\s\[\]{}=,."'#]+)""",
    re.DOTALL,
)
Token = tuple[str, int, int]
"""Kind (for a mark, the mark itself), start and end."""


@dataclass(frozen=True, slots=True)
class Span:
    """A key with its value: first and last line, and the value as written."""

    line_start: int
    line_end: int
    raw: str


@dataclass(slots=True)
class Spans:
    """The keys of one text by their path, and the line on which each table starts."""

    keys: dict[Path, Span] = field(default_factory=dict)
    tables: dict[Path, int] = field(default_factory=dict)

    def enclosing_line(self, path: Path) -> int:
        """Return the line of the nearest table around a path."""
        for length in range(len(path), 0, -1):
            line = self.tables.get(path[:length])
            if line is not None:
                return line
        return 1


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text; NotConfigurationError when a key has too many parts."""
    tokens: list[Token] = []
    dots = 0
    for found in _TOKEN.finditer(text):
        kind = str(found.lastgroup)
        if kind == "space":
            continue
        tokens.append((found[0] if kind == "mark" else kind, *found.span()))
        if found[0] == ".":
            dots += 1
            Budget.depth(dots)  # the parser takes quadratic time over such a key
        elif kind not in {"word", "string"}:
            dots = 0
    return tokens


def spans_of(text: str, tokens: list[Token]) -> Spans:
    """Return where the keys stand; the text must have been parsed without an error before."""
    return _Locator(text, tokens).run()


class _Locator:
    """Walks over the tokens of one text."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = [*tokens, ("end", len(text), len(text))]
        self._at = 0
        self._line, self._counted = 1, 0
        self._spans = Spans()
        self._array_lengths: dict[Path, int] = {}

    def run(self) -> Spans:
        table: Path = ()
        while self._kind() != "end":
            kind = self._kind()
            if kind == "newline":
                self._at += 1
            elif kind == "[":
                table = self._header()
            elif not self._pair(table, 0):
                break
        return self._spans

    def _header(self) -> Path:
        line = self._line_of(self._tokens[self._at][1])
        is_array = self._tokens[self._at + 1][:2] == ("[", self._tokens[self._at][2])
        self._at += 2 if is_array else 1
        path = self._resolved(self._key("]"), is_array=is_array)
        self._at += 2 if is_array else 1
        self._spans.tables.setdefault(path, line)
        return path

    def _resolved(self, key: Path, *, is_array: bool) -> Path:
        """Return the path of a table: inside an array of tables it belongs to the last one."""
        path: Path = ()
        for part in key[:-1]:
            path = self._last_element((*path, part))
        path = (*path, *key[-1:])
        if is_array:
            self._array_lengths[path] = self._array_lengths.get(path, 0) + 1
        return self._last_element(path)

    def _last_element(self, path: Path) -> Path:
        length = self._array_lengths.get(path)
        return path if length is None else (*path, length - 1)

    def _key(self, until: str) -> Path:
        parts: list[str] = []
        while self._kind() not in {until, "end", "newline"}:
            kind, start, end = self._tokens[self._at]
            if kind in {"word", "string"}:
                parts.append(_key_part(self._text[start:end]))
            self._at += 1
        return tuple(parts)

    def _pair(self, table: Path, depth: int) -> bool:
        """Note one `key = value`; False when this is none."""
        start = self._tokens[self._at][1]
        line = self._line_of(start)
        key = self._key("=")
        if self._kind() != "=" or not key:
            return False
        self._at += 1
        self._value((*table, *key), line, depth)
        return True

    def _value(self, path: Path, line: int, depth: int) -> None:
        Budget.depth(depth)
        start = self._tokens[self._at][1]
        kind = self._kind()
        if kind == "[":
            self._array(path, depth + 1)
        elif kind == "{":
            self._inline_table(path, depth + 1)
        else:
            while self._kind() not in {",", "]", "}", "newline", "end"}:
                self._at += 1
        end = self._tokens[self._at - 1][2]
        self._spans.keys[path] = Span(line, self._line_of(end), self._text[start:end])

    def _array(self, path: Path, depth: int) -> None:
        self._at += 1
        index = 0
        while self._kind() not in {"]", "end"}:
            if self._kind() in {",", "newline"}:
                self._at += 1
                continue
            self._value((*path, index), self._line_of(self._tokens[self._at][1]), depth)
            index += 1
        self._at += 1

    def _inline_table(self, path: Path, depth: int) -> None:
        self._at += 1
        while self._kind() not in {"}", "end"}:
            if self._kind() in {",", "newline"}:
                self._at += 1
            elif not self._pair(path, depth):
                break
        self._at += 1

    def _kind(self) -> str:
        return self._tokens[min(self._at, len(self._tokens) - 1)][0]

    def _line_of(self, offset: int) -> int:
        """Offsets are asked for in growing order, so each line end is counted once."""
        if offset < self._counted:
            return self._line - self._text.count("\n", offset, self._counted)
        self._line += self._text.count("\n", self._counted, offset)
        self._counted = offset
        return self._line


def _key_part(raw: str) -> str:
    if raw[0] == "'":
        return raw[1:-1]
    if raw[0] == '"':
        try:
            return str(json.loads(raw))
        except ValueError:
            return raw[1:-1]
    return raw
