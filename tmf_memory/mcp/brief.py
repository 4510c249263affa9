"""Answers as an agent reads them: the views of the engines without what it has no use for; pure.

Every character costs the agent context. Left out are hashes, what is said twice, and empty parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tmf_memory.mcp.messages import Json, Object

_CLAIM_KEYS = (
    "id",
    "claim",
    "kind",
    "scope",
    "qualname",
    "trust",
    "fresh",
    "stale_reasons",
    "confidence",
    "confidence_cap_applied",
    "anchors",
    "action_hint",
)
_KEPT_WHEN_EMPTY = frozenset({"anchors", "qualname"})


def brief_claim(view: Object) -> Object:
    """Return a thin view without references and repeated names."""
    brief = {
        key: view[key]
        for key in _CLAIM_KEYS
        if key in view and (view[key] or key in _KEPT_WHEN_EMPTY)
    }
    brief["fresh"] = view.get("fresh", False)
    brief["anchors"] = [_place(one) for one in _list(view.get("anchors"))]
    if not brief["anchors"]:
        brief["path"] = view.get("path")
    return brief


def brief_edge(view: Object) -> Object:
    """Return the other end of an edge with the lines of the reference."""
    brief: Object = {"path": view["path"], "qualname": view["qualname"]}
    places = [_object(one) for one in _list(view.get("anchors"))]
    sites = {str(one["path"]) for one in places} - {str(view["path"])}
    if sites:
        brief["referenced_in"] = sorted(sites)[0]
    brief["lines"] = [one["line_start"] for one in places]
    brief["fresh"] = view["fresh"]
    if view["extraction_tier"] == "semantic-resolved":  # the weaker one is said, the usual is not
        brief["extraction_tier"] = view["extraction_tier"]
    if not view["fresh"]:
        brief["stale_reasons"] = view["stale_reasons"]
    return brief


def first(rows: Sequence[Json], limit: int, key: str) -> Object:
    """Return at most `limit` rows, and how many were left out when some were."""
    shown: Object = {key: list(rows[:limit])}
    if len(rows) > limit:
        shown[f"{key}_not_shown"] = len(rows) - limit
    return shown


def without_empty(value: Object) -> Object:
    """Return the object without empty text, lists and objects."""
    return {key: one for key, one in value.items() if one not in ("", [], {}, None)}


def brief_claims(views: Iterable[Object]) -> list[Json]:
    return [brief_claim(view) for view in views]


def _place(anchor: Json) -> Json:
    return {key: value for key, value in _object(anchor).items() if key != "qualname"}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _object(value: Json) -> Object:
    return value if isinstance(value, dict) else {}
