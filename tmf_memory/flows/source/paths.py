"""Is a path that a note names still there? Existing files, moved ones, and what git remembers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tmf_memory.flows.source.history import History


@dataclass(frozen=True, slots=True)
class PathVerdict:
    """A path that is not there: why that matters, and whether it ever was."""

    reason: str
    was_there: bool


def judge_path(root: Path, path: str, here: str, history: History) -> PathVerdict | None:
    """None when the path exists (from the root, or beside the note), or may be another tree's.

    `here` is the folder of the memory file, relative to the root.
    """
    if _exists(root, path) or (here and _exists(root, f"{here}/{path}")):
        return None
    gone = history.gone_paths()
    wanted = [path, f"{here}/{path}"] if here else [path]
    for one in wanted:
        if one in gone:
            return _gone_verdict(root, path, _followed(gone, one))
    if path.endswith("/"):
        inside = next((old for old in gone if old.startswith(path)), "")
        return PathVerdict(f"`{path}` was deleted", was_there=True) if inside else None
    return _never_there(root, path)


def _gone_verdict(root: Path, path: str, moved_to: str) -> PathVerdict:
    if moved_to and _exists(root, moved_to):
        return PathVerdict(f"`{path}` was moved to `{moved_to}`", was_there=True)
    return PathVerdict(f"`{path}` was deleted", was_there=True)


def _followed(gone: dict[str, str], path: str) -> str:
    """Follow renames to where the file is now; empty when it was deleted in the end."""
    seen: set[str] = set()
    while path in gone and path not in seen:
        seen.add(path)
        path = gone[path]
    return path


def _never_there(root: Path, path: str) -> PathVerdict | None:
    """Only a path below a folder that exists here speaks of this tree at all."""
    folder = path.rpartition("/")[0]
    top = folder.partition("/")[0]
    if not folder or not _exists(root, top):
        return None
    if _exists(root, folder):
        return PathVerdict(f"`{path}` does not exist", was_there=False)
    return None


def _exists(root: Path, path: str) -> bool:
    try:
        return bool(path) and (root / path).exists()
    except (OSError, ValueError):
        return False
