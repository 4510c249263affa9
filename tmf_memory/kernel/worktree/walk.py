"""One walk over a tree: ignored directories are pruned, links and special files never opened."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from stat import S_ISREG

from tmf_memory.kernel.errors import UnreadableFileError
from tmf_memory.kernel.worktree.access import (
    is_inside,
    portable,
    read_regular,
    reason_of,
    too_large,
)
from tmf_memory.kernel.worktree.ignore import IgnoreStack
from tmf_memory.kernel.worktree.model import FileStat, Gap, Snapshot

Wanted = Callable[[str], bool]
"""Whether some reader is interested in a file of this name."""

_STATE_DIRECTORIES = frozenset({".git", ".hg", ".svn", ".tmf", ".tmcra"})
_MARKERS = frozenset({".git", ".gitignore", ".tmfignore"})
_UNSAFE_NAME = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_UNSAFE = "name has control characters or is not valid text"
_MAX_IGNORE_FILE_BYTES = 1_000_000


@dataclass(slots=True)
class Walk:
    """The state of one walk. `prefix` leads from the git working tree's top down to `root`."""

    root: str
    prefix: str
    wanted: Wanted | None
    max_file_bytes: int
    files: dict[str, FileStat] = field(default_factory=dict)
    gaps: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    pending: list[tuple[str, IgnoreStack]] = field(default_factory=list)

    def run(self, rules: IgnoreStack) -> Snapshot:
        self.pending.append(("", rules))
        while self.pending:
            directory, outer = self.pending.pop()
            self._visit(directory, outer)
        for path, target in self.links:
            if target not in self.files and target not in self.gaps:
                self.gaps[path] = "symlink to a file that is not read itself"
        gaps = tuple(Gap(path, self.gaps[path]) for path in sorted(self.gaps))
        return Snapshot(dict(sorted(self.files.items())), gaps)

    def _visit(self, directory: str, outer: IgnoreStack) -> None:
        try:
            with os.scandir(f"{self.root}/{directory}") as found:
                entries = list(found)
        except FileNotFoundError:
            return  # removed while we walked
        except OSError as error:
            self._leave_out(directory.rstrip("/"), f"unreadable directory: {reason_of(error)}")
            return
        markers = _MARKERS.intersection([entry.name for entry in entries])
        if ".git" in markers and directory and self._is_nested_repository(directory):
            self._leave_out(directory.rstrip("/"), "nested repository")
            return
        rules = self._own_rules(directory, markers, outer) if markers else outer
        wanted = self.wanted
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                self._add_directory(name, directory + name, rules)
            elif wanted is None or wanted(name):
                self._add_file(entry, directory + name, rules)
            elif entry.is_symlink() and not self._ignores(rules, name, directory + name):
                self._add_link(directory + name, is_wanted=False)

    def _ignores(self, rules: IgnoreStack, name: str, path: str) -> bool:
        return rules.ignores(name, self.prefix + path, is_directory=False)

    def _add_directory(self, name: str, path: str, rules: IgnoreStack) -> None:
        if name in _STATE_DIRECTORIES or rules.ignores(name, self.prefix + path, is_directory=True):
            return
        if is_plain(name):
            self.pending.append((f"{path}/", rules))
        else:
            self._leave_out(path, _UNSAFE)

    def _add_file(self, entry: os.DirEntry[str], path: str, rules: IgnoreStack) -> None:
        if rules.ignores(entry.name, self.prefix + path, is_directory=False):
            return
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return  # removed while we walked
        except OSError as error:
            self._leave_out(path, reason_of(error))
            return
        if not S_ISREG(status.st_mode):
            self._add_special(entry, path)
        elif not is_plain(entry.name):
            self._leave_out(path, _UNSAFE)
        elif status.st_size > self.max_file_bytes:
            self._leave_out(path, too_large(self.max_file_bytes))
        else:
            self.files[path] = FileStat(status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def _add_special(self, entry: os.DirEntry[str], path: str) -> None:
        if entry.is_symlink():
            self._add_link(path, is_wanted=True)
        else:
            self._leave_out(path, "not a regular file")

    def _add_link(self, path: str, *, is_wanted: bool) -> None:
        place = os.path.realpath(f"{self.root}/{path}")
        is_directory = os.path.isdir(place)  # noqa: PTH112  a string stays a string here
        if not is_directory and not is_wanted:
            return
        if os.path.islink(place) or self._is_around(place, path):  # noqa: PTH114
            self._leave_out(path, "symlink loop")
        elif not is_inside(self.root, place):
            self._leave_out(path, "symlink leaves the repository")
        elif not os.path.lexists(place):
            self._leave_out(path, "broken symlink")
        elif not is_directory:
            self.links.append((path, portable(place[len(self.root) :]).lstrip("/")))

    def _is_around(self, place: str, path: str) -> bool:
        return is_inside(place, f"{self.root}/{path}") and is_inside(self.root, place)

    def _is_nested_repository(self, directory: str) -> bool:
        marker = f"{self.root}/{directory}.git"
        return os.path.isfile(marker) or os.path.isfile(f"{marker}/HEAD")  # noqa: PTH113

    def _own_rules(
        self, directory: str, markers: frozenset[str], outer: IgnoreStack
    ) -> IgnoreStack:
        base = len(self.prefix) + len(directory)
        texts = {
            name: read_ignore_file(f"{self.root}/{directory}{name}")
            for name in (".gitignore", ".tmfignore")
            if name in markers
        }
        for name, text in texts.items():
            if text is None:
                self._leave_out(directory + name, "unreadable ignore file")
        return outer.inside(
            base, gitignore=texts.get(".gitignore") or "", tmfignore=texts.get(".tmfignore") or ""
        )

    def _leave_out(self, path: str, reason: str) -> None:
        self.gaps[printable(path)] = reason


def is_plain(name: str) -> bool:
    """Return whether a name is text without control characters (fast for almost all names)."""
    return name.isprintable() or not _UNSAFE_NAME.search(name)


def printable(path: str) -> str:
    """Return the path with everything that is not printable text escaped."""
    return _UNSAFE_NAME.sub(lambda found: repr(found[0])[1:-1], path)


def read_ignore_file(place: str) -> str | None:
    """Return the text of an ignore file; None when there is none that can be read."""
    try:
        data = read_regular(place, ".gitignore", _MAX_IGNORE_FILE_BYTES)
    except UnreadableFileError:
        return None
    return data.decode("utf-8", "surrogateescape")
