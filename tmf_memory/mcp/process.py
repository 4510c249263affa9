"""What the server does to its own process: private channels, quiet ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import NamedTuple

_ENDINGS = (("SIGTERM", 0), ("SIGHUP", 0), ("SIGBREAK", 0), ("SIGINT", 130))


class Channels(NamedTuple):
    """The descriptors that carry the protocol, and nothing else does."""

    input: int
    output: int


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
    """End quietly when asked to, whatever the main thread is blocked in.

    A handler alone is not enough: a signal that arrives just before a blocking read is only seen
    after it. The interpreter also writes each signal to a pipe, and a thread waits there.
    """
    codes = {int(getattr(signal, name)): code for name, code in _ENDINGS if hasattr(signal, name)}
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    for number in codes:
        signal.signal(number, _noted)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_end, args=(reading, codes), name="signals", daemon=True).start()


def leave(code: int = 0) -> None:
    """End now: threads may be inside a blocking write or a long computation."""
    os._exit(code)


def complain(text: str) -> None:
    """Write a diagnostic to stderr; a closed or full one is nobody's problem."""
    try:
        os.write(2, text.encode("utf-8", "backslashreplace") + b"\n")
    except OSError:
        return


def _noted(number: int, frame: FrameType | None) -> None:
    """Let the interpreter write the signal to the pipe instead of ending the process."""


def _end(reading: int, codes: dict[int, int]) -> None:
    while arrived := os.read(reading, 1):
        if arrived[0] in codes:
            leave(codes[arrived[0]])


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
