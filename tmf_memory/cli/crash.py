"""A bug in us: what happened goes into a log that the reader can send, not onto the terminal."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tmf_memory import __version__

_ATTEMPTS = 5


def crash_text(error: BaseException, arguments: Sequence[str]) -> str:
    """Render versions, arguments and traceback."""
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return (
        f"tmf-memory {__version__}\n"
        f"Python {sys.version.split()[0]} on {platform.platform()}\n"
        f"arguments: {list(arguments)!r}\n\n{trace}"
    )


def write_crash_log(
    error: BaseException, arguments: Sequence[str], state_home: Path | None
) -> Path | None:
    """Write the log where only this user can read it; None when no place can be written."""
    text = crash_text(error, arguments)
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    folders = [Path(tempfile.gettempdir())]
    if state_home is not None:
        folders.insert(0, state_home / "tmf")
    for folder in folders:
        for attempt in range(_ATTEMPTS):
            path = folder / f"crash-{stamp}-{os.getpid()}-{attempt}.log"
            if _write(path, text):
                return path
    return None


def _write(path: Path, text: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(text)
    except (OSError, ValueError):
        return False
    return True
