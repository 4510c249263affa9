"""Words become terms, documents an index; a changed index equals a new one, and reads little."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.text.index import Concept, TextIndex
from tmf_memory.kernel.text.tokens import analyze, identifier_terms, part_terms

PARTS = {
    "getFileName": ["get", "file", "name"],
    "HTTPServer": ["http", "server"],
    "snake_case_word": ["snak", "case", "word"],
    "os.path.join": ["os", "path", "join"],
    "utf16": ["utf", "16"],
    "the of and": [],
    "parsing parsed parses": ["pars", "pars", "pars"],
    "数据": ["数", "据", "数据"],
    "": [],
}


@pytest.mark.parametrize("text", PARTS)
def test_words_are_taken_apart(text: str) -> None:
    assert part_terms(text) == PARTS[text]


def test_an_identifier_glued_to_cjk_is_still_found() -> None:
    assert {"cart", "total", "计", "算", "计算"} <= set(part_terms("计算cart_total"))


def test_any_convention_gives_one_whole() -> None:
    spelled = ("get_file", "getFile", "GetFile")
    assert all("getfile" in identifier_terms(one) for one in spelled)


def test_a_field_counts_by_its_weight_and_an_unweighted_one_not_at_all() -> None:
    fields = {"name": "tax", "body": "tax rate", "other": "hidden"}
    assert analyze(fields, {"name": 3, "body": 1}) == {"tax": 4, "rate": 1}


GROUPS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.lists(
        st.dictionaries(st.sampled_from(["tax", "row", "cart"]), st.integers(1, 30)), max_size=3
    ),
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(
    first=GROUPS, steps=st.lists(st.tuples(st.sets(st.sampled_from("abcdef")), GROUPS), max_size=4)
)
def test_add_replace_and_remove_equal_a_rebuild(
    first: dict[str, list[dict[str, int]]],
    steps: list[tuple[set[str], dict[str, list[dict[str, int]]]]],
) -> None:
    index, state = TextIndex(MemoryStore()), dict(first)
    index.rebuild(sorted(first.items()))
    for removed, added in steps:
        index.replace(removed, added)
        state = {group: docs for group, docs in state.items() if group not in removed} | added
    clean = TextIndex(MemoryStore())
    clean.rebuild(sorted(state.items()))
    assert index.dump() == clean.dump()
    query = {"tax": 1.0, "row": 0.5}
    found, expected = (one.search(query, limit=50) for one in (index, clean))
    assert [(hit.group, hit.ordinal) for hit in found] == [
        (hit.group, hit.ordinal) for hit in expected
    ]


class Watched(MemoryStore):
    """Remembers which documents were read."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def read(self, name: str) -> Json:
        self.seen.append(name)
        return super().read(name)


def test_a_cold_query_reads_only_the_buckets_of_its_terms() -> None:
    store = Watched()
    docs = [(f"g{n}", [{f"{n:03d}word{k}": 3 for k in range(100)}]) for n in range(400)]
    TextIndex(store).rebuild(docs)
    buckets = [name for name in store.names("text/") if "/terms/" in name]
    assert len(buckets) > 4
    store.seen.clear()
    hits = TextIndex(store).find([Concept({"007word1": 1.0})], limit=5).hits
    assert [hit.group for hit in hits] == ["g7"]
    assert len([name for name in store.seen if "/terms/" in name]) == 1


def test_ties_come_in_a_fixed_order() -> None:
    index = TextIndex(MemoryStore())
    index.rebuild([(group, [{"tax": 3}]) for group in "cab"])
    assert [hit.group for hit in index.search({"tax": 1.0}, limit=3)] == ["a", "b", "c"]
