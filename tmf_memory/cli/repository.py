"""Which repository a command works on."""

from __future__ import annotations

from pathlib import Path

from tmf_memory.kernel.errors import RepositoryNotFoundError
from tmf_memory.kernel.worktree import find_root


def repository_root(given: str | None) -> Path:
    """Return `--repo`, or else the nearest enclosing repository of the current directory.

    Without a `.git` or `.tmf` above it, the current directory is the repository.
    """
    try:
        start = Path(given or ".").resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise RepositoryNotFoundError(f"no directory at {given or '.'!r}") from error
    if not start.is_dir():
        raise RepositoryNotFoundError(f"{given!r} is not a directory")
    return start if given else find_root(start)
