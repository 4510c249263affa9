"""Words for a time that only the day of writing explains: `yesterday`, `last week`, 昨天."""

from __future__ import annotations

import re

_UNIT = r"(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_RELATIVE = re.compile(
    r"\b(?:yesterday|tomorrow|day before yesterday|earlier today|later today|the other day"
    rf"|(?:last|next)\s+(?:night|week|weekend|month|quarter|year|sprint|{_DAY}|spring|summer"
    rf"|autumn|fall|winter)"
    rf"|(?:\d+|a few|a couple of|two|three|four|five|six|several"
    rf"|an?)\s+{_UNIT}\s+ago)\b(?!'s)(?!-)",
    re.IGNORECASE,
)
_WORDS = ("yesterday", "tomorrow", "last", "next", "ago", "today", "other day")
_CHINESE = re.compile(
    "昨[天日晚]|前天|明天|后天|上(?:个)?(?:周|星期|月|季度)|下(?:个)?(?:周|星期|月|季度)|去年|明年|前几天|(?<!\\d)\\d{1,4}\\s?天前"
)
_DESCRIBED = re.compile(
    r"\b(?:for|of|shows?|showing|per|every|each|within|over|covering|the|from|like|e\.g\.|such as|"
    r"selects?|filters?|range|until)\s*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」")


def relative_date_in(text: str) -> str:
    """Return the first relative date of a statement, or "".

    Quoted words, and spans that a feature is about (`shows the stats of last week`), are none.
    """
    lowered = text.lower()
    if text.isascii() and not any(word in lowered for word in _WORDS):
        return ""
    bare = _QUOTED.sub(lambda match: " " * len(match.group()), text)
    for match in _RELATIVE.finditer(bare):
        if not _DESCRIBED.search(bare[: match.start()]):
            return match.group()
    if not bare.isascii():
        chinese = _CHINESE.search(bare)
        if chinese:
            return chinese.group()
    return ""
