"""The per-user key that tells our own state from somebody else's."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tmf_memory.kernel.store.atomic import create_exclusive, ensure_directory

_KEY_BYTES = 32
_HEX = re.compile(r"[0-9a-f]{64}\s*")


@dataclass(frozen=True, slots=True)
class StoreKey:
    """A secret and, when it will not last, the sentence that says so."""

    secret: bytes = field(repr=False)
    warning: str = ""


def load_key(path: Path | None) -> StoreKey:
    """Return the key kept at `path`, made on first use; a passing key when that cannot be."""
    if path is None:
        return _passing_key("there is no home directory to keep the state key in")
    try:
        return StoreKey(_read(path) or _create(path))
    except (OSError, ValueError) as error:
        return _passing_key(f"the state key {path} cannot be used ({error})")


def _passing_key(cause: str) -> StoreKey:
    return StoreKey(os.urandom(_KEY_BYTES), f"{cause}; state written now will be foreign next time")


def _read(path: Path) -> bytes | None:
    try:
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    if _HEX.fullmatch(text) is None:
        raise ValueError("damaged; delete it to get a new one")
    with suppress(OSError):
        if os.name != "nt" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return bytes.fromhex(text)


def _create(path: Path) -> bytes:
    """Write a new key, or return the one that another process wrote first."""
    ensure_directory(str(path.parent))
    secret = os.urandom(_KEY_BYTES)
    create_exclusive(str(path), secret.hex().encode() + b"\n")
    return _read(path) or secret
