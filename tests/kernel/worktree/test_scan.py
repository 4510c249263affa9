"""What a scan lists, what it leaves out silently, and what it reports as a gap."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.trees import drawn_tree, write_tree
from tmf_memory.kernel.errors import RepositoryNotFoundError
from tmf_memory.kernel.worktree import FileStat, Gap, Worktree

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs POSIX file kinds")

LISTED = [
    # tree, files
    ("", ""),
    ("b.py\na.py\nsub/c.py", "a.py b.py sub/c.py"),
    ("sub.py\nsub/c.py\nsub-x/d.py", "sub-x/d.py sub.py sub/c.py"),
    (".github/x.yml\n.hidden.py", ".github/x.yml .hidden.py"),
    (".git/HEAD\n.hg/a\n.svn/a\n.tmf/a\n.tmcra/a\nsub/.tmf/a\na.py", "a.py"),
    ("node_modules/x.js\n.venv/x.py\n.tox/x.py\nsub/__pycache__/x.py\na.py", "a.py"),
    (".gitignore: *.log\na.log\nsub/b.log\na.py", ".gitignore a.py"),
    ("sub/.gitignore: /a.py\na.py\nsub/a.py\nsub/sub/a.py", "a.py sub/.gitignore sub/sub/a.py"),
    (".gitignore: build/\nbuild/.gitignore: !a.py\nbuild/a.py", ".gitignore"),
    (".tmfignore: vendor/\nvendor/a.py\na.py", ".tmfignore a.py"),
    (
        ".gitignore: *.py\n.tmfignore: !keep.py\nkeep.py\nother.py",
        ".gitignore .tmfignore keep.py",
    ),
    (".tmfignore: !node_modules/\nnode_modules/a.js", ".tmfignore node_modules/a.js"),
    (".git/HEAD: x\n.git/info/exclude: a.py\na.py\nb.py", "b.py"),
    (
        ".git: gitdir: g\ng/HEAD: x\ng/commondir: ../c\nc/info/exclude: a.py\na.py",
        ".git c/info/exclude g/HEAD g/commondir",
    ),
]


@pytest.mark.parametrize(("drawing", "files"), LISTED)
def test_scan_lists(tmp_path: Path, drawing: str, files: str) -> None:
    root = write_tree(tmp_path, drawing) if drawing else tmp_path
    snapshot = Worktree(root).scan()
    assert list(snapshot.files) == sorted(files.split())
    assert snapshot.gaps == ()


def test_scan_gives_size_and_times(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py: x = 1")
    os.utime(tmp_path / "a.py", ns=(5, 1_700_000_000_000_000_001))
    status = (tmp_path / "a.py").stat()
    expected = FileStat(6, status.st_mtime_ns, status.st_ctime_ns)
    assert Worktree(tmp_path).scan().files == {"a.py": expected}


def test_scan_leaves_unwanted_names_out_unseen(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py\nb.txt\nsub/c.py\nsub/d.png: larger than the limit")
    snapshot = Worktree(tmp_path, max_file_bytes=5).scan(lambda name: name.endswith(".py"))
    assert list(snapshot.files) == ["a.py", "sub/c.py"]
    assert snapshot.gaps == ()


def test_scan_of_a_directory_inside_a_repository_follows_the_rules_further_up(
    tmp_path: Path,
) -> None:
    write_tree(
        tmp_path,
        """
        .git/HEAD: x
        .git/info/exclude: c.py
        .gitignore: /pkg/sub/a.py
        pkg/.tmfignore: b.py
        pkg/sub/a.py
        pkg/sub/b.py
        pkg/sub/c.py
        pkg/sub/sub/a.py
        """,
    )
    assert list(Worktree(tmp_path / "pkg" / "sub").scan().files) == ["sub/a.py"]


def make(kind: str) -> Callable[[Path], None]:
    """Return what plants something that cannot be drawn."""
    links = {
        "link inside": ("l.py", "a.py"),
        "link outside": ("l.py", "../outside.py"),
        "absolute link outside": ("l.py", "/etc/hostname"),
        "broken link": ("l.py", "nowhere.py"),
        "broken link with an unwanted name": ("l.png", "nowhere.png"),
        "link to itself": ("l.py", "l.py"),
        "link to an ignored file": ("l.py", "ignored.py"),
        "link to a directory": ("l", "sub"),
        "link to a directory outside": ("l", ".."),
        "link to an enclosing directory": ("sub/l", ".."),
        "link to a sibling of the same prefix": ("l.py", "../tree-2.py"),
    }
    if kind in links:
        name, target = links[kind]
        return lambda root: (root / name).symlink_to(target)
    return {
        "nothing": lambda root: None,
        "named pipe": lambda root: os.mkfifo(root / "p.py"),
        "named pipe with an unwanted name": lambda root: os.mkfifo(root / "p.png"),
        "newline": lambda root: (root / "a\nb.py").write_text(""),
        "newline in an unwanted name": lambda root: (root / "a\nb.png").write_text(""),
        "newline in a directory": lambda root: (root / "a\nb").mkdir(),
        "not text": lambda root: Path(os.fsdecode(bytes(root) + b"/\xff.py")).write_text(""),
        "unusual but text": lambda root: (root / "a\u00a0b.py").write_text(""),
        "link for an ignore file": lambda root: (root / ".gitignore").symlink_to("a.py"),
    }[kind]


A = "a.py"
GAPS = [
    # what is planted, files, gaps
    ("nothing", [A], []),
    ("link inside", [A], []),
    ("link outside", [A], [("l.py", "symlink leaves the repository")]),
    ("absolute link outside", [A], [("l.py", "symlink leaves the repository")]),
    ("link to a sibling of the same prefix", [A], [("l.py", "symlink leaves the repository")]),
    ("broken link", [A], [("l.py", "broken symlink")]),
    ("broken link with an unwanted name", [A], []),
    ("link to itself", [A], [("l.py", "symlink loop")]),
    ("link to an ignored file", [A], [("l.py", "symlink to a file that is not read itself")]),
    ("link to a directory", [A], []),
    ("link to a directory outside", [A], [("l", "symlink leaves the repository")]),
    ("link to an enclosing directory", [A], [("sub/l", "symlink loop")]),
    ("named pipe", [A], [("p.py", "not a regular file")]),
    ("named pipe with an unwanted name", [A], []),
    ("newline", [A], [("a\\nb.py", "name has control characters or is not valid text")]),
    ("newline in an unwanted name", [A], []),
    (
        "newline in a directory",
        [A],
        [("a\\nb", "name has control characters or is not valid text")],
    ),
    ("unusual but text", [A, "a\u00a0b.py"], []),
    ("link for an ignore file", [A, "ignored.py"], [(".gitignore", "unreadable ignore file")]),
]


@posix_only
@pytest.mark.parametrize(("kind", "files", "gaps"), GAPS)
def test_scan_reports(
    tmp_path: Path, kind: str, files: list[str], gaps: list[tuple[str, str]]
) -> None:
    root = tmp_path / "tree"
    write_tree(tmp_path, "outside.py\ntree-2.py\ntree/sub/\ntree/a.py\ntree/ignored.py")
    if kind != "link for an ignore file":
        write_tree(root, ".gitignore: ignored.py")
    make(kind)(root)
    snapshot = Worktree(root).scan(lambda name: name.endswith(".py"))
    assert list(snapshot.files) == files
    assert snapshot.gaps == tuple(Gap(*gap) for gap in gaps)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file system that takes any bytes")
def test_scan_reports_a_name_that_is_not_text(tmp_path: Path) -> None:
    make("not text")(tmp_path)
    expected = Gap("\\udcff.py", "name has control characters or is not valid text")
    assert Worktree(tmp_path).scan().gaps == (expected,)


NESTED = [
    ("a.py\nsub/.git/HEAD: x\nsub/b.py", ("sub",)),
    ("a.py\nsub/.git: gitdir: ../.git/modules/sub\nsub/b.py", ("sub",)),
    ("a.py\nx/y/.git/HEAD: x\nx/y/b.py\nx/y/z/.git/HEAD: x", ("x/y",)),
    (".gitignore: sub\na.py\nsub/.git/HEAD: x\nsub/b.py", ()),
]


@pytest.mark.parametrize(("drawing", "nested"), NESTED)
def test_scan_leaves_nested_repositories_to_themselves(
    tmp_path: Path, drawing: str, nested: tuple[str, ...]
) -> None:
    snapshot = Worktree(write_tree(tmp_path, drawing)).scan(lambda name: name.endswith(".py"))
    assert list(snapshot.files) == ["a.py"]
    assert snapshot.gaps == tuple(Gap(path, "nested repository") for path in nested)


def test_scan_takes_a_directory_called_git_for_what_it_is(tmp_path: Path) -> None:
    write_tree(tmp_path, "sub/.git/\nsub/b.py")
    assert list(Worktree(tmp_path).scan().files) == ["sub/b.py"]


def test_scan_reports_large_files(tmp_path: Path) -> None:
    (tmp_path / "fits.py").write_bytes(b"x" * 1_000_000)
    (tmp_path / "large.py").write_bytes(b"x" * 1_000_001)
    snapshot = Worktree(tmp_path).scan()
    assert list(snapshot.files) == ["fits.py"]
    assert snapshot.gaps == (Gap("large.py", "larger than 1000000 bytes"),)


@posix_only
def test_scan_of_an_endless_descent_ends_in_a_gap(tmp_path: Path) -> None:
    levels = 60
    name = "d" * 100  # longer than any path may be
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    gaps = Worktree(tmp_path).scan().gaps
    assert [gap.reason for gap in gaps] == ["unreadable directory: file name too long"]
    remove_descent(tmp_path, name, levels)


def remove_descent(root: Path, name: str, levels: int) -> None:
    """Remove what the fixture's own clean-up cannot address."""
    for depth in range(levels, 0, -1):
        here = os.open(root, os.O_RDONLY)
        for _ in range(depth - 1):
            below = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.rmdir(name, dir_fd=here)
        os.close(here)


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_scan_reports_what_it_may_not_read(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py\nlocked/b.py\nsub/.gitignore: x\nsub/c.py")
    (tmp_path / "locked").chmod(0)
    (tmp_path / "sub" / ".gitignore").chmod(0)
    snapshot = Worktree(tmp_path).scan(lambda name: name.endswith(".py"))
    (tmp_path / "locked").chmod(0o700)
    assert list(snapshot.files) == ["a.py", "sub/c.py"]
    assert snapshot.gaps == (
        Gap("locked", "unreadable directory: permission denied"),
        Gap("sub/.gitignore", "unreadable ignore file"),
    )


NO_REPOSITORY = [
    ("missing", "there/a.py", "here"),
    ("a file", "here", "here"),
    ("bare", "here/HEAD: ref: refs/heads/main\nhere/objects/\nhere/refs/", "here"),
]


@pytest.mark.parametrize(("drawing", "root"), [row[1:] for row in NO_REPOSITORY])
def test_worktree_needs_a_directory_with_files(tmp_path: Path, drawing: str, root: str) -> None:
    write_tree(tmp_path, drawing)
    with pytest.raises(RepositoryNotFoundError):
        Worktree(tmp_path / root)


def test_bare_repository_is_called_by_its_name(tmp_path: Path) -> None:
    write_tree(tmp_path, "HEAD: ref: refs/heads/main\nobjects/\nrefs/")
    with pytest.raises(RepositoryNotFoundError, match="is a bare git repository: it has no files"):
        Worktree(tmp_path)


def test_scan_of_a_root_that_went_away(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    worktree = Worktree(tmp_path / "root")
    (tmp_path / "root").rmdir()
    with pytest.raises(RepositoryNotFoundError):
        worktree.scan()


def test_drawn_tree_reads_as_it_looks() -> None:
    drawing = """
        a.py: x = 1
        sub/b.py
        empty/
        c.py:
            def f():
                return 1

            y = 2
        d.yml: key: value
    """
    assert drawn_tree(drawing) == {
        "a.py": "x = 1\n",
        "sub/b.py": "",
        "empty/": "",
        "c.py": "def f():\n    return 1\n\ny = 2\n",
        "d.yml": "key: value\n",
    }
