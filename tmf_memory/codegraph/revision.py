"""Files as they were at a git revision. Git is only asked for objects: no hook, filter or pager."""

from __future__ import annotations

import os
from pathlib import Path

from tmf_memory.kernel.errors import TmfError
from tmf_memory.kernel.git import run_git

_TIMEOUT_S = 60


class RevisionError(TmfError):
    """Indicates that git cannot say what a revision holds."""

    slug = "revision"


def find_tree(root: Path, revision: str) -> str:
    """The object id of the tree that a revision, as a user writes it, stands for."""
    wanted = f"{revision}^{{tree}}"
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
    return found.decode("ascii", "replace").strip()


def changed_since(root: Path, tree: str) -> list[str]:
    """Paths below `root` that differ from a tree object now, untracked ones too."""
    tracked = _git(
        root,
        *("diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv"),
        *("--relative", "-z", tree, "--", "."),
    )
    untracked = _git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
    names = {os.fsdecode(name) for name in (tracked + untracked).split(b"\0") if name}
    return sorted(names)


def read_at(root: Path, tree: str, path: str) -> bytes | None:
    """The content of one path in a tree object; None when it was not there."""
    try:
        return _git(root, "cat-file", "blob", f"{tree}:./{path}")
    except RevisionError:
        return None


def _git(root: Path, *arguments: str) -> bytes:
    try:
        done = run_git(root, *arguments, timeout_s=_TIMEOUT_S)
    except OSError as error:
        raise RevisionError(f"git could not be run: {error}") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip() or "no such revision"
        raise RevisionError(f"git {arguments[0]}: {said}")
    return done.stdout
