"""Roots and commits are found without running git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.trees import write_tree
from tmf_memory.kernel.worktree import find_root, head_commit

A, B = "a" * 40, "b" * 40

ROOTS = [
    # tree, start, root
    ("repo/.git/HEAD: ref: refs/heads/main\nrepo/sub/deep/a.py", "repo/sub/deep", "repo"),
    ("repo/.git/HEAD: ref: refs/heads/main\nrepo/sub/deep/a.py", "repo/sub/deep/a.py", "repo"),
    ("repo/.git: gitdir: /elsewhere\nrepo/sub/a.py", "repo/sub", "repo"),
    ("repo/.tmf/\nrepo/sub/a.py", "repo/sub", "repo"),
    ("repo/.git/HEAD: x\nrepo/sub/.tmf/\nrepo/sub/a/", "repo/sub/a", "repo/sub"),
    ("repo/.tmf/\nrepo/sub/.git/HEAD: x\nrepo/sub/a/", "repo/sub/a", "repo/sub"),
    ("repo/sub/a.py", "repo/sub", "repo/sub"),
    ("repo/.git/\nrepo/sub/a.py", "repo/sub", "repo/sub"),
    ("repo/.tmf: a file\nrepo/sub/a.py", "repo/sub", "repo/sub"),
]


@pytest.mark.parametrize(("drawing", "start", "root"), ROOTS)
def test_find_root(tmp_path: Path, drawing: str, start: str, root: str) -> None:
    write_tree(tmp_path, drawing)
    assert find_root(tmp_path / start) == (tmp_path / root).resolve()


COMMITS = [
    ("no git", "a.py", ""),
    ("detached", f".git/HEAD: {A}", A),
    ("sha-256", f".git/HEAD: {A}{'c' * 24}", A + "c" * 24),
    ("branch", f".git/HEAD: ref: refs/heads/main\n.git/refs/heads/main: {A}", A),
    ("branch with a slash", f".git/HEAD: ref: refs/heads/x/y\n.git/refs/heads/x/y: {A}", A),
    ("before the first commit", ".git/HEAD: ref: refs/heads/main", ""),
    (
        "packed",
        ".git/HEAD: ref: refs/heads/main\n.git/packed-refs:\n  # pack-refs with: peeled\n"
        f"  {B} refs/heads/other/refs/heads/main\n  {A} refs/heads/main\n  ^{B}",
        A,
    ),
    (
        "loose before packed",
        f".git/HEAD: ref: refs/heads/m\n.git/refs/heads/m: {A}\n.git/packed-refs: {B} refs/heads/m",
        A,
    ),
    (
        "symbolic branch",
        ".git/HEAD: ref: refs/heads/m\n.git/refs/heads/m: ref: refs/heads/n\n"
        f".git/refs/heads/n: {A}",
        A,
    ),
    (
        "loop of symbolic branches",
        ".git/HEAD: ref: refs/heads/m\n.git/refs/heads/m: ref: refs/heads/m",
        "",
    ),
    (
        "worktree",
        ".git: gitdir: main/.git/worktrees/w\nmain/.git/worktrees/w/HEAD: ref: refs/heads/w\n"
        f"main/.git/worktrees/w/commondir: ../..\nmain/.git/refs/heads/w: {A}",
        A,
    ),
    (
        "worktree, packed",
        ".git: gitdir: main/.git/worktrees/w\nmain/.git/worktrees/w/HEAD: ref: refs/heads/w\n"
        f"main/.git/worktrees/w/commondir: ../..\nmain/.git/packed-refs: {A} refs/heads/w",
        A,
    ),
    ("submodule", f".git: gitdir: modules/s\nmodules/s/HEAD: {A}", A),
    ("gitdir that is gone", ".git: gitdir: nowhere", ""),
    ("file that is no gitdir", ".git: hello", ""),
    ("rubbish in HEAD", ".git/HEAD: hello", ""),
    ("reference out of the refs", f".git/HEAD: ref: refs/../../secret\nsecret: {A}", ""),
    ("absolute reference", ".git/HEAD: ref: /etc/hostname", ""),
    ("rubbish in the reference", ".git/HEAD: ref: refs/heads/m\n.git/refs/heads/m: hello", ""),
]


@pytest.mark.parametrize(("drawing", "commit"), [row[1:] for row in COMMITS])
def test_head_commit(tmp_path: Path, drawing: str, commit: str) -> None:
    assert head_commit(write_tree(tmp_path, drawing)) == commit


def test_head_commit_of_a_directory_inside_a_repository(tmp_path: Path) -> None:
    write_tree(tmp_path, f".git/HEAD: {A}\nsub/a.py")
    assert head_commit(tmp_path / "sub") == A
