"""Colour on a terminal that wants it."""

from __future__ import annotations

from enum import Enum

from tmf_memory.kernel.settings import Settings


class Style(str, Enum):
    """What a coloured word means; the value is its terminal code."""

    ERROR = "31"
    WARNING = "33"
    GOOD = "32"
    QUIET = "2"
    STRONG = "1"


def wants_colour(settings: Settings, *, is_terminal: bool) -> bool:
    """Return whether to colour: `NO_COLOR` first, then `FORCE_COLOR`, then the terminal."""
    if settings.no_color:
        return False
    return settings.force_color or is_terminal


def paint(text: str, style: Style, *, is_on: bool) -> str:
    """Return `text` in a style, or as it is."""
    return f"\x1b[{style.value}m{text}\x1b[0m" if is_on and text else text
