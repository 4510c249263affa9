"""Which directory a command works on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tmf_memory.cli.repository import repository_root
from tmf_memory.kernel.errors import RepositoryNotFoundError


@pytest.mark.parametrize("marker", [".git", ".tmf"])
def test_nearest_repository_around_the_current_directory(
    marker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "outer" / "inner"
    for folder in (inner.parent / ".git", inner / marker):
        folder.mkdir(parents=True)
        (folder / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (inner / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(inner / "a" / "b")
    assert repository_root(None) == inner.resolve()


def test_git_file_of_a_linked_worktree_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    assert repository_root(None) == tmp_path.resolve()


def test_given_directory_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a").mkdir()
    assert repository_root(str(tmp_path / "a")) == (tmp_path / "a").resolve()


@pytest.mark.parametrize("given", ["missing", "file", "a\0b", "loop"])
def test_what_is_no_directory_is_named(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("", encoding="utf-8")
    Path("loop").symlink_to("loop")
    with pytest.raises(RepositoryNotFoundError):
        repository_root(given)
