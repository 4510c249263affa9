"""Git's name for a file's content, computed in process."""

from __future__ import annotations

import hashlib


def blob_id(data: bytes) -> str:
    """Return what `git hash-object` prints for these bytes (SHA-1, no filters)."""
    digest = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()
