"""The frontmatter of a Markdown text, as far as memory files use it: keys, texts, one level down.

No YAML reader: frontmatter is read for every file, and a block that YAML refuses is still one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_KEY = re.compile(r"^(?P<indent>[ \t]*)(?P<key>[A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class Field:
    """One value: its text without quotes, its line, and where it is written."""

    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The fields by key (`metadata.type` one level down), and where the closing line begins."""

    fields: dict[str, Field]
    close: int
    close_line: int

    def text(self, *keys: str) -> str:
        """Return the first of some fields that says something."""
        return next((self.fields[key].text for key in keys if key in self.fields), "")


def frontmatter(text: str) -> Frontmatter | None:
    """Read the block between two lines `---` at the top of a text."""
    at = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("---", at):
        return None
    fields: dict[str, Field] = {}
    parent = ""
    for number, line in enumerate(text[at:].split("\n", _MAX_LINES)[:_MAX_LINES], start=1):
        bare = line.rstrip("\r")
        if number == 1:
            if bare != "---":
                return None
        elif bare in ("---", "..."):
            return Frontmatter(fields, at, number)
        elif match := _KEY.match(bare):
            key = match["key"]
            if match["indent"]:
                key = f"{parent}.{key}"
            else:
                parent = key
            _add(fields, key, match, (number, at))
        at += len(line) + 1
    return None


def _add(fields: dict[str, Field], key: str, match: re.Match[str], where: tuple[int, int]) -> None:
    number, offset = where
    value = (match["value"] or "").strip()
    if value and key not in fields:
        start = offset + match.start("value")
        fields[key] = Field(_unquoted(value), number, start, start + len(match["value"].rstrip()))


def _unquoted(value: str) -> str:
    for quote in ('"', "'"):
        if len(value) > 1 and value[0] == value[-1] == quote:
            return value[1:-1].replace(f"\\{quote}", quote)
    return value
