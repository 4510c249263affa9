"""Claim ids: `claim_<scope>_<16 hex>`, from node identity (path, qualname, scope), never content.

The first four digits depend on the path alone, so an id leads to its file's shard.
"""

from __future__ import annotations

import hashlib
import re

from tmf_memory.codegraph.model import EdgeKind, Scope, SymbolKey

_ID = re.compile(r"(?:claim_(?P<scope>[a-z]+)_)?(?P<digits>[0-9a-f]{1,16})")


def path_digits(path: str) -> str:
    return _digest(path)[:4]


def claim_id(scope: Scope, path: str, qualname: str) -> str:
    rest = _digest(f"{scope.value}\0{path}\0{qualname}")[:12]
    return f"claim_{scope.value}_{path_digits(path)}{rest}"


def edge_id(kind: EdgeKind, source: SymbolKey, target: SymbolKey) -> str:
    """The id of the claim that `source` relates to `target`; it lives with the source's file."""
    parts = (kind.value, source.path, source.qualname, target.path, target.qualname)
    digest = _digest("\0".join(parts))
    return f"claim_edge_{path_digits(source.path)}{digest[:12]}"


def parse_id(text: str) -> tuple[str, str] | None:
    """Split an id or id prefix into its scope (empty when not given) and its hex digits."""
    match = _ID.fullmatch(text)
    return (match["scope"] or "", match["digits"]) if match else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
