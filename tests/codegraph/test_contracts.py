"""Mechanical contracts are read off syntax; a model's word is kept only where they agree."""

from __future__ import annotations

import ast

import pytest

from tmf_memory.codegraph.contracts import Contract, Function, check_candidate, mechanical_contract

WRITER = """
def f(self, a, /, b: int, *rest, c=1, **more) -> str:
    global TOTAL
    TOTAL = 1
    self.count += 1
    if a:
        raise ValueError("no")
    def inner():
        raise KeyError
        return 2
    return "x"
"""


def contract_of(source: str) -> Contract:
    function = ast.parse(source).body[0]
    assert isinstance(function, Function)
    return mechanical_contract(function)


def test_a_contract_is_read_off_the_function_itself_not_its_inner_ones() -> None:
    contract = contract_of(WRITER)
    assert [(one.name, one.kind, one.default) for one in contract.parameters] == [
        ("self", "positional_only", ""),
        ("a", "positional_only", ""),
        ("b", "positional_or_keyword", ""),
        ("rest", "var_positional", ""),
        ("c", "keyword_only", "1"),
        ("more", "var_keyword", ""),
    ]
    assert contract.return_annotation == "str"
    assert contract.returns_value
    assert contract.raises == ("ValueError",)
    assert set(contract.writes) == {"TOTAL", "self.count"}


@pytest.mark.parametrize(
    ("source", "returns_value", "yields"),
    [
        ("def f(): pass", False, False),
        ("def f(): return", False, False),
        ("def f(): return None", False, False),
        ("def f():\n    if x: return 0\n    return None", True, False),
        ("def f(): yield 1", False, True),
        ("async def f(): return await g()", True, False),
        ("def f():\n    return_value = lambda: 1", False, False),
    ],
)
def test_return_shape(source: str, returns_value: bool, yields: bool) -> None:
    contract = contract_of(source)
    assert (contract.returns_value, contract.yields) == (returns_value, yields)


REJECTED = {
    "a parameter that is not there": ({"parameters": {"zz": "?"}}, "zz is not in the signature"),
    "a parameter that is left out": ({"parameters": {"a": "the a"}}, "nothing is said of b"),
    "an exception that is not raised": ({"raises": ["KeyError"]}, "KeyError is not raised here"),
    "no side effects although it writes": ({"side_effects": "None."}, "source writes"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_what_source_contradicts_is_dropped_with_a_reason(name: str) -> None:
    candidate, reason = REJECTED[name]
    checked = check_candidate(candidate, contract_of(WRITER))
    assert any(reason in one for one in checked.rejected)
    assert "zz" not in checked.parameters
    assert checked.raises == ()
    assert checked.side_effects == ""


def test_a_returned_value_is_not_claimed_for_a_function_without_one() -> None:
    checked = check_candidate({"returns": "the answer"}, contract_of("def f(): pass"))
    assert (checked.returns, checked.rejected) == ("", ("returns: source returns no value",))


@pytest.mark.parametrize("claimed", [1.0, 99, "high", None, -3])
def test_confidence_never_exceeds_the_cap(claimed: object) -> None:
    checked = check_candidate({"confidence": claimed}, Contract())  # type: ignore[dict-item]
    assert 0.0 <= checked.confidence <= 0.6


@pytest.mark.parametrize("rubbish", [{}, {"parameters": 3, "raises": "x", "summary": ["a"]}])
def test_rubbish_gives_an_empty_contract(rubbish: dict[str, object]) -> None:
    checked = check_candidate(rubbish, contract_of(WRITER))  # type: ignore[arg-type]
    assert (checked.summary, dict(checked.parameters), checked.raises) == ("", {}, ())


def test_what_source_supports_is_kept() -> None:
    checked = check_candidate(
        {
            "summary": "Counts\n and   names.",
            "parameters": {"a": "a", "b": "b", "rest": "r", "c": "c", "more": "m"},
            "returns": "a name",
            "raises": ["ValueError"],
            "side_effects": "increments the counter",
        },
        contract_of(WRITER),
    )
    assert checked.summary == "Counts and names."
    assert checked.raises == ("ValueError",)
    assert checked.returns == "a name"
    assert checked.rejected == ()
