"""Explicit words for the state of a thing (`active`, `deprecated`), which outrank silence."""

from __future__ import annotations

import re
from functools import lru_cache

_ENGLISH = re.compile(
    r"\b(verified|confirmed|active|inactive|enabled|disabled|deployed|live|paused|suspended|retired"
    r"|deprecated|archived|cancelled|canceled|completed|finished|blocked|pending|abandoned"
    r"|decommissioned|shut down|in progress|on hold)\b",
    re.IGNORECASE,
)
_WORDS = (
    "erified",
    "onfirmed",
    "active",
    "abled",
    "eployed",
    "live",
    "aused",
    "uspended",
    "etired",
    "eprecated",
    "rchived",
    "cel",
    "ompleted",
    "inished",
    "locked",
    "ending",
    "bandoned",
    "ommissioned",
    "shut down",
    "in progress",
    "on hold",
)
_CHINESE = re.compile("已?(验证|确认|启用|停用|上线|下线|部署|暂停|弃用|废弃|归档|取消|完成)")
_MEANINGS = {"canceled": "cancelled"}


@lru_cache(maxsize=65536)
def status_verb_of(claim: str) -> str:
    """Return the first explicit state word of a claim, or ""."""
    lowered = claim.lower()
    match = _ENGLISH.search(claim) if any(word in lowered for word in _WORDS) else None
    if match is None and not claim.isascii():
        match = _CHINESE.search(claim)
    if match is None:
        return ""
    verb = match[1].lower()
    return _MEANINGS.get(verb, verb)
