"""Reading one file below the root, and nothing else: not through `..`, a link or a device."""

from __future__ import annotations

import os
import re
import stat

from tmf_memory.kernel.errors import PathOutsideRootError, UnreadableFileError

# Never wait for a writer of a named pipe, never go through a link that appeared meanwhile.
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_DRIVE = re.compile(r"[A-Za-z]:")
_OFTEN_MINIFIED = (".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".ts", ".xml")
_MINIFIED_FROM_BYTES = 20_000
_MINIFIED_LINE_BYTES = 500


def portable(path: str) -> str:
    """Return the path with forward slashes (a backslash is a letter of a name on POSIX)."""
    return path.replace(os.sep, "/") if os.sep != "/" else path


def checked_parts(path: str) -> list[str]:
    """Return the components of a relative path that stays below the root, by its text alone."""
    parts = [part for part in portable(path).split("/") if part not in ("", ".")]
    is_anchored = path.startswith("/") or (os.name == "nt" and _DRIVE.match(path))
    if is_anchored or not parts or ".." in parts or "\0" in path:
        raise PathOutsideRootError(path)
    return parts


def locate(root: str, path: str) -> str:
    """Return the place of `path` on disk, links followed; `root` must be free of links."""
    place = root
    for part in checked_parts(path):
        place = os.path.join(place, part)  # noqa: PTH118  one string per component, per file read
        if os.path.islink(place):  # noqa: PTH114
            place = os.path.realpath(place)
            if not is_inside(root, place):
                raise PathOutsideRootError(path)
    return place


def is_inside(root: str, place: str) -> bool:
    return place == root or place.startswith(root.rstrip(os.sep) + os.sep)


def read_regular(place: str, path: str, max_bytes: int) -> bytes:
    """Return the bytes of a regular file; UnreadableFileError for anything else."""
    try:
        descriptor = os.open(place, _OPEN_FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as source:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise UnreadableFileError(path, "not a regular file")
            data = source.read(max_bytes + 1)
    except OSError as error:
        raise UnreadableFileError(path, reason_of(error)) from error
    if len(data) > max_bytes:
        raise UnreadableFileError(path, too_large(max_bytes))
    if is_minified(path, data):
        raise UnreadableFileError(path, "minified")
    return data


def reason_of(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def too_large(max_bytes: int) -> str:
    return f"larger than {max_bytes} bytes"


def is_minified(path: str, data: bytes) -> bool:
    """Return whether a program wrote this for another program: long text on very long lines."""
    if len(data) < _MINIFIED_FROM_BYTES or not path.endswith(_OFTEN_MINIFIED):
        return False
    return len(data) / (data.count(b"\n") + 1) > _MINIFIED_LINE_BYTES
