"""JSON with positions; comments, trailing commas and JSON5's quotes and bare keys are tolerated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from tmf_memory.codegraph.extractors._config import NotConfigurationError, clean
from tmf_memory.codegraph.extractors._located import Branch, Budget, Leaf, Located
from tmf_memory.codegraph.model import Json

# Every alternative ends at the end of the text when it is not closed: no second attempt, no
# quadratic time.
_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*(?:.*?\*/|.*))"""
    r"""|(?P<string>"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')"""
    r"""|(?P<mark>[{}\[\]:,])"""
    r"""|(?P<word>[^\s{}\[\]:,"'/]+)""",
    re.DOTALL,
)
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(r"[-+]?(?:\d{1,18}|\d{1,18}\.\d{1,18}(?:[eE][-+]?\d{1,2})?)")
_OTHER_NUMBER = re.compile(
    r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|0[xX][0-9a-fA-F]+|Infinity|NaN)"
)
_BARE_QUOTE = re.compile(r'(?<!\\)"')
_IDENTIFIER = re.compile(r"[^\W\d][\w$-]*|\$[\w$-]*")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


_END = _Token("end", "", 0)


def read_json(text: str) -> Located:
    """Return the value with its lines; NotConfigurationError when it is no JSON."""
    reader = _Reader(text)
    value = reader.value(0)
    reader.expect_end()
    return value


class _Reader:
    """Reads one value after the other from the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = next(self._tokens, _END)
        self._last_line = 1
        self._budget = Budget()

    def value(self, depth: int) -> Located:
        self._budget.depth(depth)
        token = self._take()
        if token.text == "{" and token.kind == "mark":
            return self._object(token.line, depth)
        if token.text == "[" and token.kind == "mark":
            return self._array(token.line, depth)
        if token.kind == "string":
            return Leaf(token.line, token.line, _string(token))
        if token.kind == "word":
            return Leaf(token.line, token.line, _word(token))
        raise _error(token, self._last_line)

    def expect_end(self) -> None:
        if self._next is not _END:
            raise _error(self._next, self._last_line)

    def _object(self, line: int, depth: int) -> Branch:
        branch = Branch(line, line, is_list=False)
        while not self._skip("}"):
            key = self._take()
            if key.kind not in {"string", "word"}:
                raise _error(key, self._last_line)
            name = _string(key) if key.kind == "string" else _bare_key(key)
            self._expect(":")
            self._budget.key()
            branch.members.append((name, key.line, self.value(depth + 1)))
            self._separate("}")
        branch.line_end = self._last_line
        return branch

    def _array(self, line: int, depth: int) -> Branch:
        branch = Branch(line, line, is_list=True)
        while not self._skip("]"):
            self._budget.key()
            element = self.value(depth + 1)
            branch.members.append((len(branch.members), element.line_start, element))
            self._separate("]")
        branch.line_end = self._last_line
        return branch

    def _take(self) -> _Token:
        token = self._next
        if token is _END:
            raise NotConfigurationError("not valid JSON: it ends too early")
        self._next = next(self._tokens, _END)
        self._last_line = token.line
        return token

    def _skip(self, mark: str) -> bool:
        is_there = self._next.kind == "mark" and self._next.text == mark
        if is_there:
            self._take()
        return is_there

    def _expect(self, mark: str) -> None:
        if not self._skip(mark):
            raise _error(self._next, self._last_line)

    def _separate(self, end: str) -> None:
        if not self._skip(",") and self._next.text != end:
            raise _error(self._next, self._last_line)


def _tokens(text: str) -> Iterator[_Token]:
    position, line = 0, 1
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise NotConfigurationError(f"not valid JSON: line {line}")
        if found.lastgroup != "space":
            yield _Token(str(found.lastgroup), found[0], line)
        line += found[0].count("\n")
        position = found.end()


def _error(token: _Token, last_line: int) -> NotConfigurationError:
    return NotConfigurationError(f"not valid JSON: line {token.line or last_line}")


def _string(token: _Token) -> str:
    raw = token.text
    if "\\" not in raw and raw.isprintable():
        return raw[1:-1]
    if raw[0] == "'":
        body = raw[1:-1].replace("\\'", "'")
        body = _BARE_QUOTE.sub(r"\"", body)
        raw = f'"{body}"'
    raw = raw.replace("\\\n", "")
    try:
        return clean(str(json.loads(raw, strict=False)))
    except ValueError as error:
        raise _error(token, token.line) from error


def _word(token: _Token) -> Json:
    text = token.text
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if _OTHER_NUMBER.fullmatch(text):
        # Larger than what every reader of JSON keeps, or not a number in JSON: as it is written.
        return text
    raise _error(token, token.line)


def _bare_key(token: _Token) -> str:
    if not _IDENTIFIER.fullmatch(token.text):
        raise _error(token, token.line)
    return token.text
