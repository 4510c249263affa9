"""Reading one file, and nothing outside the root, on disk and in the fake."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fakes.trees import FakeWorktree, write_tree
from tmf_memory.kernel.errors import PathOutsideRootError, UnreadableFileError
from tmf_memory.kernel.worktree import FileStat, SourceFile, SourceTree, Worktree, blob_id

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs POSIX file kinds")
TREE = "a.py: x = 1\nsub/b.py\n中/é.py"
OUTSIDE = ["../x", "/etc/hostname", "sub/../../x", "..", "a\0b", "", ".", "sub/.."]


@pytest.fixture(params=["disk", "fake"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> SourceTree:
    if request.param == "fake":
        return FakeWorktree(TREE)
    write_tree(tmp_path, "x: outside")
    return Worktree(write_tree(tmp_path / "root", TREE))


def test_read_returns_bytes_and_blob(tree: SourceTree) -> None:
    assert tree.read("a.py") == SourceFile("a.py", b"x = 1\n", blob_id(b"x = 1\n"))
    assert tree.read("中/é.py").data == b""


@pytest.mark.parametrize("path", OUTSIDE)
def test_paths_that_leave_the_root(tree: SourceTree, path: str) -> None:
    with pytest.raises(PathOutsideRootError):
        tree.read(path)
    with pytest.raises(PathOutsideRootError):
        tree.stat(path)


def test_missing_file(tree: SourceTree) -> None:
    assert tree.stat("missing.py") is None
    with pytest.raises(UnreadableFileError) as caught:
        tree.read("missing.py")
    assert caught.value.reason == "no such file or directory"


def test_stat_agrees_with_scan(tree: SourceTree) -> None:
    files = tree.scan().files
    assert sorted(files) == ["a.py", "sub/b.py", "中/é.py"]
    assert {path: tree.stat(path) for path in files} == files


def test_stat_of_a_directory_is_none(tree: SourceTree) -> None:
    assert tree.stat("sub") is None


def test_fake_worktree_changes_like_a_disk() -> None:
    fake = FakeWorktree("a.py: x = 1")
    before = fake.stat("a.py")
    fake.put("a.py", "x = 2\n")
    after = fake.stat("a.py")
    assert isinstance(before, FileStat)
    assert isinstance(after, FileStat)
    assert after.mtime_ns > before.mtime_ns
    fake.rename("a.py", "b.py")
    assert list(fake.scan().files) == ["b.py"]
    fake.delete("b.py")
    assert list(fake.scan().files) == []


LINKS = [
    # link, target, outcome (bytes, PathOutsideRootError, or the reason)
    ("l.py", "a.py", b"x = 1\n"),
    ("l", "sub", b"in sub\n"),
    ("l.py", "../x", PathOutsideRootError),
    ("l", "..", PathOutsideRootError),
    ("l.py", "/etc/hostname", PathOutsideRootError),
    ("l.py", "../root-2", PathOutsideRootError),
    ("l.py", "nowhere", "no such file or directory"),
]


@posix_only
@pytest.mark.parametrize(("link", "target", "outcome"), LINKS)
def test_read_through_links(
    tmp_path: Path, link: str, target: str, outcome: bytes | str | type[PathOutsideRootError]
) -> None:
    write_tree(tmp_path, "x: outside\nroot-2: outside\nroot/a.py: x = 1\nroot/sub/x: in sub")
    (tmp_path / "root" / link).symlink_to(target)
    path = link if link.endswith(".py") else f"{link}/x"
    worktree = Worktree(tmp_path / "root")
    if isinstance(outcome, bytes):
        assert worktree.read(path).data == outcome
    elif isinstance(outcome, str):
        with pytest.raises(UnreadableFileError, match=outcome):
            worktree.read(path)
    else:
        with pytest.raises(outcome):
            worktree.read(path)


@posix_only
def test_read_never_waits_for_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.py")
    with pytest.raises(UnreadableFileError, match="not a regular file"):
        Worktree(tmp_path).read("p.py")


@posix_only
def test_read_of_a_directory(tmp_path: Path) -> None:
    write_tree(tmp_path, "sub/a.py")
    with pytest.raises(UnreadableFileError) as caught:
        Worktree(tmp_path).read("sub")
    assert caught.value.reason in {"not a regular file", "is a directory"}


def test_read_of_a_file_that_grew_past_the_limit(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py: 12345")
    with pytest.raises(UnreadableFileError, match="larger than 5 bytes"):
        Worktree(tmp_path, max_file_bytes=5).read("a.py")


LONG_LINES = [
    ("bundle.js", b"x" * 30_000, True),
    ("bundle.json", b"[1]" * 10_000, True),
    ("short.json", b"[1]" * 1_000, False),
    ("lines.js", b"let x = 1;\n" * 5_000, False),
    ("table.py", b"x" * 30_000, False),
    ("data.sql", b"x" * 30_000, False),
]


@pytest.mark.parametrize(("path", "data", "is_minified"), LONG_LINES)
def test_read_refuses_minified_files(
    tmp_path: Path, path: str, data: bytes, is_minified: bool
) -> None:
    (tmp_path / path).write_bytes(data)
    worktree = Worktree(tmp_path)
    if is_minified:
        with pytest.raises(UnreadableFileError, match="minified"):
            worktree.read(path)
    else:
        assert worktree.read(path).data == data


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_read_of_a_file_without_permission(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py: x")
    (tmp_path / "a.py").chmod(0)
    with pytest.raises(UnreadableFileError, match="permission denied"):
        Worktree(tmp_path).read("a.py")


ARGUMENTS = [
    # argument, working directory, outcome
    ("a.py", "root", "a.py"),
    ("./a.py", "root", "a.py"),
    ("b.py", "root/sub", "sub/b.py"),
    ("../a.py", "root/sub", "a.py"),
    ("root/a.py", ".", "a.py"),
    ("missing.py", "root/sub", "sub/missing.py"),
    (".", "root", ""),
    ("sub/", "root", "sub"),
    ("../x", "root", None),
    ("/", "root", None),
    ("../root-2/a.py", "root", None),
    ("a\0b", "root", None),
]


@pytest.mark.parametrize(("arg", "cwd", "outcome"), ARGUMENTS)
def test_resolve_argument(tmp_path: Path, arg: str, cwd: str, outcome: str | None) -> None:
    write_tree(tmp_path, "x\nroot-2/a.py\nroot/a.py\nroot/sub/b.py")
    worktree = Worktree(tmp_path / "root")
    if outcome is None:
        with pytest.raises(PathOutsideRootError):
            worktree.resolve_argument(arg, tmp_path / cwd)
    else:
        assert worktree.resolve_argument(arg, tmp_path / cwd) == outcome


def test_resolve_argument_takes_absolute_paths_inside(tmp_path: Path) -> None:
    worktree = Worktree(write_tree(tmp_path, "sub/b.py"))
    assert worktree.resolve_argument(str(tmp_path / "sub" / "b.py"), Path("/")) == "sub/b.py"


@posix_only
def test_root_may_be_reached_through_a_link(tmp_path: Path) -> None:
    write_tree(tmp_path / "real", "a.py: x")
    (tmp_path / "alias").symlink_to("real")
    worktree = Worktree(tmp_path / "alias")
    assert list(worktree.scan().files) == ["a.py"]
    assert worktree.resolve_argument("a.py", tmp_path / "alias") == "a.py"
    assert worktree.resolve_argument(str(tmp_path / "alias" / "a.py"), tmp_path) == "a.py"
