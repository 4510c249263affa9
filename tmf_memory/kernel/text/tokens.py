"""Words of identifiers, prose and CJK text, and the weighted terms of one document.

A *term* is what the index stores: a lower-case, lightly stemmed part of a word. Where something is
named, a compound identifier also gives itself as one term (`get_file`, `getFile` -> `get`, `file`,
`getfile`), so that writing it in any convention finds it; where it is only used its parts are
enough (whole identifiers everywhere were measured: a third more index, no better answers). Text
between spaces of CJK scripts has no words; it gives single characters and pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import chain

from tmf_memory.kernel.text.words import STOP_WORDS, stem

_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]{2,}s?(?![a-z])|[A-Z](?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff]+"
)
_LONGEST_WORD = 64
_LONGEST_FIELD = 40_000
_CACHE_LIMIT = 200_000

# UTF-8 bytes that cannot be part of a word become spaces; what is left after `split` is an ASCII
# word or a run that needs a closer look. This costs a third of `re.findall`.
_SEPARATORS = bytes(
    code if code >= 128 or code == ord("_") or chr(code).isalnum() else 32 for code in range(256)
)


class _TermCache(dict[bytes, tuple[str, ...]]):
    """Word as UTF-8 -> its terms, filled on demand, emptied when it grows too large."""

    def __missing__(self, word: bytes) -> tuple[str, ...]:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        terms = self[word] = tuple(_split_run(word.decode("utf-8", "replace")))
        return terms


_cache = _TermCache()


def identifier_terms(text: str) -> list[str]:
    """Every term of every word of `text`, in order, and every compound identifier as a whole."""
    terms: list[str] = []
    for word in _words(text):
        terms.extend(_cache[word])
        terms.extend(_whole(word))
    return terms


def part_terms(text: str) -> list[str]:
    """Every term of every word of `text`, in order, without whole compounds."""
    return list(chain.from_iterable(map(_cache.__getitem__, _words(text))))


def whole_identifier(name: str) -> str:
    """The term of a compound identifier (`get_file`, `getFile`, `get-file`), empty for others."""
    parts = _PART.findall(name) if name.isascii() and len(name) <= _LONGEST_WORD else []
    return "".join(parts).lower() if len(parts) > 1 else ""


def prose_terms(text: str) -> list[str]:
    """Stems of the words of `text`, without stop words and without splitting compounds."""
    terms: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
        for piece in _CJK.split(word):
            lowered = piece.casefold().strip("_")
            if _worth(lowered):
                terms.append(stem(lowered))
        terms.extend(cjk_terms(word))
    return terms


def cjk_terms(text: str) -> list[str]:
    """Single characters and adjacent pairs of every CJK run in `text`."""
    terms: list[str] = []
    for run in _CJK.findall(text):
        terms.extend(run)
        terms.extend(run[at : at + 2] for at in range(len(run) - 1))
    return terms


def analyze(
    fields: Mapping[str, str], weights: Mapping[str, int], *, names: Collection[str] = ("name",)
) -> dict[str, int]:
    """Return term -> weighted frequency of one document; a field without a weight is left out.

    The fields in `names` also give their compound identifiers as a whole.
    """
    words: list[bytes] = []
    wholes: list[str] = []
    for field, weight in weights.items():
        text = fields.get(field)
        if text:
            found = _words(text[:_LONGEST_FIELD])
            words += found * weight
            if field in names:
                wholes += [whole for word in found for whole in _whole(word)] * weight
    return dict(Counter(chain(chain.from_iterable(map(_cache.__getitem__, words)), wholes)))


def _whole(word: bytes) -> list[str]:
    whole = whole_identifier(word.decode("utf-8", "replace"))
    return [whole] if whole else []


def _words(text: str) -> list[bytes]:
    return text.encode("utf-8", "replace").translate(_SEPARATORS).split()


def _split_run(run: str) -> list[str]:
    if run.isascii():
        return _split_ascii(run)
    return [term for word in _WORD.findall(run) for term in _split_unicode(word)]


def _split_ascii(word: str) -> list[str]:
    if len(word) > _LONGEST_WORD:
        return []
    return [stem(part) for part in map(str.lower, _PART.findall(word)) if _worth(part)]


def _split_unicode(word: str) -> list[str]:
    terms = cjk_terms(word)
    for piece in _CJK.split(unicodedata.normalize("NFKC", word)):
        if piece.isascii():
            terms.extend(_split_ascii(piece))
        else:
            terms.extend(stem(part) for part in piece.casefold().split("_") if _worth(part))
    return terms


def _worth(part: str) -> bool:
    return len(part) > 1 and part not in STOP_WORDS
