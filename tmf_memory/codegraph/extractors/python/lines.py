"""Slices of source text by the positions that `ast` gives (1-based lines, UTF-8 columns)."""

from __future__ import annotations

import ast


class Lines:
    """The lines of one source text."""

    __slots__ = ("ascii", "lines")

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.ascii = text.isascii()

    def column(self, line: int, utf8_column: int) -> int:
        """Return the index of a UTF-8 column in its line."""
        if self.ascii:
            return utf8_column
        text = self.lines[line - 1]
        if text.isascii():
            return utf8_column
        return len(text.encode("utf-8", "surrogatepass")[:utf8_column].decode("utf-8", "replace"))

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """Return the text from `start` to `end`, both as (line, UTF-8 column)."""
        first, left = start[0], self.column(*start)
        last, right = end[0], self.column(*end)
        if first == last:
            return self.lines[first - 1][left:right]
        rows = self.lines[first - 1 : last]
        rows[0] = rows[0][left:]
        rows[-1] = rows[-1][:right]
        return "\n".join(rows)

    def of(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of one node."""
        end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self.between((node.lineno, node.col_offset), end)

    def block(self, first: int, last: int) -> str:
        """Return whole lines, both ends included."""
        return "\n".join(self.lines[first - 1 : last])

    def starts_line(self, line: int, utf8_column: int) -> bool:
        """Tell whether nothing but white space stands before the position."""
        return utf8_column == 0 or not self.lines[line - 1][:utf8_column].strip()
