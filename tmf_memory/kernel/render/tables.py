"""Aligned text tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tmf_memory.kernel.render.width import display_width, pad, shorten

_GAP = "  "
_LEAST = 6


@dataclass(frozen=True, slots=True)
class Column:
    """One column; an untitled table has only empty titles."""

    title: str = ""
    right: bool = False


def render_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], *, width: int | None = None
) -> str:
    """Return lines of aligned cells without trailing spaces; empty when there are no rows.

    A table wider than `width` cells gets its widest columns shortened.
    """
    if not rows:
        return ""
    lines = [[" ".join(cell.split()) for cell in row] for row in rows]
    titles = [column.title for column in columns]
    if any(titles):
        lines.insert(0, titles)
    widths = [max(map(display_width, cells)) for cells in zip(*lines, strict=True)]
    if width is not None:
        widths = _fitted(widths, width - len(_GAP) * (len(widths) - 1))
    return "".join(f"{_line(cells, columns, widths)}\n" for cells in lines)


def _fitted(widths: list[int], room: int) -> list[int]:
    fitted = list(widths)
    for _ in range(sum(widths) - room):
        widest = fitted.index(max(fitted))
        if fitted[widest] <= _LEAST:
            break
        fitted[widest] -= 1
    return fitted


def _line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    padded = (
        pad(shorten(cell, width), width, right=column.right)
        for cell, column, width in zip(cells, columns, widths, strict=True)
    )
    return _GAP.join(padded).rstrip()
