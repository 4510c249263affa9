"""Ignore rules in gitignore syntax: which of several ignore files decides about one path."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tmf_memory.kernel.worktree.wildmatch import translate

_SPECIAL = re.compile(r"[*?\[\\]")
DEFAULT_DIRECTORIES = frozenset({".tox", ".venv", "__pycache__", "node_modules"})
"""Ignored unless an ignore file says otherwise (`!node_modules/`)."""


class _Table:
    """The patterns of one ignore file that apply to files, or those that apply to directories.

    Most patterns are a plain name or `*.suffix`: they are looked up, not tried one by one.
    Every pattern is known by its place in the file, and the last one that matches decides.
    """

    __slots__ = ("globs", "names", "suffixes")

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.suffixes: dict[str, int] = {}
        self.globs: list[tuple[int, bool, Callable[[str], object]]] = []

    def last_match(self, name: str, path: str, base: int) -> int:
        best = self.names.get(name, -1)
        if self.suffixes and "." in name:
            best = max(best, self._suffix_match(name))
        for place, is_anchored, matches in reversed(self.globs):
            if place <= best:
                break
            if matches(path[base:] if is_anchored else name):
                return place
        return best

    def _suffix_match(self, name: str) -> int:
        best = -1
        dot = name.find(".")
        while dot >= 0:
            best = max(best, self.suffixes.get(name[dot:], -1))
            dot = name.find(".", dot + 1)
        return best


class IgnoreFile:
    """One compiled ignore file."""

    __slots__ = ("_tables", "_verdicts")

    def __init__(self, text: str) -> None:
        self._tables = (_Table(), _Table())  # for files, for directories
        self._verdicts: list[bool] = []
        for line in text.removeprefix("\ufeff").split("\n"):
            if line.removesuffix("\r") and not line.startswith("#"):
                self._add(_trim(line.removesuffix("\r")))

    def __bool__(self) -> bool:
        return bool(self._verdicts)

    def verdict(self, name: str, path: str, base: int, *, is_directory: bool) -> bool | None:
        """Return True for ignored, False for brought back, None when no pattern matches.

        Anchored patterns see `path` from `base` on, which is where this file's directory ends.
        """
        place = self._tables[is_directory].last_match(name, path, base)
        return None if place < 0 else self._verdicts[place]

    def _add(self, pattern: str) -> None:
        is_negated = pattern.startswith("!")
        pattern = pattern.removeprefix("!")
        is_directory_only = pattern.endswith("/")
        pattern = pattern.removesuffix("/")
        if not pattern:
            return
        place = len(self._verdicts)
        self._verdicts.append(not is_negated)
        tables = self._tables[1:] if is_directory_only else self._tables
        if "/" in pattern:
            matches = _path_matcher(pattern.removeprefix("/"))
            for table in tables:
                table.globs.append((place, True, matches))
        else:
            _add_name(tables, pattern, place)


def _add_name(tables: Sequence[_Table], pattern: str, place: int) -> None:
    if not _SPECIAL.search(pattern):
        for table in tables:
            table.names[pattern] = place
    elif pattern.startswith("*.") and not _SPECIAL.search(pattern, 1):
        for table in tables:
            table.suffixes[pattern[1:]] = place
    else:
        matches = re.compile(translate(pattern)).fullmatch
        for table in tables:
            table.globs.append((place, False, matches))


def _path_matcher(pattern: str) -> Callable[[str], object]:
    # Git compares the part before the first special character literally and matches only the
    # rest, which makes `foo**/bar` behave like `foo` followed by `**/bar`.
    special = _SPECIAL.search(pattern)
    if special is None:
        return pattern.__eq__
    prefix, rest = pattern[: special.start()], pattern[special.start() :]
    return re.compile(re.escape(prefix) + translate(rest)).fullmatch


def _trim(line: str) -> str:
    """Return the line without trailing spaces; a backslash keeps the space after it."""
    bare = line.rstrip(" ")
    backslashes = len(bare) - len(bare.rstrip("\\"))
    return line[: len(bare) + 1] if backslashes % 2 and len(bare) < len(line) else bare


Layer = tuple[IgnoreFile, int]
"""An ignore file, and the length of the path of the directory it lies in."""


@dataclass(frozen=True, slots=True)
class IgnoreStack:
    """The ignore files in force in one directory; `layers` has the deciding ones first."""

    overrides: tuple[Layer, ...] = ()
    rules: tuple[Layer, ...] = ()
    layers: tuple[Layer, ...] = ()

    def inside(self, base: int, *, gitignore: str = "", tmfignore: str = "") -> IgnoreStack:
        """Return the stack of a directory that has these ignore files of its own."""
        overrides = _with(tmfignore, base, self.overrides)
        rules = _with(gitignore, base, self.rules)
        return IgnoreStack(overrides, rules, overrides + rules)

    def ignores(self, name: str, path: str, *, is_directory: bool) -> bool:
        for ignore_file, base in self.layers:
            verdict = ignore_file.verdict(name, path, base, is_directory=is_directory)
            if verdict is not None:
                return verdict
        return is_directory and name in DEFAULT_DIRECTORIES


def _with(text: str, base: int, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    ignore_file = IgnoreFile(text)
    return ((ignore_file, base), *layers) if ignore_file else layers
