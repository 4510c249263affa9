"""Values as people and source files write them, made comparable; pure."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[-+]?\d[\d_,]*(?:\.\d+)?")
_UNITS = r"(?:\s*(?:s|ms|sec|secs|seconds?|minutes?|hours?|days?|kb|mb|gb|bytes?|%|px))?"
_NUMBER_WITH_UNIT = re.compile(rf"({_NUMBER.pattern}){_UNITS}")
_WORDS = {"true": True, "false": False, "on": True, "off": False, "yes": True, "no": False}
_NOTHING = {"none", "null", "nil"}

Value = str | float | bool | None


class Incomparable:
    """A text that is no literal: an expression, a call, a list."""


INCOMPARABLE = Incomparable()


def parse_literal(text: str) -> Value | Incomparable:
    """Return the value of a literal as written in prose, Python, TOML, YAML or JSON.

    Numbers compare as numbers (`8_080` is 8080), quoted and bare words as text without quotes.
    """
    stripped = text.strip().rstrip(",;").strip()
    if len(stripped) >= 2 and stripped[0] == stripped[-1] and stripped[0] in "\"'":
        inner = stripped[1:-1]
        return INCOMPARABLE if stripped[0] in inner else inner
    number = _NUMBER_WITH_UNIT.fullmatch(stripped.lower())
    if number:
        return float(number[1].replace("_", "").replace(",", ""))
    lowered = stripped.lower()
    if lowered in _WORDS:
        return _WORDS[lowered]
    if lowered in _NOTHING:
        return None
    return stripped if re.fullmatch(r"[\w.:/@+-]+", stripped) else INCOMPARABLE


def literal_of(value: object) -> Value | Incomparable:
    """Return the value of a typed configuration value, or of a source literal given as text."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return float(value)
    return parse_literal(value) if isinstance(value, str) else INCOMPARABLE


def disagree(stated: Value | Incomparable, actual: Value | Incomparable) -> bool:
    """Tell whether two values certainly differ; what cannot be compared never does."""
    if isinstance(stated, Incomparable) or isinstance(actual, Incomparable):
        return False
    if isinstance(stated, bool) or isinstance(actual, bool):
        both = isinstance(stated, bool) and isinstance(actual, bool)
        return both and stated != actual
    if isinstance(stated, float) or isinstance(actual, float):
        both = isinstance(stated, float) and isinstance(actual, float)
        return both and stated != actual
    if stated is None or actual is None:
        return False
    return stated.casefold() != actual.casefold()
