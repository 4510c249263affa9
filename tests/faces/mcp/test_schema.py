"""Argument checks agree with a full JSON Schema validator, and say what to do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tmf_memory.mcp.schema import MAX_PROBLEMS, check

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 5},
        "limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
        "share": {"type": "number", "minimum": 0},
        "below": {"type": "number", "maximum": 1},
        "full": {"type": "boolean"},
        "kind": {"type": "string", "enum": ["calls", "reads"]},
        "names": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string"}},
        "fact": {
            "type": "object",
            "properties": {"claim": {"type": "string"}},
            "required": ["claim"],
            "additionalProperties": False,
        },
        "open": {"type": "object"},
        "any": {},
    },
    "required": ["query"],
    "additionalProperties": False,
}

NO_TEXT = "'query' holds characters that are no text (NUL or half a surrogate pair)"


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        ({}, ["'query' is required"]),
        ({"query": ""}, ["'query' must not be empty"]),
        ({"query": "123456"}, ["'query' is 6 characters long; at most 5 are read"]),
        ({"query": None}, ["'query' must be a string, not null"]),
        ({"query": ["x"]}, ["'query' must be a string, not a list"]),
        ({"query": "a\0"}, [NO_TEXT]),
        ({"query": "\ud800"}, [NO_TEXT]),
        ({"query": "x", "limit": 10}, ["'limit' must be between 1 and 9"]),
        ({"query": "x", "limit": 2.5}, ["'limit' must be a whole number, not a number"]),
        ({"query": "x", "limit": True}, ["'limit' must be a whole number, not true or false"]),
        ({"query": "x", "limit": "3"}, ["'limit' must be a whole number, not a string"]),
        ({"query": "x", "share": -1}, ["'share' must be at least 0"]),
        ({"query": "x", "below": 2}, ["'below' must be at most 1"]),
        ({"query": "x", "full": 1}, ["'full' must be true or false, not a number"]),
        ({"query": "x", "kind": "writes"}, ["'kind' must be one of calls, reads"]),
        ({"query": "x", "names": []}, ["'names' must not be empty"]),
        ({"query": "x", "names": ["a", 1]}, ["'names'[1] must be a string, not a number"]),
        ({"query": "x", "names": ["a"] * 3}, ["'names' has 3 items; at most 2 are read"]),
        ({"query": "x", "fact": {}}, ["'fact': 'claim' is required"]),
        ({"query": "x", "fact": "f"}, ["'fact' must be an object, not a string"]),
        (
            {"query": "x", "zzz": 1},
            [
                "'zzz' is not an argument of this tool; it takes query, limit, share, below, full, "
                "kind, names, fact, open, any"
            ],
        ),
    ],
)
def test_problem_says_what_to_do(arguments: dict[str, Any], problems: list[str]) -> None:
    assert list(check(arguments, SCHEMA).problems) == problems


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        ({"query": "x"}, {"query": "x", "limit": 3}),
        ({"query": "x", "limit": 5.0}, {"query": "x", "limit": 5}),
        ({"query": "x", "limit": 1, "any": None}, {"query": "x", "limit": 1, "any": None}),
        ({"query": "漢字", "share": 0.5}, {"query": "漢字", "limit": 3, "share": 0.5}),
    ],
)
def test_good_arguments_get_their_defaults(
    arguments: dict[str, Any], values: dict[str, Any]
) -> None:
    assert check(arguments, SCHEMA) == (values, ())


@pytest.mark.parametrize(("levels", "is_fine"), [(1, True), (8, True), (9, False), (900, False)])
def test_object_without_a_schema_is_not_nested_without_end(levels: int, is_fine: bool) -> None:
    nested: dict[str, Any] = {}
    for _ in range(levels - 1):
        nested = {"a": [nested]} if levels == 900 else {"a": nested}
    problems = check({"query": "x", "open": {"a": nested}}, SCHEMA).problems
    assert problems == (() if is_fine else ("'open' is nested too deeply",))


def test_problems_are_few_however_many_there_are() -> None:
    assert len(check({f"a{number}": 1 for number in range(1000)}, SCHEMA).problems) == MAX_PROBLEMS


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats(-2, 12)
    | st.sampled_from(["", "x", "calls", "long text", "claim"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["claim", "other"]), inner, max_size=2)
    ),
    max_leaves=4,
)
ARGUMENTS = st.dictionaries(st.sampled_from([*SCHEMA["properties"], "unknown"]), VALUES)


@given(ARGUMENTS)
def test_verdict_equals_a_full_validator(arguments: dict[str, Any]) -> None:
    expected = Draft202012Validator(SCHEMA).is_valid(arguments)
    assert (not check(arguments, SCHEMA).problems) is expected
