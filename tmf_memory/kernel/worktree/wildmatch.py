"""One gitignore pattern to one regular expression, with git's own quirks.

A port of what git's `wildmatch` does. Every `*` but the last of a stretch is matched atomically
(look-ahead plus back-reference), so a hostile pattern cannot make matching exponential.
"""

from __future__ import annotations

import re

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\v\f",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_STAR, _DEEP = "*", "**/"
_NO_MATCH = "(?!)"
_Piece = tuple[str, int]
"""A piece of a regular expression, and where in the pattern the next one starts."""


def translate(pattern: str) -> str:
    """Return the regular expression for a pattern; `*`, `?` and `[…]` never match a slash."""
    tokens: list[str] = []
    position = 0
    while position < len(pattern):
        token, position = _next_token(pattern, position)
        if token == _NO_MATCH:
            return _NO_MATCH
        tokens.append(token)
    return _assemble(tokens)


def _next_token(pattern: str, start: int) -> _Piece:
    character = pattern[start]
    if character == "*":
        return _stars(pattern, start)
    if character == "?":
        return "[^/]", start + 1
    if character == "[":
        return _bracket(pattern, start + 1)
    literal, after = _literal(pattern, start)
    return (re.escape(literal) if literal else _NO_MATCH), after


def _stars(pattern: str, start: int) -> _Piece:
    end = start
    while end < len(pattern) and pattern[end] == "*":
        end += 1
    opens = start == 0 or pattern[start - 1] == "/"
    if end - start == 1 or not opens:
        return _STAR, end
    if end == len(pattern) or pattern.startswith("\\/", end):
        return "(?s:.*)", end
    return (_DEEP, end + 1) if pattern[end] == "/" else (_STAR, end)


def _bracket(pattern: str, start: int) -> _Piece:
    negated = pattern[start : start + 1] in ("!", "^")
    position = start + negated
    members: list[str] = []
    previous = ""
    while position == start + negated or pattern[position : position + 1] != "]":
        member, previous, position = _member(pattern, position, previous)
        if member == _NO_MATCH:
            return _NO_MATCH, len(pattern)
        members.append(member)
    body = "".join(members)
    if not negated:
        # An empty range such as [b-a] can leave nothing to match.
        return (f"(?!/)[{body}]" if body else "(?!)[^/]"), position + 1
    return (f"[^/{body}]"), position + 1


def _member(pattern: str, position: int, previous: str) -> tuple[str, str, int]:
    """Return one member of a bracket, the character a range may start from, and the next place."""
    character = pattern[position : position + 1]
    if not character:
        return _NO_MATCH, "", position
    if pattern.startswith("[:", position):
        return _class(pattern, position)
    if character == "-" and previous and pattern[position + 1 : position + 2] not in ("", "]"):
        return _range(pattern, position + 1, previous)
    literal, after = _literal(pattern, position)
    if not literal:
        return _NO_MATCH, "", after
    return re.escape(literal), literal, after


def _literal(pattern: str, position: int) -> tuple[str, int]:
    if pattern[position] == "\\":
        position += 1
    return pattern[position : position + 1], position + 1


def _range(pattern: str, position: int, low: str) -> tuple[str, str, int]:
    high, after = _literal(pattern, position)
    if not high:
        return _NO_MATCH, "", after
    text = f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
    return text, "", after


def _class(pattern: str, position: int) -> tuple[str, str, int]:
    end = pattern.find("]", position + 2)
    if end < 0:
        return _NO_MATCH, "", position
    if end == position + 2 or pattern[end - 1] != ":":
        return r"\[", "[", position + 1
    members = _CLASSES.get(pattern[position + 2 : end - 1])
    return (_NO_MATCH if members is None else members), "", end + 1


def _assemble(tokens: list[str]) -> str:
    runs = _split(tokens, _DEEP)
    group = 0
    parts: list[str] = []
    for index, run in enumerate(runs):
        text, group = _run(run, group)
        if index == 0:
            parts.append(text)
        elif index == len(runs) - 1:
            parts.append(f"(?:(?s:.*)/)?{text}")
        else:
            # The leftmost place is as good as any later one: the next `**/` can skip the rest.
            parts.append(f"(?=(?P<g{group}>(?:(?s:.*?)/)??{text}))(?P=g{group})")
            group += 1
    return "".join(parts)


def _run(tokens: list[str], group: int) -> tuple[str, int]:
    stretches = ["".join(stretch) for stretch in _split(tokens, _STAR)]
    parts = [stretches[0]]
    for stretch in stretches[1:-1]:
        parts.append(f"(?=(?P<g{group}>[^/]*?{stretch}))(?P=g{group})")
        group += 1
    if len(stretches) > 1:
        parts.append(f"[^/]*{stretches[-1]}")
    return "".join(parts), group


def _split(tokens: list[str], at: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == at:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
