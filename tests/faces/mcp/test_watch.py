"""A tree that changed is never taken for one that did not."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tmf_memory.mcp import watch
from tmf_memory.mcp.watch import TreeWatch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "inner" / "deep").mkdir(parents=True)
    (tmp_path / "inner" / "deep" / "a.py").write_text("a = 1\n")
    (tmp_path / "b.py").write_text("b = 1\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".tmf").mkdir()
    return tmp_path


def can_watch() -> bool:
    """Ask the kernel itself, not the code under test."""
    descriptor = ctypes.CDLL(None).inotify_init1(os.O_CLOEXEC)
    if descriptor >= 0:
        os.close(descriptor)
    return descriptor >= 0


@pytest.fixture
def watching(tree: Path) -> Iterator[TreeWatch]:
    if not can_watch():
        pytest.skip("the kernel has no room for one more queue")
    one = TreeWatch(str(tree))
    one.begin()
    one.finish()
    yield one
    one.close()


def _append(path: Path) -> None:
    with path.open("a") as opened:
        opened.write("more\n")


def _rewrite_with_the_same_size_and_time(path: Path) -> None:
    status = path.stat()
    path.write_text("a = 2\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "append": lambda tree: _append(tree / "b.py"),
    "append deep down": lambda tree: _append(tree / "inner" / "deep" / "a.py"),
    "same size, same time": lambda tree: _rewrite_with_the_same_size_and_time(
        tree / "inner" / "deep" / "a.py"
    ),
    "new file": lambda tree: (tree / "inner" / "c.py").touch(),
    "new folder": lambda tree: (tree / "inner" / "new").mkdir(),
    "removed file": lambda tree: (tree / "b.py").unlink(),
    "renamed file": lambda tree: (tree / "b.py").rename(tree / "inner" / "b.py"),
    "replaced file": lambda tree: (tree / "inner" / "deep" / "a.py").replace(tree / "b.py"),
    "renamed folder": lambda tree: (tree / "inner").rename(tree / "outer"),
    "removed folder": lambda tree: shutil.rmtree(tree / "inner"),
    "mode": lambda tree: (tree / "b.py").chmod(0o600),
    "new link": lambda tree: (tree / "link.py").symlink_to("b.py"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_change_is_noticed(
    tree: Path, watching: TreeWatch, change: Callable[[Path], object]
) -> None:
    assert watching.is_unchanged()
    change(tree)
    assert not watching.is_unchanged()
    assert not watching.is_unchanged(), "asking does not make it unchanged"
    watching.begin()
    watching.finish()
    assert watching.is_unchanged()


def test_folder_that_came_later_is_watched_too(tree: Path, watching: TreeWatch) -> None:
    (tree / "new" / "newer").mkdir(parents=True)
    assert not watching.is_unchanged()
    watching.begin()
    watching.finish()
    (tree / "new" / "newer" / "d.py").touch()
    assert not watching.is_unchanged()


def test_what_happens_while_the_tree_is_walked_is_noticed(tree: Path, watching: TreeWatch) -> None:
    watching.begin()
    _append(tree / "b.py")
    watching.finish()
    assert not watching.is_unchanged()


@pytest.mark.parametrize("quiet", [".git/index", ".tmf/state"])
def test_what_happens_in_state_folders_does_not_matter(
    tree: Path, watching: TreeWatch, quiet: str
) -> None:
    (tree / quiet).touch()
    assert watching.is_unchanged()


def test_nothing_is_certain_before_the_first_walk(tree: Path) -> None:
    one = TreeWatch(str(tree))
    assert not one.is_unchanged()
    one.begin()
    assert not one.is_unchanged()
    one.close()


def test_nothing_is_certain_after_a_while(
    watching: TreeWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MOST_S", 0.0)
    assert not watching.is_unchanged()


def test_nothing_is_certain_of_a_tree_with_too_many_folders(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_MOST_FOLDERS", 2)
    one = TreeWatch(str(tree))
    one.begin()
    one.finish()
    assert not one.is_unchanged()


def test_closed_watch_is_certain_of_nothing(watching: TreeWatch) -> None:
    watching.close()
    watching.begin()
    watching.finish()
    assert not watching.is_unchanged()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_watch_that_nobody_holds_gives_its_queue_back(tree: Path) -> None:
    one = TreeWatch(str(tree))
    before = open_files()
    del one
    gc.collect()
    assert open_files() < before or not can_watch()
