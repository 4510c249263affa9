"""The form of every node hash: 64 bits in eleven characters."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b


def node_digest(stream: bytes) -> str:
    """Return the hash of one node's tokens.

    It tells versions of one node apart; the blob that stands beside it is git's own, so short
    hashes are enough against accident, and a tree has tens of thousands of them.
    """
    return urlsafe_b64encode(blake2b(stream, digest_size=8).digest())[:-1].decode()
