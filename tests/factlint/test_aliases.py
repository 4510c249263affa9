"""Which names are one entity, and which only look like one."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.factlint.aliases import AliasIndex, edit_distance, look_alikes
from tmf_memory.factlint.linter import decode_document
from tmf_memory.factlint.names import count_of, form_of


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("billing-store", "billingstore"),
        ("Billing Store", "billingstore"),
        ("Acme Corp", "acme"),
        ("Acme Corp.", "acme"),
        ("Acme Co., Ltd.", "acme"),
        ("Acme GmbH", "acme"),
        ("ACME, Inc", "acme"),
        ("The Company", "the"),
        ("Company", "company"),
        ("Inc", "inc"),
        ("北风公司", "北风"),
        ("北风有限公司", "北风"),
        ("公司", "公司"),
        ("トヨタ株式会社", "トヨタ"),
        ("Cafe\u0301", "café"),
        ("***", "***"),
    ],
)
def test_conservative_form(name: str, form: str) -> None:
    assert form_of(name) == form


@given(st.text())
def test_form_is_stable_and_never_empty(name: str) -> None:
    form = form_of(name)
    assert form or not name.strip()
    # A few letters have no way back, such as the i without a dot.
    if name.upper().casefold() == name.casefold():
        assert form_of(name.upper()) == form_of(name)


def index_of(text: str) -> AliasIndex:
    return AliasIndex(decode_document("memory.md", text.encode()).facts)


def test_declared_aliases_chain() -> None:
    aliases = index_of(
        'Acme: uses A -- 2026-01-01 (aka "Zenith")\nZenith: uses B -- 2026-01-01 (aka "Omega")\n'
        "Other: uses C -- 2026-01-01\n"
    )
    keys = {name: aliases.key_of_name(name) for name in ("ACME", "zenith", "Omega", "Other")}
    assert keys["ACME"] == keys["zenith"] == keys["Omega"] != keys["Other"]
    assert aliases.name_of(keys["Omega"]) == "Acme"


def test_the_order_of_declarations_does_not_matter() -> None:
    lines = [
        'Acme: uses A -- 2026-01-01 (aka "Zenith")\n',
        'Omega: uses B -- 2026-01-01 (aka "Zenith")\n',
        "Zenith: uses C -- 2026-01-01\n",
    ]
    for order in itertools.permutations(lines):
        aliases = index_of("".join(order))
        assert len({aliases.key_of_name(name) for name in ("Acme", "Omega", "Zenith")}) == 1


def slow_look_alikes(forms: list[str]) -> set[tuple[str, str, int]]:
    found = set()
    for left, right in itertools.combinations(dict.fromkeys(forms), 2):
        shortest = min(len(left), len(right))
        limit = 2 if shortest >= 8 else 1
        edits = edit_distance(left, right, 2)
        if shortest >= 4 and edits <= limit and count_of(left) == count_of(right):
            found.add((left, right, edits))
    return found


NAMES = st.lists(st.text("ab1", min_size=2, max_size=10), max_size=12)


@given(NAMES)
def test_neighbourhood_finds_what_comparing_all_pairs_finds(forms: list[str]) -> None:
    assert set(look_alikes({form: form for form in forms})) == slow_look_alikes(forms)


@pytest.mark.slow
def test_many_names_are_compared_as_few_are() -> None:
    names = {f"{left}{right}keeper": "" for left in SYLLABLES for right in SYLLABLES}
    names |= dict.fromkeys(("warehouseman", "warehousman"), "")
    assert len(names) > 2000
    near = [pair for pair in look_alikes(names) if "warehouseman" in pair]
    assert near == [("warehouseman", "warehousman", 1)]


SYLLABLES = [
    "".join(pair) + end for pair in itertools.product("bdfgklmnprst", "aiou") for end in "x"
]


@pytest.mark.parametrize(
    ("left", "right"),
    [("web-1", "web-2"), ("cell A", "cell B"), ("shard-a", "shard-b"), ("api v1", "apy v2")],
)
def test_names_that_are_counted_are_not_misspelt(left: str, right: str) -> None:
    assert look_alikes({form_of(left): left, form_of(right): right}) == []


@pytest.mark.parametrize(
    ("left", "right", "edits"),
    [("acme", "acma", 1), ("acme", "acme", 0), ("acme", "acm", 1), ("kitten", "sitting", 3)],
)
def test_edit_distance(left: str, right: str, edits: int) -> None:
    assert edit_distance(left, right, 5) == edits
    assert edit_distance(right, left, 5) == edits
