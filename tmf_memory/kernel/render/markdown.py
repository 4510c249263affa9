"""Putting text into Markdown so that it stays text."""

from __future__ import annotations

import re
from collections.abc import Sequence

_INLINE = re.compile(r"[\\`*_\[\]<>&|~$]")
_BARE_BAR = re.compile(r"(?<!\\)\|")
_BLOCK_START = re.compile(r"([#+=:-]|\d+(?=[.)]))(?=(.?))")


def escape_markdown(text: str) -> str:
    """Return `text` as one line that renders as written."""
    line = _INLINE.sub(r"\\\g<0>", " ".join(text.split()))
    start = _BLOCK_START.match(line)
    if start is None:
        return line
    # `1.` is escaped before the full stop, every other block marker before itself.
    place = start.end() if start[1].isdigit() else 0
    return f"{line[:place]}\\{line[place:]}"


def code_span(text: str) -> str:
    """Return `text` as inline code, whatever backticks it holds."""
    line = " ".join(text.split())
    fence = _fence(line, least=1)
    # A space next to the fence is dropped by the reader, and keeps a backtick of the text apart.
    inner = f" {line} " if not line or line[0] == "`" or line[-1] == "`" else line
    return f"{fence}{inner}{fence}"


def code_block(text: str, language: str = "") -> str:
    """Return `text` as a fenced block, whatever fences it holds."""
    fence = _fence(text, least=3)
    body = text if text.endswith("\n") or not text else f"{text}\n"
    return f"{fence}{language}\n{body}{fence}\n"


def _fence(text: str, *, least: int) -> str:
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(least, longest + 1)


def markdown_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown already, each on one line."""
    # A bar ends a cell even inside a code span.
    safe_rows = [[_BARE_BAR.sub(r"\\|", cell) for cell in row] for row in (titles, *rows)]
    safe_rows.insert(1, ["---"] * len(titles))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in safe_rows)
