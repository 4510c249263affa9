"""Check tool arguments against the part of JSON Schema that our tools use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tmf_memory.mcp.messages import Json, Object

MAX_PROBLEMS = 5
MAX_DEPTH = 8
"""How deep an object without a schema of its own may be nested."""
MAX_TEXT = 10_000
"""Longest string where a schema names no `maxLength`."""


class Checked(NamedTuple):
    """Arguments with defaults filled in, or what is wrong with them."""

    values: Object
    problems: tuple[str, ...]


def check(arguments: Object, schema: Object) -> Checked:
    """Check `arguments` against an object schema; problems are sentences for the model."""
    properties = _object(schema, "properties")
    problems = [
        f"{name[:80]!r} is not an argument of this tool; it takes {_names(properties)}"
        for name in arguments
        if name not in properties
    ]
    required = schema.get("required")
    for name in required if isinstance(required, list) else []:
        if name not in arguments:
            problems.append(f"{name!r} is required")
    values: Object = {}
    for name, rules in properties.items():
        if not isinstance(rules, dict):
            continue
        if name in arguments:
            values[name] = _integral(arguments[name], rules)
            problems += _problems(f"{name!r}", values[name], rules)
        elif "default" in rules:
            values[name] = rules["default"]
    return Checked(values, tuple(problems[:MAX_PROBLEMS]))


def _problems(where: str, value: Json, rules: Object) -> list[str]:
    expected = rules.get("type")
    if isinstance(expected, str) and not _is_a(value, expected):
        return [f"{where} must be {_ARTICLE.get(expected, expected)}, not {_kind(value)}"]
    allowed = rules.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        return [f"{where} must be one of {', '.join(map(str, allowed))}"]
    for kind, find in _FINDERS:
        if isinstance(value, kind):
            return find(where, value, rules)
    return []


def _text_problems(where: str, value: str, rules: Object) -> list[str]:
    longest = _limit(rules, "maxLength", MAX_TEXT)
    if len(value) > longest:
        return [f"{where} is {len(value)} characters long; at most {longest:g} are read"]
    if len(value) < _limit(rules, "minLength", 0):
        return [f"{where} must not be empty"]
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        return [f"{where} holds characters that are no text (NUL or half a surrogate pair)"]
    return []


def _list_problems(where: str, value: list[Json], rules: Object) -> list[str]:
    longest = _limit(rules, "maxItems", 1000)
    if len(value) > longest:
        return [f"{where} has {len(value)} items; at most {longest:g} are read"]
    if len(value) < _limit(rules, "minItems", 0):
        return [f"{where} must not be empty"]
    inner = _object(rules, "items")
    for index, one in enumerate(value):
        found = _problems(f"{where}[{index}]", one, inner)
        if found:
            return found
    return []


def _object_problems(where: str, value: Object, rules: Object) -> list[str]:
    if "properties" not in rules:
        return [f"{where} is nested too deeply"] if _depth(value) > MAX_DEPTH else []
    return [f"{where}: {problem}" for problem in check(value, rules).problems]


def _depth(value: Json) -> int:
    """Return how deep a value is nested, without recursion and not further than it matters."""
    level: list[Json] = [value]
    for depth in range(MAX_DEPTH + 1):
        inner: list[Json] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        if not inner:
            return depth
        level = inner
    return MAX_DEPTH + 1


def _number_problems(where: str, value: float, rules: Object) -> list[str]:
    lowest, highest = rules.get("minimum"), rules.get("maximum")
    too_low = isinstance(lowest, int | float) and not value >= lowest
    too_high = isinstance(highest, int | float) and not value <= highest
    if not (too_low or too_high):
        return []
    if lowest is not None and highest is not None:
        return [f"{where} must be between {lowest} and {highest}"]
    return [f"{where} must be at {f'least {lowest}' if too_low else f'most {highest}'}"]


def _no_problems(where: str, value: bool, rules: Object) -> list[str]:
    return []


# `bool` before `int`, of which it is a kind.
_FINDERS: tuple[tuple[type, Callable[[str, Any, Object], list[str]]], ...] = (
    (str, _text_problems),
    (list, _list_problems),
    (dict, _object_problems),
    (bool, _no_problems),
    (int, _number_problems),
    (float, _number_problems),
)

_ARTICLE = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def _is_a(value: Json, expected: str) -> bool:
    if isinstance(value, bool) or expected == "boolean":
        return isinstance(value, bool) and expected == "boolean"
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "integer": int,
        "number": (int, float),
        "array": list,
        "object": dict,
    }
    return isinstance(value, kinds.get(expected, object))


def _integral(value: Json, rules: Object) -> Json:
    """Take `5.0` for `5`, as JSON Schema does."""
    if rules.get("type") == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    kinds = ((str, "a string"), (int, "a number"), (float, "a number"), (list, "a list"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "an object")


def _limit(rules: Object, name: str, default: float) -> float:
    value = rules.get(name)
    return value if isinstance(value, int | float) else default


def _object(rules: Object, name: str) -> Object:
    value = rules.get(name)
    return value if isinstance(value, dict) else {}


def _names(properties: Object) -> str:
    return ", ".join(properties) or "no arguments"
