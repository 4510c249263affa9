"""Configuration files of other programs: read them, replace them, keep what they were."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from tmf_memory.kernel.errors import TmfError
from tmf_memory.kernel.store.atomic import ensure_directory, replace_file, write_temporary

MAX_BYTES = 20_000_000


class ConfigAccessError(TmfError):
    """Indicates a configuration file that cannot be read or written."""

    slug = "config-access"
    exit_code = 2


class ConfigChangedError(TmfError):
    """Indicates a configuration file that another program changed while we planned."""

    slug = "config-changed"


def read_config(path: Path) -> bytes | None:
    """Return the bytes of a file, None when there is none."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            raise ConfigAccessError(f"{path} is not a regular file of sensible size")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigAccessError(f"{path} cannot be read: {error.strerror}") from error


def replace_config(path: Path, before: bytes | None, after: bytes, *, private: bool) -> None:
    """Replace a file in one step, through a link and with its mode; refuse if it has changed."""
    place = Path(os.path.realpath(path))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if read_config(place) != before:
            raise ConfigChangedError(f"{path} has just been changed; run this again")
        mode = 0o600 if private else 0o644
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(place.stat().st_mode)
        temporary = Path(write_temporary(str(place.parent), after, durable=True))
        temporary.chmod(mode)
        temporary.replace(place)
    except OSError as error:
        raise ConfigAccessError(f"{path} cannot be written: {error.strerror}") from error


def remove_config(path: Path, made_folder: bool) -> None:
    """Remove a file that we made, and its folder when we made that too and it is empty."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigAccessError(f"{path} cannot be removed: {error.strerror}") from error
    if made_folder:
        with suppress(OSError):
            path.parent.rmdir()


def keep_backup(folder: Path, name: str, data: bytes) -> Path:
    """Write a copy that only this user can read; configuration holds tokens."""
    place = folder / name
    try:
        ensure_directory(str(folder))
        replace_file(str(place), data, durable=True)
    except OSError as error:
        raise ConfigAccessError(f"no backup could be written to {place}: {error}") from error
    return place
