"""How many terminal cells a text takes, and fitting it into some."""

from __future__ import annotations

import unicodedata

_WIDE = frozenset("WF")
_NO_CELL = frozenset({"Mn", "Me", "Cf", "Cc", "Cs"})
# Middle and final parts of a Hangul syllable are drawn in the cell of its first part.
_JOINED_HANGUL = range(0x1160, 0x1200)


def display_width(text: str) -> int:
    """Return the cells of one line: two for wide CJK, none for marks and invisible characters."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    if unicodedata.category(char) in _NO_CELL or ord(char) in _JOINED_HANGUL:
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return `text` filled with spaces to `width` cells; `right` aligns it to the right."""
    space = " " * (width - display_width(text))
    return space + text if right else text + space


def shorten(text: str, width: int) -> str:
    """Return `text` in at most `width` cells, with an ellipsis for what is missing."""
    if display_width(text) <= width:
        return text
    if width <= 0:
        return ""
    used = 0
    for position, char in enumerate(text):
        used += _cells(char)
        if used > width - 1:
            return text[:position] + "…"
    return text
