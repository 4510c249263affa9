"""What is written to a shard comes back as it was."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.codegraph.link_records import (
    COUNTED_ONLY,
    decode_consulted,
    decode_links,
    encode_links,
)
from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.model import (
    Edge,
    EdgeKind,
    Scope,
    Symbol,
    SymbolKey,
    Unresolved,
    UnresolvedReason,
)
from tmf_memory.codegraph.records import decode_symbols, encode_symbols
from tmf_memory.codegraph.short_names import lengthen, shorten

PATHS = ("a.py", "b.py", "c/d.py")
NAMES = st.sampled_from(["", "f", "C.m", "C.m#2", "é"])
LINES = st.integers(1, 10**6)
KEYS = st.builds(SymbolKey, st.sampled_from(PATHS), NAMES)
SYMBOLS = st.builds(
    Symbol,
    st.sampled_from(Scope),
    NAMES,
    LINES,
    LINES,
    st.sampled_from(["", "ab" * 16]),
    st.dictionaries(st.sampled_from(["signature", "value"]), st.text(max_size=5)),
)
EDGES = st.builds(
    Edge,
    st.sampled_from(EdgeKind),
    KEYS,
    KEYS,
    st.lists(LINES, max_size=3).map(tuple),
    st.lists(KEYS, max_size=2).map(tuple),
)
UNRESOLVED = st.builds(
    Unresolved,
    st.sampled_from(EdgeKind),
    NAMES,
    st.text(max_size=8),
    LINES,
    st.sampled_from(UnresolvedReason),
)
NAME_SETS = st.frozensets(st.sampled_from(["x", "C.m", "*"]))
LINKED = st.builds(
    LinkedFile,
    st.lists(EDGES, max_size=6).map(tuple),
    st.lists(UNRESOLVED, max_size=6).map(tuple),
    st.dictionaries(st.sampled_from(PATHS[1:]), NAME_SETS),
    st.frozensets(st.sampled_from(["os", "typing"])),
)


@given(st.lists(SYMBOLS).map(tuple))
def test_symbols_survive_json(symbols: tuple[Symbol, ...]) -> None:
    assert decode_symbols(json.loads(json.dumps(encode_symbols(symbols)))) == symbols


@given(LINKED)
def test_links_survive_json(linked: LinkedFile) -> None:
    row = json.loads(json.dumps(encode_links("a.py", linked, PATHS.index)))
    back = decode_links("a.py", row, lambda number: PATHS[number])
    assert sorted(back.edges, key=repr) == sorted(linked.edges, key=repr)
    kept = [one for one in linked.unresolved if one.reason not in COUNTED_ONLY]
    assert sorted(back.unresolved, key=repr) == sorted(kept, key=repr)
    assert set(decode_consulted(row, PATHS.__getitem__)) == linked.consulted.keys()


def test_a_file_does_not_rest_on_itself() -> None:
    linked = LinkedFile((), (), {"a.py": frozenset({"x"})}, frozenset())
    row = encode_links("a.py", linked, PATHS.index)
    assert decode_consulted(row, PATHS.__getitem__) == []


@given(st.lists(st.text(alphabet="ab.=", max_size=7)))
def test_names_are_as_they_were(names: list[str]) -> None:
    assert lengthen(json.loads(json.dumps(shorten(names)))) == names


def test_names_leave_out_what_they_share() -> None:
    names = ["", "Order", "Order.send", "Order.send.retry", "Order.sum", "main", ".env", "=x"]
    assert shorten(names) == ["", "Order", ".send", "..retry", ".sum", "main", "=.env", "==x"]
