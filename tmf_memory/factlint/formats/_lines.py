"""The prose lines of a Markdown text: what is code, table, comment or quote is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"^\s{0,12}(?:[-*+]\s+)?(?P<mark>`{3,}|~{3,})")
_HEADING = re.compile(r"^\s{0,3}(?P<level>#{1,6})\s+(?P<title>.*)$")
_BULLET = re.compile(
    r"^(?P<indent>[ \t]*)(?P<bullet>[-*+•]|\d{1,3}[.)])(?P<gap>[ \t]+)(?P<text>.*)$"
)
_RULE = re.compile(r"^\s*(?:[-*_=]\s*){3,}$")
_TAGS = re.compile(r"</?[A-Za-z][\w:-]*(?:\s[^<>]*)?>")
_TABLE = re.compile(r"^\s*\|.*\|?\s*$|^\s*:?-{2,}:?\s*\|")
_SENTENCE_END = re.compile(r"(?:[.!?:;。！？：；|)\]\"”」）]|\d[Zz年月日号]?)$")
"""What closes a line; a date is behind a fact, so nothing of it is on the next line."""


@dataclass(slots=True)
class Line:
    """One prose line, with hard-wrapped continuations joined. `level` is 0 unless it is a heading.

    `start` is the column where the text begins, after indent and bullet.
    """

    number: int
    end: int
    indent: int
    bullet: str
    text: str
    level: int = 0


def prose_lines(text: str) -> Iterator[Line]:
    """Yield headings, list items and plain lines of a Markdown text, in order."""
    held: Line | None = None
    for number, raw in _outside_code(text):
        line = _line(number, raw)
        if line is None:
            if held is not None:
                held.level = _underlined(held, number, raw)
                yield held
            held = None
            continue
        if held is not None and _continues(held, line, raw):
            held.text = f"{held.text} {line.text}"
            held.end = number
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


def _outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; those inside fences, comments and frontmatter come out empty."""
    fence = ""
    in_comment = False
    lines = text.removeprefix("\ufeff").split("\n")
    start = _frontmatter_end(lines)
    for number, raw in enumerate(lines[start:], start=start + 1):
        line = raw.rstrip("\r").expandtabs(4)
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            if mark and mark["mark"].startswith(fence):
                fence = ""
            yield number, ""
        elif mark and not in_comment:
            fence = mark["mark"]
            yield number, ""
        else:
            line, in_comment = _without_comments(line, in_comment)
            yield number, line


def _frontmatter_end(lines: list[str]) -> int:
    if not lines or lines[0].rstrip("\r") != "---":
        return 0
    for index, line in enumerate(lines[1:200], start=1):
        if line.rstrip("\r") in ("---", "..."):
            return index + 1
    return 0


def _without_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    if in_comment:
        end = line.find("-->")
        if end < 0:
            return "", True
        line = line[end + 3 :]
    if "<!--" not in line:
        return line, False
    kept, at = "", 0
    while (start := line.find("<!--", at)) >= 0:
        kept += line[at:start]
        end = line.find("-->", start + 4)
        if end < 0:
            return kept, True
        at = end + 3
    return kept + line[at:], False


def _line(number: int, raw: str) -> Line | None:
    stripped = raw.strip()
    first = stripped[:1]
    if not first or _is_layout(first, stripped, raw):
        return None
    if first == "#":
        heading = _HEADING.match(raw)
        if heading:
            title = heading["title"].rstrip().rstrip("#").rstrip()
            return Line(number, number, 0, "", title, len(heading["level"]))
    item = _BULLET.match(raw) if first in "-*+•0123456789" else None
    if item:
        return Line(number, number, len(item["indent"]), item["bullet"], item["text"].strip())
    return Line(number, number, len(raw) - len(raw.lstrip()), "", stripped)


def _underlined(held: Line, number: int, raw: str) -> int:
    """Return the level that a line below gives the one above it (`Title` over `=====`).

    A sentence above `---` stays one: many people write the rule without a blank line.
    """
    mark = raw.strip()
    if held.bullet or held.level or number != held.end + 1 or len(set(mark)) != 1:
        return held.level
    if mark[0] == "=":
        return 1
    is_title = ":" not in held.text and held.text[-1:] not in ".!?。！？" and len(held.text) < 60
    return 2 if mark[0] == "-" and len(mark) > 2 and is_title else 0


def _is_layout(first: str, stripped: str, raw: str) -> bool:
    """Tell whether a line is a quote, a table row, a rule, or nothing but tags."""
    if first == ">" or ("|" in stripped and _TABLE.match(raw)):
        return True
    if first == "<":
        return not _TAGS.sub("", stripped).strip()
    return first in "-*_=" and _RULE.match(raw) is not None


def _continues(held: Line, line: Line, raw: str) -> bool:
    """Tell whether a line is the hard-wrapped rest of the one before it."""
    if held.level or line.level or line.bullet:
        return False
    if held.bullet:
        return line.indent > held.indent and line.number == held.end + 1
    # Plain lines stand for themselves unless the one before was clearly cut for its length.
    return (
        len(held.text) >= 60
        and line.indent == held.indent
        and not _SENTENCE_END.search(held.text.rstrip())
        and ": " not in line.text[:60]
    )
