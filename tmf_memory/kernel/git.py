"""Asking git: bounded, silent, and without anything that a repository configures to be started."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_SAFE = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false"),
)


def run_git(folder: Path, *arguments: str, timeout_s: float) -> CompletedProcess[bytes]:
    """Run git and return how it ended.

    Raises OSError when it cannot be run, and when it takes too long.
    """
    import subprocess  # commands that never ask git do not pay for it

    try:
        return subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=folder,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=timeout_s,
            check=False,
        )
    except (ValueError, subprocess.TimeoutExpired) as error:  # ValueError: a null byte
        raise OSError(str(error)) from error


def ask_git(folder: Path, *arguments: str, timeout_s: float) -> bytes:
    """Return what git prints; nothing when it is not there, refuses, or takes too long."""
    try:
        done = run_git(folder, *arguments, timeout_s=timeout_s)
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""
