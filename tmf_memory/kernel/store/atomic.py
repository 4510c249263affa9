"""File-system primitives: owner-only files, atomic replace, exclusive creation, named errors."""

from __future__ import annotations

import errno
import itertools
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tmf_memory.kernel.errors import StoreError, StoreReadOnlyError

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700
TEMPORARY = re.compile(r"\.tmf-\d+-\d+\.tmp")

_IS_WINDOWS = os.name == "nt"
_BINARY = getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
# A planted named pipe must not make a reader wait.
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NONBLOCK", 0)
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS}
_READ_ONLY = {
    errno.EROFS,
    errno.EACCES,
    errno.EPERM,
    errno.ENOTDIR,
    errno.EEXIST,
    errno.ELOOP,
    *_NO_LOCKS,
}
_NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS}
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_counter = itertools.count()


@contextmanager
def named_errors(path: str) -> Iterator[None]:
    """Turn an OSError of a write into the StoreError that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in _READ_ONLY:
            raise StoreReadOnlyError(f"{path} cannot be written: {error.strerror}") from error
        if error.errno in _FULL:
            raise StoreError(f"no space left to write {path}; the old state is intact") from error
        raise StoreError(f"{path} cannot be written: {error}") from error


def read_file(path: str) -> bytes | None:
    """Return the bytes of a regular file, None when there is none; other failures are OSError."""
    try:
        descriptor = _open_for_reading(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return _read_all(descriptor, status.st_size)
    finally:
        os.close(descriptor)


def _open_for_reading(path: str) -> int:
    try:
        return os.open(path, _READ)
    except PermissionError:
        if not _IS_WINDOWS:
            raise
    # Windows refuses a file for the moment in which it is being replaced.
    time.sleep(0.01)
    return os.open(path, _READ)


def _read_all(descriptor: int, size: int) -> bytes:
    # One byte more than the size: a full first read is the end in the usual case.
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    chunks = [data]
    while data:
        data = os.read(descriptor, 1 << 20)
        chunks.append(data)
    return b"".join(chunks)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; a short write goes on where it stopped."""
    written = os.write(descriptor, data)
    while written < len(data):
        written += os.write(descriptor, data[written:])


def replace_file(path: str, data: bytes, *, durable: bool) -> None:
    """Replace a file in one step: a reader sees the old bytes or the new ones."""
    folder = _folder_of(path)
    temporary = write_temporary(folder, data, durable=durable)
    try:
        _move_over(temporary, path)
    except OSError:
        _unlink_quietly(temporary)
        raise
    if durable:
        sync_directory(folder)


def _folder_of(path: str) -> str:
    return path[: max(path.rfind("/"), path.rfind(os.sep))]


def write_temporary(directory: str, data: bytes, *, durable: bool) -> str:
    """Write a new temporary file in `directory`; nothing is left of it on failure."""
    temporary = f"{directory}{os.sep}.tmf-{os.getpid()}-{next(_counter)}.tmp"
    _write_new(temporary, data, durable=durable)
    return temporary


def _write_new(path: str, data: bytes, *, durable: bool) -> None:
    descriptor = os.open(path, _NEW, FILE_MODE)
    try:
        try:
            write_all(descriptor, data)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        _unlink_quietly(path)
        raise


def _unlink_quietly(path: str) -> None:
    with suppress(OSError):
        Path(path).unlink()


def _move_over(source: str, target: str) -> None:
    if not _IS_WINDOWS:
        Path(source).replace(target)
        return
    for _ in range(50):
        # Windows refuses to replace a file that a reader has open at this moment.
        with suppress(PermissionError):
            Path(source).replace(target)
            return
        time.sleep(0.01)
    Path(source).replace(target)


def sync_directory(directory: str) -> None:
    """Wait until the names in a directory are on disk, where the system can do that."""
    if _IS_WINDOWS:
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def create_exclusive(path: str, data: bytes) -> bool:
    """Create a file with its content in one step; False when somebody was first."""
    temporary = write_temporary(_folder_of(path), data, durable=True)
    try:
        _give_name(temporary, path, data)
    except FileExistsError:
        return False
    finally:
        _unlink_quietly(temporary)
    sync_directory(_folder_of(path))
    return True


def _give_name(temporary: str, path: str, data: bytes) -> None:
    if _IS_WINDOWS:
        Path(temporary).rename(path)
        return
    try:
        os.link(temporary, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # FAT has no hard links: a reader may see the file before its content, which is checked.
        _write_new(path, data, durable=True)


def ensure_directory(directory: str) -> bool:
    """Make a directory and its missing parents, each for the owner only; True when it was new."""
    path = Path(directory)
    try:
        path.mkdir(mode=DIRECTORY_MODE)
    except FileNotFoundError:
        ensure_directory(str(path.parent))
        path.mkdir(mode=DIRECTORY_MODE, exist_ok=True)
    except FileExistsError:
        if not path.is_dir():
            raise
        return False
    return True


def remove_temporaries(directory: str) -> None:
    """Remove what killed writers left; only the lock holder may call this."""
    for folder, _, files in os.walk(directory):
        for name in files:
            if TEMPORARY.fullmatch(name):
                _unlink_quietly(f"{folder}{os.sep}{name}")
