"""How a statement in running text is ended in place: an attribute behind it, not a word changed."""

from __future__ import annotations

import json
import re

from tmf_memory.factlint.grammar import parse_statement
from tmf_memory.factlint.model import Edit
from tmf_memory.kernel.dates import DATE_PATTERN

_VALID_TO = re.compile(
    rf"(?P<lead>[;,；，]\s*valid_to\s*[=＝]\s*)[\"“”]?(?:{DATE_PATTERN}|\d{{4}})[\"“”]?",
    re.IGNORECASE,
)


def ended(text: str, valid_to: str) -> str:
    """Return a statement with `; valid_to=` behind it, or with the date of the one it has."""
    stripped = text.strip()
    start = text.find(stripped)
    body = parse_statement(stripped).body
    tail = stripped[len(body) :]
    tail, count = _VALID_TO.subn(lambda match: match["lead"] + valid_to, tail)
    if not count:
        tail = f"{tail} ; valid_to={valid_to}"
    return text[:start] + body + tail + text[start + len(stripped) :]


def ended_span(text: str, start: int, end: int, valid_to: str) -> Edit:
    """Return the edit that ends the statement written at `start:end`."""
    return Edit(start, end, ended(text[start:end], valid_to))


def ended_string(text: str, start: int, end: int, valid_to: str) -> Edit:
    """Return the edit that ends the statement in the JSON string at `start:end`."""
    written = text[start:end]
    value = str(json.loads(written))
    after = ended(value, valid_to)
    if after.startswith(value):
        # How the rest of the string is escaped is left alone.
        return Edit(end - 1, end - 1, after[len(value) :])
    return Edit(start, end, json.dumps(after, ensure_ascii=written.isascii()))
