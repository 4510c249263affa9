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
_DIGITS = re.compile(r"\d+")


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


def without_digits(form: str) -> str:
    """Return a form with its numbers masked: `web1` and `web2` are numbered, not misspelt."""
    return _DIGITS.sub("#", form)
