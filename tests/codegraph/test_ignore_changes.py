"""Ignore rules and times that change between two reads, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.codegraph.lab import on_disk, put, read, warm

FAR_AHEAD_NS = 4_102_444_800_000_000_000  # 2100


@pytest.mark.parametrize("rules", [".git/info/exclude", ".gitignore", ".tmfignore"])
def test_a_read_notices_that_a_file_is_ignored_now_and_then_is_not(
    tmp_path: Path, rules: str
) -> None:
    put(tmp_path, {"a.py": "def a(): pass\n", "b.py": "def b(): pass\n", ".git/HEAD": "ref: x\n"})
    put(tmp_path, {".git/objects/x": "", ".git/refs/x": "", rules: "# nothing\n"})
    memory = on_disk(tmp_path)
    assert warm(memory).files == 2
    put(tmp_path, {rules: "b.py\n"})
    assert (read(memory).removed, sorted(memory.claims.manifest.files)) == (1, ["a.py"])
    put(tmp_path, {rules: "# nothing\n"})
    assert (read(memory).rederived, sorted(memory.claims.manifest.files)) == (1, ["a.py", "b.py"])


def test_a_file_from_the_future_is_told_by_its_content(tmp_path: Path) -> None:
    put(tmp_path, {"a.py": "def a(): return 1\n"})
    os.utime(tmp_path / "a.py", ns=(FAR_AHEAD_NS, FAR_AHEAD_NS))
    memory = on_disk(tmp_path)
    warm(memory)
    assert read(memory).rederived == 0
    put(tmp_path, {"a.py": "def a(): return 2\n"})
    os.utime(tmp_path / "a.py", ns=(FAR_AHEAD_NS, FAR_AHEAD_NS))
    assert read(memory).rederived == 1
    assert read(memory).rederived == 0
