"""Rows kept as bytes come back as they were, and linking in portions gives the same links."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegraph.lab import in_memory, put, warm
from tests.codegraph.state import logical_state
from tmf_memory.codegraph import batch
from tmf_memory.codegraph.packed import PackedEntries, PackedRows
from tmf_memory.codegraph.records import LEFT_OUT

ROW = ["blob", "python", 1, "", [[0, "a\udc80", 1, 2.5, None]], {"n": [True, "é"]}]


def test_a_row_comes_back_as_it_was_and_as_a_new_one() -> None:
    rows = PackedRows()
    rows.put("a.py", ROW)
    assert rows["a.py"] == ROW
    assert rows["a.py"] is not rows["a.py"]
    assert ("a.py" in rows, "b.py" in rows, len(rows), list(rows)) == (True, False, 1, ["a.py"])
    with pytest.raises(KeyError):
        rows["b.py"]


def test_a_surface_is_asked_for_alone_and_left_out_where_there_is_one() -> None:
    entries = PackedEntries()
    entries.put("a.py", ROW)
    entries.put("b.toml", [*ROW[:-1], None])
    assert (entries["a.py"], entries.surface("a.py")) == (ROW, ROW[-1])
    for path in entries:
        entries.leave_out_surface(path)
    assert entries["a.py"] == [*ROW[:-1], LEFT_OUT]
    assert entries.surface("b.toml") is None


@pytest.mark.slow
def test_links_do_not_depend_on_how_many_files_are_linked_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {
        f"m{n}.py": f"from m{(n + 1) % 9} import A as B\n\n\nclass A(B):\n    def f(self):\n"
        f"        return B().f()\n"
        for n in range(9)
    }
    put(tmp_path, modules)
    states = []
    for together in (1, 2, 4, 1000):
        monkeypatch.setattr(batch, "_LINKED_TOGETHER", together)
        memory = in_memory(tmp_path)
        warm(memory)
        states.append(logical_state(memory))
    assert states == states[:1] * 4
