"""Claim ids come from identity alone, lead to the file's shard, and are read back from prefixes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.codegraph.claim_id import claim_id, edge_id, parse_id, path_digits
from tmf_memory.codegraph.model import EdgeKind, Scope, SymbolKey

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)


def test_an_id_is_pinned_for_ever() -> None:
    assert claim_id(Scope.FUNCTION, "a.py", "f") == "claim_function_f0deb1baf0f2df66"


@given(ANY_TEXT, ANY_TEXT, st.sampled_from(Scope))
def test_an_id_begins_with_its_paths_digits_and_is_parsed_back(
    path: str, qualname: str, scope: Scope
) -> None:
    whole = claim_id(scope, path, qualname)
    assert parse_id(whole) == (scope.value, whole.rpartition("_")[2])
    assert whole.rpartition("_")[2].startswith(path_digits(path))


def test_identity_is_scope_path_and_qualname() -> None:
    ids = {
        claim_id(Scope.FUNCTION, "a.py", "f"),
        claim_id(Scope.CLASS, "a.py", "f"),
        claim_id(Scope.FUNCTION, "b.py", "f"),
        claim_id(Scope.FUNCTION, "a.py", "g"),
    }
    assert len(ids) == 4


def test_an_edge_lives_with_its_source() -> None:
    source, target = SymbolKey("a.py", "f"), SymbolKey("b.py", "g")
    forward = edge_id(EdgeKind.CALLS, source, target)
    assert forward.startswith(f"claim_edge_{path_digits('a.py')}")
    assert forward != edge_id(EdgeKind.READS, source, target)
    assert forward != edge_id(EdgeKind.CALLS, target, source)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("claim_function_ab12", ("function", "ab12")),
        ("ab12", ("", "ab12")),
        ("claim_edge_0", ("edge", "0")),
        ("claim_function_", None),
        ("claim_function_xyz", None),
        ("Queryset.filter", None),
        ("", None),
        ("0123456789abcdef0", None),
    ],
)
def test_parse_id(text: str, expected: tuple[str, str] | None) -> None:
    assert parse_id(text) == expected
