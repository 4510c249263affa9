"""The conservative form under which two spellings of an entity name are one entity."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SUFFIXES_TEXT = """
ltd inc corp company llc gmbh co limited corporation incorporated
"""
_SUFFIXES = frozenset(_SUFFIXES_TEXT.split())
_CJK_SUFFIXES = ("有限公司", "株式会社", "公司")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=65536)
def form_of(name: str) -> str:
    """Return a name without case, white space, punctuation and trailing legal suffixes.

    `Acme Corp` is `acme`, `billing-store` is `billingstore`. A name that would vanish is kept.
    """
    folded = unicodedata.normalize("NFC", name).casefold()
    words = _WORD.findall(folded)
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    form = "".join(words)
    for suffix in _CJK_SUFFIXES:
        if form.endswith(suffix) and len(form) > len(suffix):
            form = form[: -len(suffix)]
            break
    return form or folded.strip()


_COUNT = re.compile(r"\d+|(?<![^\W_])[a-z](?![^\W_])", re.IGNORECASE)


def count_of(name: str) -> str:
    """Return the numbers and single letters by which names of one kind are told apart.

    `web-1` and `web-2`, `cell A` and `cell B` are counted, not misspelt.
    """
    return "|".join(_COUNT.findall(name)).casefold()
