"""Hashes of Python nodes over their tokens: blind to layout and comments, not to anything else.

The text is normalised once per file, at the speed of `re` and `str`: comments go, every statement
and clause that starts a line gets a mark (with indents and dedents, as a tokenizer would say it),
all white space goes except one space between two words, and strings are set aside. A node is then
a slice of marked statements; what does not begin or end with a line is normalised by itself.
Inside a replacement field of an f-string white space counts: an f-string is one literal.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tmf_memory.codegraph.extractors._digest import node_digest
from tmf_memory.codegraph.extractors.python.string_lexer import split_literals

# None of these can occur in Python code outside strings and comments.
_STRING = "\0"
_START = "\x01"
_INDENT = "\x02"
_DEDENT = "\x03"
_GAP = "\x04"
_LEADING = _START + _INDENT + _DEDENT

_WORD = r"[^\x00-/:-@\[-^`{-\x7f]"  # every character that is not ASCII may be part of a name
_SPACE_IN_WORDS = re.compile(rf" (?<={_WORD} )(?={_WORD})")
# `@`, `else`, `except`, `finally` or `case`; a set first, for it fails faster than alternatives.
_CLAUSE = re.compile(r"\n[ \t\f]*[@efc](?:(?<=@)|(?<=e)(?:lse|xcept)\b|(?<=f)inally\b|(?<=c)ase\b)")
_ENDS_LINE = re.compile(r"[ \t\f]*(?:#|$)")
_ENDS_LINE_BYTES = re.compile(rb"[ \t\f]*(?:#|$)")

_KEYWORDS_AFTER_NUMBER = "and|else|for|if|in|is|or|not"
# Starts with a character set, which makes the search fast; then looks behind that character.
_NUMBER_THEN_KEYWORD = re.compile(
    r"([\d.](?<![\w.].)(?:(?<=0)[xX][\da-fA-F_]+|(?<=0)[bBoO][\d_]+"
    r"|(?:(?<=\d)[\d_]*(?:\.[\d_]*)?|(?<=\.)\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?))"
    rf"(?=(?:{_KEYWORDS_AFTER_NUMBER})\b)"
)
# Maps code to classes, so that substring searches say whether the pattern above can match at all.
_CLASSES = bytes.maketrans(b"123456789JxXaefino", b"000000000jjjkkkkkk")
_NUMBER_THEN_LETTER = (b"0k", b"0.k", b"0j")


@dataclass(frozen=True, slots=True)
class _Normal:
    """Normalised text: `marks` are the line numbers of the `_START`s in `code`, in order."""

    marks: list[int]
    code: str
    strings: list[str]


def _normalise(text: str, starts: list[tuple[int, int]]) -> _Normal:
    parts = split_literals(text)
    literals = parts[1::2]
    # A string's line ends go before its stand-in, so that what follows it on its last line does not
    # look like the start of a line.
    parts[1::2] = [
        ""
        if literal[0] == "#"
        else _STRING
        if "\n" not in literal
        else "\n" * literal.count("\n") + _STRING
        for literal in literals
    ]
    code = "".join(("\n", *parts))
    lines = code.split("\n")  # line n is lines[n]
    if "\\\n" in code:
        starts = [start for start in starts if not lines[start[0] - 1].endswith("\\")]
    if "\t" in code or "\f" in code:
        starts = [(line, _width(lines[line])) for line, _ in starts]
    starts = _with_clauses(code, lines, starts)
    _mark(lines, starts)
    code = "\n".join(lines).replace("\\\n", " ")
    strings = [literal for literal in literals if literal[0] != "#"]
    return _Normal([line for line, _ in starts], _squeeze(code), strings)


def _width(line: str) -> int:
    indent = line[: len(line) - len(line.lstrip())]
    return len(indent.rpartition("\f")[2].expandtabs(8))


def _with_clauses(
    code: str, lines: list[str], starts: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """`starts` and the lines that begin a clause or a decorator, which the AST does not place."""
    clauses: list[tuple[int, int]] = []
    line = position = checked = depth = 0
    for found in _CLAUSE.finditer(code):
        line += code.count("\n", position, found.start() + 1)
        position = found.start() + 1
        before = bisect_left(starts, (line + 1,)) - 1
        previous = starts[before][0] if before >= 0 else 0
        if previous == line or lines[line - 1].endswith("\\"):
            continue
        if previous > checked:
            checked, depth = previous, 0
        depth += _open_brackets(lines[checked:line])
        checked = line
        if depth == 0:
            clauses.append((line, _width(lines[line])))
    return sorted(starts + clauses) if clauses else starts


def _open_brackets(lines: list[str]) -> int:
    code = "\n".join(lines)
    opened = code.count("(") + code.count("[") + code.count("{")
    return opened - code.count(")") - code.count("]") - code.count("}")


def _mark(lines: list[str], starts: list[tuple[int, int]]) -> None:
    widths = [0]
    for line, width in starts:
        mark = _START
        if width > widths[-1]:
            widths.append(width)
            mark += _INDENT
        else:
            while width < widths[-1]:
                widths.pop()
                mark += _DEDENT
        lines[line] = mark + lines[line]


def _squeeze(code: str) -> str:
    words = " ".join(code.split())
    squeezed = _SPACE_IN_WORDS.sub(_GAP, words).replace(" ", "").replace(_GAP, " ")
    classes = squeezed.encode("ascii", "replace").translate(_CLASSES)
    if any(pair in classes for pair in _NUMBER_THEN_LETTER):
        return _NUMBER_THEN_KEYWORD.sub(r"\1 ", squeezed)
    return squeezed


def _digest(code: str, strings: Sequence[str]) -> str:
    whole = _STRING.join((code, *strings))
    return node_digest(whole.encode("utf-8", "surrogatepass"))


class NodeHasher:
    """The hashes of the nodes of one file.

    `statements` are `(line, UTF-8 column, depth)` of every statement that starts its line, in
    source order. Only the places are used: structure is read off the columns, since `else:` and
    its like, which the AST does not place, need it too.
    """

    def __init__(self, text: str, statements: Sequence[tuple[int, int, int]]) -> None:
        self._lines = text.split("\n")
        self._statements = statements
        self._encoded_lines: dict[int, bytes] = {}
        normal = _normalise(text, [(line, column) for line, column, _ in statements])
        self._marks, self._strings = normal.marks, normal.strings
        self._pieces = normal.code.split(_START)
        self._string_counts = list(accumulate([piece.count(_STRING) for piece in self._pieces]))

    def hash(self, line_start: int, col_start: int, line_end: int, col_end: int) -> str:
        """The hash of the node at this place, as `ast` gives it (from its first `@`)."""
        first = bisect_left(self._marks, line_start)
        if (
            first < len(self._marks)
            and self._marks[first] == line_start
            and self._starts_line(line_start, col_start)
            and self._ends_line(line_end, col_end)
        ):
            last = bisect_right(self._marks, line_end)
            code = _START.join(self._pieces[first + 1 : last + 1])
            strings = self._strings[self._string_counts[first] : self._string_counts[last]]
        else:
            code, strings = self._normal_part(line_start, col_start, line_end, col_end)
        return _digest(code.lstrip(_LEADING), strings)

    def _starts_line(self, line: int, column: int) -> bool:
        return not self._lines[line - 1][:column].strip()

    def _ends_line(self, line: int, column: int) -> bool:
        text = self._lines[line - 1]
        if text.isascii():
            return len(text) == column or _ENDS_LINE.match(text, column) is not None
        return _ENDS_LINE_BYTES.match(self._encoded(line), column) is not None

    def _normal_part(
        self, line_start: int, col_start: int, line_end: int, col_end: int
    ) -> tuple[str, list[str]]:
        if line_start == line_end:
            part = self._cut(line_start, col_start, col_end)
        else:
            middle = self._lines[line_start : line_end - 1]
            head, tail = self._cut(line_start, col_start, None), self._cut(line_end, 0, col_end)
            part = "\n".join((head, *middle, tail))
        inner = self._statements[
            bisect_left(self._statements, (line_start + 1,)) : bisect_left(
                self._statements, (line_end + 1,)
            )
        ]
        starts = [(line - line_start + 1, column) for line, column, _ in inner]
        normal = _normalise(part, starts)
        return normal.code, normal.strings

    def _cut(self, line: int, start: int, end: int | None) -> str:
        text = self._lines[line - 1]
        if text.isascii():
            return text[start:end]
        return self._encoded(line)[start:end].decode("utf-8", "replace")

    def _encoded(self, line: int) -> bytes:
        found = self._encoded_lines.get(line)
        if found is None:
            found = self._lines[line - 1].encode("utf-8", "surrogatepass")
            self._encoded_lines[line] = found
        return found
