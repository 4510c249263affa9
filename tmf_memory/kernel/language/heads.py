"""The head of a value: the first word that says what it is, and the numbers beside it.

Two values with equal heads refine each other (`redis 7`, `redis 7.2`); different heads disagree.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SKIPPED_TEXT = """
a an the this that our your my their his her its some any new old existing current currently
now still only just also mostly mainly primarily both either via with of by at on in to for
from as is are was be and or version provider vendor service database db server cluster
instance project tool library framework language model called named about around approximately
"""
_SKIPPED = frozenset(_SKIPPED_TEXT.split())
_TOKEN = re.compile(
    r"[\u4e00-\u9fff\u3400-\u4dbf\u3040-\u30ff\uac00-\ud7af]+"
    r"|\d{1,2}:\d{2}(?::\d{2})?"
    r"|v?\d+(?:\.\d+)+(?:[-+]?[a-z]+\d*)?"
    r"|[^\W\d_]+(?:-[^\W\d_]+)+(?:-\d+)?(?![\w-])"
    r"|[^\W_]+(?:[_+#][^\W_]*)*",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[-+]?[a-z]+\d*)?|v\d+", re.IGNORECASE)
_CJK = re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf\u3040-\u30ff\uac00-\ud7af]")
_ZONES_TEXT = """
utc gmt am pm cet cest est edt pst pdt cst jst bst ist z h hrs hours o'clock
"""
_ZONES = frozenset(_ZONES_TEXT.split())


def folded(text: str) -> str:
    """Return the text as it is compared: NFC, case-folded, one space between words."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def tokens_of(text: str) -> list[str]:
    """Return the compared words, numbers, times and versions of a text; a CJK run is one token."""
    return _TOKEN.findall(folded(text))


def has_cjk(text: str) -> bool:
    return not text.isascii() and _CJK.search(text) is not None


def is_number(token: str) -> bool:
    """Tell whether a token is a bare number, a time or a version."""
    return token[:1].isdigit() or _VERSION.fullmatch(token) is not None


@lru_cache(maxsize=65536)
def head_of(value: str) -> str:
    """Return the first content word of a value, case-folded.

    Articles and class nouns (`the`, `provider`) say nothing. Numbers before a word are its amount,
    so the word is the head. A value that is only a time or a version has the head `<time>` or
    `<version>`: another one is a newer one, not another thing. Other bare numbers name themselves.
    """
    tokens = tokens_of(value)
    words = [token for token in tokens if token not in _SKIPPED] or tokens
    if not words:
        return folded(value)
    first = words[0]
    if not is_number(first):
        return first
    kind = _number_kind(first)
    rest = [word for word in words[1:] if not is_number(word)]
    if kind == "<time>" and all(word in _ZONES for word in rest):
        return kind
    if rest and kind != "<version>" and "-" not in folded(value).partition(rest[0])[0]:
        return rest[0]
    return kind


def _number_kind(token: str) -> str:
    if _TIME.fullmatch(token):
        return "<time>"
    return "<version>" if _VERSION.fullmatch(token) else token


@lru_cache(maxsize=65536)
def numbers_of(value: str) -> tuple[str, ...]:
    """Return the numbers, versions and times of a value, in order."""
    if _DIGIT.search(value) is None:
        return ()
    found = []
    for token in tokens_of(value):
        if is_number(token):
            found.append(token.removeprefix("v"))
        elif any(character.isdigit() for character in token):
            found.append(token)
    return tuple(found)
