"""A table updated step by step equals one that was built at once; damage is no empty answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.codegraph.posting_table import PostingTable
from tmf_memory.codegraph.table_keys import bare_name, simple_name
from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.store.memory import MemoryStore

KEYS_OF_FILE = st.dictionaries(
    st.integers(0, 6), st.frozensets(st.sampled_from("abcdef"), max_size=4), max_size=6
)


def inverted(files: dict[int, frozenset[str]]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for number, keys in files.items():
        for key in keys:
            found.setdefault(key, set()).add(number)
    return found


@given(KEYS_OF_FILE, KEYS_OF_FILE, st.sampled_from([1, 4]))
def test_update_equals_rebuild(
    before: dict[int, frozenset[str]], edit: dict[int, frozenset[str]], buckets: int
) -> None:
    store = MemoryStore()
    table = PostingTable(store, "names", buckets)
    table.rebuild(inverted(before))
    touched = {number: before.get(number, frozenset()) for number in edit}
    table.update(inverted(touched), inverted(edit))
    expected = {key: sorted(found) for key, found in inverted({**before, **edit}).items()}
    assert table.items() == expected
    assert PostingTable(store, "names", buckets).items() == expected


def test_keys_with_one_start_lie_in_one_bucket() -> None:
    store = MemoryStore()
    table = PostingTable(store, "dependents", 8)
    table.rebuild({"7:C": [2], "7:C.m": [9, 4], "70:C": [1], "7": [3]})
    assert dict(table.starting("7:")) == {"7:C": [2], "7:C.m": [4, 9]}
    assert dict(table.starting("7")) == {"7:C": [2], "7:C.m": [4, 9], "70:C": [1], "7": [3]}
    filled = [name for name in store.names("dependents/") if "7:C" in str(store.read(name))]
    assert [store.read(name) for name in filled] == [{"7": [3], "7:C": [2], "7:C.m": [4, 5]}]


def test_a_missing_bucket_is_damage() -> None:
    store = MemoryStore()
    PostingTable(store, "names", 1).rebuild({"a": [1]})
    store.remove("names/00")
    with pytest.raises(CorruptDocumentError):
        PostingTable(store, "names", 1).get("a")


def test_an_update_that_changes_nothing_writes_nothing() -> None:
    store = MemoryStore()
    table = PostingTable(store, "names", 1)
    table.rebuild({"a": [1]})
    store.remove("names/00")
    table.update({"a": {1}}, {"a": {1}})
    assert store.names("names/") == []


@pytest.mark.parametrize(
    ("qualname", "bare", "simple"),
    [
        ("f", "f", "f"),
        ("C.m", "C.m", "m"),
        ("C.m#2", "C.m#2", "m"),
        ("Order.send(int,java.util.List<String>)", "Order.send", "send"),
        ("Order.send()", "Order.send", "send"),
        ("a.run.<anon#1>.call()", "a.run.<anon#1>.call", "call"),
        ("tool.ruff.line-length", "tool.ruff.line-length", "line-length"),
        ("", "", ""),
    ],
)
def test_the_name_people_type(qualname: str, bare: str, simple: str) -> None:
    assert (bare_name(qualname), simple_name(qualname)) == (bare, simple)
