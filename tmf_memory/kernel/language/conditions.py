"""When, where or for what a statement holds, as prose says it.

Two statements under different conditions (dev and prod, two regions, before and after) never
disagree.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ENVIRONMENTS = (
    "dev|development|staging|stage|prod|production|tests?|testing|ci|local|locally|preview"
    "|sandbox|demo|"
    "qa|uat|canary|debug|release|windows|linux|macos|mac|osx|ios|android|arm64|x86|mobile"
    "|desktop|web|"
    "browser|server|client|offline|online|weekdays?|weekends?|mondays?|tuesdays?|wednesdays?"
    "|thursdays?|"
    "fridays?|saturdays?|sundays?|mornings?|afternoons?|evenings?|nights?|summer|winter|spring"
    "|autumn|"
    "free|pro|enterprise|europe|asia|america|china|japan|india|germany|uk|us|eu|apac|emea"
)
_WHERE = re.compile(
    r"\b(?:in|on|at|for|under|during|inside|within)\s+(?:the\s+|a\s+|an\s+|our\s+)?"
    rf"((?:{_ENVIRONMENTS})\b(?!-)(?:\s+(?:environment|env|mode|builds?|region|cluster|tier|plan))?)"
    r"|\b(locally)\b"
    rf"|[(\[]({_ENVIRONMENTS})[)\]]"
    r"|\b((?:us|eu|ap|sa|ca|me|af|cn)-[a-z]+-\d)\b"
    r"|\b((?:in|for)\s+(?:the\s+)?[\w-]+\s+(?:region|environment|env|zone))\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b((?:when|whenever|if|unless|while|before|after|until|till|during|as long as|except|"
    r"only for|only in|only on|only when|in case)\b.*)$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    rf"^(?:in|on|for|during)\s+(?:the\s+)?({_ENVIRONMENTS})\b[,:]?\s", re.IGNORECASE
)
_CHINESE = re.compile(
    r"((?:开发|测试|生产|预发|线上|本地|灰度)(?:环境)?|在[^，。,;；]{1,8}(?:环境|地区|区域|机房|期间|时候|时))"
    r"|((?:迁移|升级|切换|上线|发布|上市)?(?:之前|之后|以前|以后)|当[^，。,;；]{1,12}时|如果[^，。,;；]*|除非[^，。,;；]*)"
)


@lru_cache(maxsize=32768)
def place_of(text: str) -> str:
    """Return where a statement holds (environment, platform, region), folded, or ""."""
    return _joined(text, (_LEADING, _WHERE))


@lru_cache(maxsize=32768)
def condition_of(text: str) -> str:
    """Return where and when a statement holds, folded, or "" when it names no condition."""
    return _joined(text, (_LEADING, _WHERE, _WHEN))


def _joined(text: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    if len(text) < 2:
        return ""
    found: list[str] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            found.extend(group for group in match.groups() if group)
    if not text.isascii():
        found.extend(match.group() for match in _CHINESE.finditer(text))
    return "; ".join(sorted({" ".join(part.lower().split()) for part in found}))


_SETTING = re.compile(
    r"\b(dev|development|staging|prod|production|tests?|testing|ci|local|preview|sandbox|demo|qa|uat"
    r"|windows|linux|macos|ios|android|mobile|desktop|client|server|frontend|backend|web|legacy|old"
    r"|previous|former|planned|future|proposed|alternatives?|options?|examples?|optional)\b",
    re.IGNORECASE,
)
_SETTING_CHINESE = re.compile("开发|测试|生产|预发|线上|本地|前端|后端|旧|历史|计划|备选|示例")


@lru_cache(maxsize=4096)
def setting_of(headings: str) -> str:
    """Return the setting that headings put their lines in (`## Production`), folded, or ""."""
    if not headings:
        return ""
    found = {match[1].lower() for match in _SETTING.finditer(headings)}
    if not headings.isascii():
        found.update(_SETTING_CHINESE.findall(headings))
    return "; ".join(sorted(found))
