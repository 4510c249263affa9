"""A bug in us: what happened goes into a log that the reader can send, not onto the terminal."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from tmf_memory import __version__


def state_home(environment: Mapping[str, str]) -> Path | None:
    """Return where this user's state lives, or None when there is no home."""
    configured = environment.get("XDG_STATE_HOME", "")
    if configured and Path(configured).is_absolute():
        return Path(configured) / "tmf"
    try:
        return Path.home() / ".local" / "state" / "tmf"
    except RuntimeError:
        return None


def crash_text(error: BaseException, arguments: Sequence[str]) -> str:
    """Render versions, arguments and traceback."""
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return (
        f"tmf-memory {__version__}\n"
        f"Python {sys.version.split()[0]} on {platform.platform()}\n"
        f"arguments: {list(arguments)!r}\n\n{trace}"
    )


def write_crash_log(
    error: BaseException, arguments: Sequence[str], environment: Mapping[str, str]
) -> Path | None:
    """Write the log where only this user can read it; None when no place can be written."""
    text = crash_text(error, arguments)
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    name = f"crash-{stamp}-{os.getpid()}.log"
    home = state_home(environment)
    for folder in (home, Path(tempfile.gettempdir())):
        if folder is not None and _write(folder / name, text):
            return folder / name
    return None


def _write(path: Path, text: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(text)
    except OSError:
        return False
    return True
