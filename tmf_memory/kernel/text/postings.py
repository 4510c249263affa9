"""How the index writes numbers: frequency levels, document lengths, posting lists. Pure.

A posting list is a string of document numbers (from 1), each as the distance to the one before,
grouped by frequency level: `5 2|3` means documents 5 and 7 at level 0, document 3 at level 1.
Levels instead of exact frequencies and distances instead of numbers keep it short while a person
can still read it; a string instead of a JSON list, because a bucket is read for a few of its terms
and JSON skips a string ten times faster than a list of numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import sub

PER_OCCURRENCE = 3
"""The weighted frequency of one plain occurrence: weights below it are fractions of one."""

FREQUENCIES = (1.0, 2.0, 1 / 3, 3.0, 1.5, 2 / 3, 4.5, 6.5, 10.0)
"""What each level stands for, in occurrences; the commonest first, because it is shortest."""

_UNITS = tuple(round(frequency * PER_OCCURRENCE) for frequency in FREQUENCIES)
_LEVEL_STARTS = ((1, 2), (2, 5), (3, 0), (4, 4), (6, 1), (8, 3), (12, 6), (17, 7), (25, 8))
_TOP_START, _TOP = _LEVEL_STARTS[-1]
_LEVEL_OF = [0] + [
    next(level for start, level in reversed(_LEVEL_STARTS) if start <= frequency)
    for frequency in range(1, _TOP_START + 1)
]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_STEPS_PER_DOUBLING = 5
LENGTHS = tuple(round(2 ** (step / _STEPS_PER_DOUBLING)) - 1 for step in range(len(_ALPHABET)))
"""What each length step stands for."""

Levels = list[list[int]]


def level(frequency: int) -> int:
    """The level of a weighted term frequency."""
    return _LEVEL_OF[frequency] if frequency < _TOP_START else _TOP


def levelled(document: Mapping[str, int]) -> dict[str, int]:
    """Return term -> level of one document."""
    return {term: level(frequency) for term, frequency in document.items()}


def length_step(document: Mapping[str, int]) -> int:
    """The quantised length of a document of levels."""
    total = sum(map(_UNITS.__getitem__, document.values())) // PER_OCCURRENCE
    return bisect_right(LENGTHS, total) - 1


def encode_lengths(steps: Iterable[int]) -> str:
    """One printable character per document."""
    return "".join(map(_ALPHABET.__getitem__, steps))


def decode_lengths(text: str) -> bytes:
    """Length steps by document; raises KeyError on a foreign character."""
    return bytes(map(_STEP_OF.__getitem__, text))


_STEP_OF = {letter: step for step, letter in enumerate(_ALPHABET)}


def encode_postings(levels: Sequence[Sequence[int]]) -> str:
    """Write ascending document numbers per level."""
    return "|".join(map(_distances, levels)).rstrip("|")


def _distances(documents: Sequence[int]) -> str:
    if len(documents) < 2:
        return str(documents[0]) if documents else ""
    return f"{documents[0]} " + " ".join(map(str, map(sub, documents[1:], documents)))


def decode_postings(text: str) -> Levels:
    """Ascending document numbers per level; raises ValueError on anything else."""
    return [list(accumulate(map(int, part.split()))) for part in text.split("|")]
