"""Feedback follows a claim through renames, and identity moves only when that is beyond doubt."""

from __future__ import annotations

import pytest

from tests.fakes.clock import FakeClock
from tmf_memory.codegraph.feedback import (
    FeedbackEvent,
    Verdict,
    read_feedback,
    read_moves,
    record_feedback,
    record_moves,
)
from tmf_memory.codegraph.identity import find_renames
from tmf_memory.codegraph.manifest import FileRow
from tmf_memory.kernel.store.memory import MemoryStore

EVENT = FeedbackEvent(Verdict.VERIFIED, "ran it", "2026-01-02T03:04:05+00:00", "b1")


def files(**blobs: str) -> dict[str, FileRow]:
    return {
        f"{name}.py": FileRow(number, blob, 1, 1, 1, "python", "", 1, 0, 0)
        for number, (name, blob) in enumerate(blobs.items())
    }


RENAMES = {
    "one file moved": (files(a="x"), files(b="x"), (("a.py", "b.py"),)),
    "two files moved": (
        files(a="x", c="y"),
        files(b="x", d="y"),
        (("a.py", "b.py"), ("c.py", "d.py")),
    ),
    "copied, the old one stays": (files(a="x"), files(a="x", b="x"), ()),
    "moved to two places": (files(a="x"), files(b="x", c="x"), ()),
    "two equal files, one new": (files(a="x", b="x"), files(c="x"), ()),
    "moved and edited": (files(a="x"), files(b="y"), ()),
    "only deleted": (files(a="x"), files(), ()),
}


@pytest.mark.parametrize("name", RENAMES)
def test_find_renames(name: str) -> None:
    before, after, expected = RENAMES[name]
    assert find_renames(before, after) == expected


def test_feedback_follows_a_file_through_two_renames_and_a_reused_name() -> None:
    store, clock = MemoryStore(), FakeClock()
    record_feedback(store, clock, ("function", "a.py", "f"), EVENT)
    record_moves(store, [("a.py", "b.py")])
    record_feedback(
        store, clock, ("function", "a.py", "f"), FeedbackEvent(Verdict.USAGE, "", "", "")
    )
    record_moves(store, [("b.py", "c.py")])
    found = read_feedback(store)
    assert found[("function", "c.py", "f")] == (EVENT,)
    assert [one.verdict for one in found[("function", "a.py", "f")]] == [Verdict.USAGE]
    assert read_moves(store) == {"a.py": "c.py", "b.py": "c.py"}


def test_a_file_that_comes_back_under_its_old_name_has_no_move() -> None:
    store = MemoryStore()
    record_moves(store, [("a.py", "b.py"), ("b.py", "a.py")])
    assert read_moves(store) == {"b.py": "a.py"}


def test_the_time_of_feedback_is_the_clocks() -> None:
    store = MemoryStore()
    key = ("class", "a.py", "C")
    record_feedback(store, FakeClock(), key, FeedbackEvent(Verdict.HUNCH, "", "", "b"))
    assert read_feedback(store)[key][0].at == "2026-01-02T03:04:05+00:00"
