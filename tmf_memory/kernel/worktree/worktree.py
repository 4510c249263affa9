"""The working tree of one repository: list it, look at one file, read one file."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Protocol

from tmf_memory.kernel.errors import PathOutsideRootError, RepositoryNotFoundError
from tmf_memory.kernel.worktree.access import is_inside, locate, portable, read_regular
from tmf_memory.kernel.worktree.blob import blob_id
from tmf_memory.kernel.worktree.ignore import IgnoreStack
from tmf_memory.kernel.worktree.model import FileStat, Snapshot, SourceFile
from tmf_memory.kernel.worktree.repository import find_git_directory, find_git_top, is_bare
from tmf_memory.kernel.worktree.walk import Walk, Wanted, read_ignore_file

MAX_FILE_BYTES = 1_000_000


class SourceTree(Protocol):
    """What the engines need of a working tree; `FakeWorktree` in the tests is the other one."""

    def scan(self, wanted: Wanted | None = None) -> Snapshot: ...
    def read(self, path: str) -> SourceFile: ...
    def stat(self, path: str) -> FileStat | None: ...
    def resolve_argument(self, arg: str, cwd: Path) -> str: ...


class Worktree:
    """A directory on disk. Paths in and out are POSIX paths relative to it."""

    def __init__(self, root: Path, *, max_file_bytes: int = MAX_FILE_BYTES) -> None:
        self._place = os.path.realpath(root)
        self.root = Path(self._place)
        self._max_file_bytes = max_file_bytes
        if not self.root.is_dir():
            raise RepositoryNotFoundError(f"{root} is not a directory")
        if is_bare(self.root):
            raise RepositoryNotFoundError(f"{root} is a bare git repository: it has no files")

    def scan(self, wanted: Wanted | None = None) -> Snapshot:
        """Walk the tree. Files whose name is not `wanted` are left out unseen."""
        if not self.root.is_dir():
            raise RepositoryNotFoundError(f"{self.root} is gone")
        top = find_git_top(self.root) or self.root
        inner = self.root.relative_to(top).parts
        prefix = "".join(f"{part}/" for part in inner)
        walk = Walk(self._place.rstrip("/"), prefix, wanted, self._max_file_bytes)
        return walk.run(_outer_rules(top, inner))

    def read(self, path: str) -> SourceFile:
        """Return one file's bytes; PathOutsideRootError or UnreadableFileError otherwise."""
        place = locate(self._place, path)
        data = read_regular(place, path, self._max_file_bytes)
        return SourceFile(path, data, blob_id(data))

    def stat(self, path: str) -> FileStat | None:
        """Return the size and time of a regular file, None when there is no such file."""
        try:
            status = os.lstat(locate(self._place, path))
        except OSError:
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        return FileStat(status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def resolve_argument(self, arg: str, cwd: Path) -> str:
        """Return the path of a user's argument below the root (`""` for the root itself)."""
        try:
            place = os.path.realpath(cwd / arg)
        except (OSError, ValueError) as error:
            raise PathOutsideRootError(arg) from error
        if not is_inside(self._place, place):
            raise PathOutsideRootError(arg)
        return portable(place[len(self._place) :]).strip("/")


def _outer_rules(top: Path, inner: tuple[str, ...]) -> IgnoreStack:
    """Return the rules in force before the root's own: git's excludes, and those further up."""
    rules = IgnoreStack()
    git = find_git_directory(top)
    if git is not None:
        excludes = read_ignore_file(str(git.common / "info" / "exclude"))
        rules = rules.inside(0, gitignore=excludes or "")
    directory, base = top, 0
    for part in inner:
        rules = rules.inside(
            base,
            gitignore=read_ignore_file(str(directory / ".gitignore")) or "",
            tmfignore=read_ignore_file(str(directory / ".tmfignore")) or "",
        )
        directory, base = directory / part, base + len(part) + 1
    return rules
