"""Stable identifiers made from what they identify."""

from __future__ import annotations

import hashlib


def claim_id(prefix: str, *parts: str) -> str:
    """Return `claim_<prefix>_<16 hex>`, the same for the same parts everywhere."""
    # A name in source may hold a lone surrogate, which strict UTF-8 cannot encode.
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return f"claim_{prefix}_{hashlib.sha256(joined).hexdigest()[:16]}"
