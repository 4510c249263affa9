"""Where a repository starts and which commit it is at, read without running git."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REFERENCE = re.compile(r"refs/[^\0\n]+")
_MAX_REFERENCE_HOPS = 5
_SMALL_FILE_BYTES = 4_096


@dataclass(frozen=True, slots=True)
class GitDirectory:
    """Git's own files of a working tree: `private` to it, `common` to all its worktrees."""

    private: Path
    common: Path


def find_root(start: Path) -> Path:
    """Return the enclosing directory that holds `.git` or `.tmf`, else `start` itself."""
    start = start.resolve()
    if start.is_file():
        start = start.parent
    for directory in (start, *start.parents):
        if is_repository(directory) or (directory / ".tmf").is_dir():
            return directory
    return start


def is_repository(directory: Path) -> bool:
    """Return whether a git working tree starts here (`.git` is a file in worktrees, submodules)."""
    marker = directory / ".git"
    return marker.is_file() or (marker / "HEAD").is_file()


def is_bare(directory: Path) -> bool:
    return (
        not is_repository(directory)
        and (directory / "objects").is_dir()
        and (directory / "refs").is_dir()
        and (directory / "HEAD").is_file()
    )


def find_git_directory(root: Path) -> GitDirectory | None:
    marker = root / ".git"
    if marker.is_dir():
        return GitDirectory(marker, marker)
    text = _read_small(marker)
    if not text.startswith("gitdir:"):
        return None
    private = root / text.removeprefix("gitdir:").strip()
    common = _read_small(private / "commondir").strip()
    return GitDirectory(private, private / common if common else private)


def head_commit(root: Path) -> str:
    """Return the commit that HEAD points at; empty without git or before the first commit."""
    top = find_git_top(root)
    git = find_git_directory(top) if top else None
    if git is None:
        return ""
    value = _read_small(git.private / "HEAD").strip()
    for _ in range(_MAX_REFERENCE_HOPS):
        if not value.startswith("ref:"):
            return value if _HASH.fullmatch(value) else ""
        value = _resolve_reference(git, value.removeprefix("ref:").strip())
    return ""


def find_git_top(root: Path) -> Path | None:
    """Return the git working tree that `root` lies in."""
    return next((place for place in (root, *root.parents) if is_repository(place)), None)


def _resolve_reference(git: GitDirectory, name: str) -> str:
    if not _REFERENCE.fullmatch(name) or ".." in name:
        return ""
    loose = _read_small(git.private / name) or _read_small(git.common / name)
    return loose.strip() or _packed_reference(git.common / "packed-refs", name)


def _packed_reference(path: Path, name: str) -> str:
    try:
        with path.open("rb") as lines:
            wanted = b" " + name.encode("utf-8", "surrogateescape")
            for line in lines:
                if line.rstrip().endswith(wanted):
                    return line.split(b" ", 1)[0].decode("ascii", "replace")
    except OSError:
        return ""
    return ""


def _read_small(path: Path) -> str:
    try:
        with path.open("rb") as source:
            return source.read(_SMALL_FILE_BYTES).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""
