"""What cannot be read is a gap with a reason; it is tried again when it changes, and not before."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.codegraph.lab import in_memory, is_as_new, later_clock, put, read, warm
from tmf_memory.codegraph.lookup import FoundEdge
from tmf_memory.codegraph.shown import Presenter
from tmf_memory.codegraph.warm import WarmOptions, refresh, what_is_stale
from tmf_memory.kernel.worktree import SourceFile, Worktree

MINIFIED = "{" + ",".join(f'"key{number}":{number}' for number in range(3000)) + "}"


def minified(root: Path) -> None:
    put(root, {"a.json": MINIFIED})


def broken_link(root: Path) -> None:
    (root / "a.json").symlink_to("nowhere.json")


def too_large(root: Path) -> None:
    put(root, {"a.json": b" " * 1_000_001})


def binary(root: Path) -> None:
    put(root, {"a.json": b"\0"})


LEFT_OUT: dict[str, tuple[Callable[[Path], None], str]] = {
    "minified": (minified, "minified"),
    "a broken link": (broken_link, "broken symlink"),
    "too large": (too_large, "larger than 1000000 bytes"),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_has_a_reason_and_is_not_looked_at_again(
    name: str, tmp_path: Path
) -> None:
    make, reason = LEFT_OUT[name]
    put(tmp_path, {"b.py": "x = 1\n"})
    make(tmp_path)
    memory = in_memory(tmp_path, later_clock())
    summary = warm(memory)
    assert [(gap.path, gap.reason) for gap in summary.gaps] == [("a.json", reason)]
    assert not what_is_stale(memory)


@pytest.mark.parametrize("name", LEFT_OUT)
@pytest.mark.parametrize("repair", ["replaced", "deleted"])
def test_a_gap_goes_away_with_its_cause_alone(name: str, repair: str, tmp_path: Path) -> None:
    put(tmp_path, {"b.py": "x = 1\n"})
    LEFT_OUT[name][0](tmp_path)
    memory = in_memory(tmp_path)
    warm(memory)
    (tmp_path / "a.json").unlink()
    if repair == "replaced":
        put(tmp_path, {"a.json": '{"key": 1}'})
    assert read(memory).gaps == ()
    assert is_as_new(memory)


@pytest.mark.parametrize("name", [*LEFT_OUT, "binary"])
def test_a_file_that_becomes_unreadable_loses_its_claims(name: str, tmp_path: Path) -> None:
    put(tmp_path, {"b.py": "x = 1\n", "a.json": '{"key": 1}'})
    memory = in_memory(tmp_path)
    warm(memory)
    (tmp_path / "a.json").unlink()
    {**LEFT_OUT, "binary": (binary, "")}[name][0](tmp_path)
    assert [gap.path for gap in read(memory).gaps] == ["a.json"]
    assert is_as_new(memory)


class VanishingWorktree(Worktree):
    """A tree whose `gone.py` is deleted (or made a directory) between the walk and the read."""

    replaced = False

    def read(self, path: str) -> SourceFile:
        place = self.root / path
        if path == "gone.py" and place.is_file():
            place.unlink()
            if self.replaced:
                place.mkdir()
        return super().read(path)


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("known_before", [False, True])
def test_a_file_that_goes_between_walk_and_read_is_simply_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, known_before: bool, replaced: bool
) -> None:
    put(tmp_path, {"a.py": "x = 1\n", "gone.py": "def f():\n    return 1\n"})
    memory = in_memory(tmp_path)
    if known_before:
        warm(memory)
        put(tmp_path, {"gone.py": "def f():\n    return 2\n"})
    monkeypatch.setattr("tmf_memory.codegraph.derive.Worktree", VanishingWorktree)
    monkeypatch.setattr(VanishingWorktree, "replaced", replaced)
    assert read(memory).gaps == ()
    assert set(memory.claims.manifest.files) == {"a.py"}
    assert not what_is_stale(memory).removed
    assert is_as_new(memory)


def test_a_locked_file_is_tried_again_when_it_is_unlocked(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root can read everything")
    put(tmp_path, {"a.py": "x = 1\n"}).joinpath("a.py").chmod(0)
    memory = in_memory(tmp_path)
    assert [gap.reason for gap in warm(memory).gaps] == ["permission denied"]
    (tmp_path / "a.py").chmod(0o600)
    assert read(memory).gaps == ()
    assert is_as_new(memory)


LIMITED = {
    "a.py": "def helper():\n    return 1\n",
    "b.py": "from a import helper\n\ndef use():\n    return helper()\n",
    "c.py": "def other():\n    return 1\n",
    "d.json": '{"key": 1}',
    "e.py": "import a\n\ndef use():\n    return a.helper()\n",
}


def test_work_that_was_put_off_is_done_by_the_next_read(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED), later_clock())
    warm(memory)
    put(tmp_path, {"a.py": "def renamed():\n    return 1\n", "c.py": "def another(): ...\n"})
    late = refresh(memory, WarmOptions(jobs=1, max_stale_ms=-1)).gaps
    assert [gap.path for gap in late] == ["c.py", "e.py"]
    assert {gap.reason for gap in late} == {"not refreshed within -1 ms"}
    assert set(what_is_stale(memory).check) == {"c.py", "e.py"}
    edges = [FoundEdge("e.py", edge) for edge in memory.claims.links("e.py").edges]
    assert not any(Presenter(memory).show_edge(edge).fresh for edge in edges)
    assert read(memory).gaps == ()
    assert is_as_new(memory)


def test_a_bounded_read_of_much_forgets_nothing(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED), later_clock())
    warm(memory)
    put(tmp_path, {path: text + "\n\n" for path, text in LIMITED.items()})
    refresh(memory, WarmOptions(jobs=1, max_stale_ms=-1))
    assert set(memory.claims.manifest.files) == set(LIMITED)


def test_a_warm_of_some_paths_leaves_the_others_for_later(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED), later_clock())
    warm(memory)
    put(tmp_path, {"a.py": "def renamed(): ...\n", "c.py": "def another(): ...\n"})
    (tmp_path / "d.json").unlink()
    refresh(memory, WarmOptions(jobs=1, explicit=True, only=["a.py"]))
    assert set(what_is_stale(memory).check) == {"c.py"}
    assert what_is_stale(memory).removed == ("d.json",)
    read(memory)
    assert is_as_new(memory)


def test_a_warm_of_a_folder_is_one_of_everything_in_it(tmp_path: Path) -> None:
    inside = {"pkg/a.py": "X = 1\n", "pkg/sub/b.py": "X = 1\n"}
    outside = {"pkgs.py": "X = 1\n", "other/pkg/c.py": "X = 1\n"}
    memory = in_memory(put(tmp_path, {**inside, **outside}), later_clock())
    warm(memory)
    put(tmp_path, dict.fromkeys((*inside, *outside), "X = 22\n"))
    summary = refresh(memory, WarmOptions(jobs=1, explicit=True, only=["pkg"]))
    assert summary.rederived == 2
    assert set(what_is_stale(memory).check) == set(outside)
    assert refresh(memory, WarmOptions(jobs=1, explicit=True, only=[""])).rederived == 2


ASKED = {
    "missing.py": "there is no such file",
    "notes.txt": "no extractor for this kind of file (tmf languages)",
    "empty": "it is a directory, not a file",
    "ignored.py": "it is ignored, or lies in a directory that is not read",
}


@pytest.mark.parametrize("path", ASKED)
def test_a_warm_of_what_is_not_read_says_why(path: str, tmp_path: Path) -> None:
    put(tmp_path, {**LIMITED, "notes.txt": "", "ignored.py": "", ".gitignore": "ignored.py\n"})
    (tmp_path / "empty").mkdir()
    memory = in_memory(tmp_path)
    warm(memory)
    gaps = refresh(memory, WarmOptions(jobs=1, explicit=True, only=[path, "a.py"])).gaps
    assert [(gap.path, gap.reason) for gap in gaps] == [(path, ASKED[path])]


def test_a_warm_of_some_paths_survives_that_a_dependent_is_gone(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED))
    warm(memory)
    put(tmp_path, {"a.py": "def renamed(): ...\n"})
    (tmp_path / "b.py").unlink()
    refresh(memory, WarmOptions(jobs=1, explicit=True, only=["a.py"]))
    read(memory)
    assert is_as_new(memory)


def test_a_first_warm_of_some_paths_is_no_repair(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED))
    summary = refresh(memory, WarmOptions(jobs=1, explicit=True, only=["a.py"]))
    assert summary.gaps == ()
    assert is_as_new(memory)


def test_an_edit_of_a_small_tree_derives_that_file_only(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, LIMITED), later_clock())
    warm(memory)
    put(tmp_path, {"c.py": "def another(): ...\n"})
    summary = read(memory)
    assert (summary.rederived, summary.reused) == (1, 4)
    assert is_as_new(memory)


def test_a_touched_tree_is_hashed_and_not_derived(tmp_path: Path) -> None:
    files = {f"m{number}.py": f"X = {number}\n" for number in range(60)}
    memory = in_memory(put(tmp_path, files), later_clock())
    warm(memory)
    for path in files:
        os.utime(tmp_path / path, (1, 1))
    assert read(memory).rederived == 0
    assert not what_is_stale(memory).check


def test_a_store_grows_with_its_tree(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, {"a.py": "X = 1\n"}), later_clock())
    warm(memory)
    for number in range(10):
        put(tmp_path, {f"m{number}_{n}.py": f"X{n} = {n}\n" for n in range(10)})
        read(memory)
    assert memory.claims.manifest.layout.shards >= 4
    assert is_as_new(memory)
