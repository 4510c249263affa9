"""The index format: what is read of it, and that bad bytes are one named error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.codegraph.scip.made import document, field, index, occurrence, varint
from tmf_memory.codegraph.scip.index import (
    Document,
    Encoding,
    Metadata,
    Occurrence,
    Role,
    Sort,
    last_descriptor,
    read_documents,
    read_metadata,
    read_paths,
)
from tmf_memory.kernel.errors import ScipIndexError

REAL = Path(__file__).parents[1] / "sources" / "scip" / "index.scip"


def test_an_index_is_read_from_its_wire_format() -> None:
    definition = field(1, varint(300) + varint(4) + varint(9)) + field(2, b"m/f().") + field(3, 9)
    reference = (
        field(2, b"m/f().") + field(1, b"\x00\x80\x01\x05\x02") + varint(7 << 3 | 5) + b"four"
    )
    made = document(
        "ä.py", field(2, definition + field(99, b"new")), field(2, reference), field(6, 1)
    )
    data = memoryview(index(made))
    assert read_metadata(data) == Metadata("by-hand 1", "file:///somewhere/else")
    assert read_paths(data) == ["ä.py"]
    assert list(read_documents(data)) == [
        Document(
            "ä.py",
            (
                Occurrence(300, 4, 9, "m/f().", Role.DEFINITION),
                Occurrence(0, 128, None, "m/f().", Role(0)),
            ),
            (),
            Encoding.UTF8,
        )
    ]


def test_an_occurrence_without_place_or_symbol_is_left_out() -> None:
    data = index(document("a.py", occurrence((1, 2), "m/f()."), occurrence((1, 2, 3), "")))
    assert [one.occurrences for one in read_documents(memoryview(data))] == [()]


SYMBOLS = [
    ("scip-python python shop 1 `shop.stock`/Shelf#take().", ("take", Sort.METHOD)),
    ("scip-java maven a b 1 shop/Shelf#take(+1).", ("take", Sort.METHOD)),
    ("scip-python python shop 1 `shop.stock`/Shelf#", ("Shelf", Sort.TYPE)),
    ("scip-python python shop 1 `shop.stock`/LOW.LOW.", ("LOW", Sort.TERM)),
    ("scip-python python shop 1 `shop.stock`/__init__:", ("__init__", Sort.MODULE)),
    ("semanticdb maven a b 1 shop/", ("shop", Sort.MODULE)),
    ("x y z 1 `odd ``name`` here`#", ("odd `name` here", Sort.TYPE)),
    ("x y z 1 f().(parameter)", None),
    ("x y z 1 Box#[T]", None),
    ("x y z 1 macro!", None),
    ("local 7", None),
    ("", None),
]


@pytest.mark.parametrize(("symbol", "named"), SYMBOLS)
def test_a_symbol_ends_in_a_name_and_a_sort(symbol: str, named: tuple[str, Sort] | None) -> None:
    assert last_descriptor(symbol) == named


BAD = {
    "empty": (b"", "it is no SCIP index: it has no metadata"),
    "text": (b"hello, this is no index\n", "it is not protobuf"),
    "json": (b'{"metadata": {}}', "it is not protobuf"),
    "a field number of 0": (b"\x02\x00", "it is not protobuf"),
    "another protobuf": (field(9, b"x"), "it is no SCIP index: it has no metadata"),
    "a number that never ends": (b"\x0a" + b"\xff" * 20, "it is cut off, or not protobuf"),
    "longer than it is": (b"\x0a\x7fshort", "it is cut off, or not protobuf"),
    "a number for a message": (
        field(1, 5),
        "a number stands where the format has text or a message",
    ),
    "no UTF-8": (index(document(b"\xff.py")), "a text in it is not UTF-8"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_bytes_are_a_named_error(case: str) -> None:
    data, reason = BAD[case]
    with pytest.raises(ScipIndexError) as raised:
        (read_metadata(memoryview(data)), list(read_documents(memoryview(data))))
    assert str(raised.value) == reason


@given(st.integers(0, REAL.stat().st_size - 1), st.binary(max_size=4))
def test_a_real_index_that_was_damaged_is_read_or_refused(at: int, instead: bytes) -> None:
    data = REAL.read_bytes()
    damaged = memoryview(data[:at] + instead + (data[at + len(instead) :] if instead else b""))
    try:
        read_metadata(damaged)
        found = list(read_documents(damaged))
    except ScipIndexError:
        return
    assert all(isinstance(one, Document) for one in found)
