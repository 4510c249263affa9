"""What the server does to its own process: private channels, quiet ends."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NamedTuple


class Channels(NamedTuple):
    """The descriptors that carry the protocol, and nothing else does."""

    input: int
    output: int


class TerminatedError(BaseException):
    """Indicates that the process was asked to end; not an error of anything that runs."""


def claim_standard_streams() -> Channels:
    """Take stdin and stdout away from everything else in this process and its children.

    A stray print, a C library or a child process then writes to stderr, and a child process reads
    an empty stdin instead of swallowing requests.
    """
    channels = Channels(os.dup(0), os.dup(1))
    if sys.platform == "win32":
        import msvcrt

        for descriptor in channels:
            msvcrt.setmode(descriptor, os.O_BINARY)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if _is_open(2) else nothing, 1)
    os.close(nothing)
    return channels


def end_on_signals() -> None:
    """Turn the usual ways to end a process into one exception in the main thread."""
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, _terminate)


def leave() -> None:
    """End now with exit code 0: threads may be inside a blocking write or a long computation."""
    os._exit(0)


def complain(text: str) -> None:
    """Write a diagnostic to stderr; a closed or full one is nobody's problem."""
    try:
        os.write(2, text.encode("utf-8", "backslashreplace") + b"\n")
    except OSError:
        return


def _terminate(number: int, frame: FrameType | None) -> None:
    raise TerminatedError


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
